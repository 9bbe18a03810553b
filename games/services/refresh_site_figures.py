"""Count what the site holds."""

from datetime import date

from caledonia_site.common.jobs.topics import Topic
from games.clubs.models import Club
from games.enums import GameState
from games.models import Game, SiteFigure
from games.players.models import Player


class SiteFiguresTopic(Topic[dict[str, int]]):
    name = "site_figures"

    def compute(self, *, key: str, since: date | None) -> dict[str, int]:
        return {
            SiteFigure.Key.PLAYERS: Player.objects.count(),
            SiteFigure.Key.CLUBS: Club.objects.count(),
            SiteFigure.Key.GAMES: Game.objects.filter(state=GameState.CONFIRMED).count(),
        }

    def publish(self, *, key: str, result: dict[str, int]) -> None:
        SiteFigure.objects.bulk_create(
            [SiteFigure(key=name, value=value) for name, value in result.items()],
            update_conflicts=True,
            unique_fields=["key"],
            update_fields=["value", "counted_at"],
        )
