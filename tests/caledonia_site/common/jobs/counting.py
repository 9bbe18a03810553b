"""A topic for tests: how many players there are, with a place to pause between reading and publishing."""

from collections.abc import Callable
from datetime import date

from games.players.models import Player
from games.results.models import SiteFigure
from games.results.services.figures import SiteFiguresTopic


class PausingTopic(SiteFiguresTopic):
    """Counts like the real one, but whoever there is, then waits for `pause` before it hands the result over."""

    name = "pausing_figures"

    def __init__(self, pause: Callable[[], object] = lambda: None) -> None:
        self.pause = pause
        self.seen_since: list[date | None] = []
        self.published: list[int] = []

    def compute(self, *, key: str, since: date | None) -> dict[str, int]:
        result = super().compute(key=key, since=since) | {SiteFigure.Key.PLAYERS: Player.objects.count()}
        self.seen_since.append(since)
        self.pause()
        return result

    def publish(self, *, key: str, result: dict[str, int]) -> None:
        super().publish(key=key, result=result)
        self.published.append(result[SiteFigure.Key.PLAYERS])


class BrokenTopic(PausingTopic):
    """Fails in the step it is told to, after having written something."""

    name = "broken_figures"

    def __init__(self, *, step: str) -> None:
        super().__init__()
        self.step = step

    def compute(self, *, key: str, since: date | None) -> dict[str, int]:
        if self.step == "compute":
            raise RuntimeError("no figures today")
        return super().compute(key=key, since=since)

    def publish(self, *, key: str, result: dict[str, int]) -> None:
        super().publish(key=key, result=result)
        if self.step == "publish":
            raise RuntimeError("no figures today")


def counted_players() -> int | None:
    return SiteFigure.objects.filter(key=SiteFigure.Key.PLAYERS).values_list("value", flat=True).first()


def add_player() -> None:
    """Past the receivers, so that the test alone decides what is marked."""
    Player.objects.bulk_create([Player(name="Una Kerr")])
