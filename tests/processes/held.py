"""A topic for process tests: lets a test stop a worker in the middle of a job, and see what was published."""

import os
import signal
import time
from datetime import date
from pathlib import Path
from typing import Any

from caledonia_site.common.jobs.marks import mark_dirty
from games.players.models import Player
from games.results.models import SiteFigure
from games.results.services.figures import SiteFiguresTopic

FOLDER = Path(os.environ.get("CALEDONIA_HELD_FOLDER", "."))


class HeldTopic(SiteFiguresTopic):
    """Counts; then, while the file `hold` exists, says so in the file `started` and waits. While the file `poison`
    exists, it ends its worker instead, as a fault in compiled code does.
    """

    def compute(self, *, key: str, since: date | None) -> dict[str, int]:
        if (FOLDER / "poison").exists():
            os.kill(os.getpid(), signal.SIGKILL)
        # Players are what the administration adds without a club.
        result = super().compute(key=key, since=since) | {SiteFigure.Key.PLAYERS: Player.objects.count()}
        while (FOLDER / "hold").exists():
            (FOLDER / "started").touch()
            time.sleep(0.02)
        return result

    def publish(self, *, key: str, result: dict[str, int]) -> None:
        super().publish(key=key, result=result)
        with (FOLDER / "published").open("a") as file:
            file.write(f"{result[SiteFigure.Key.PLAYERS]}\n")


def count_again(sender: Any, **_: Any) -> None:
    mark_dirty(topic=HeldTopic.name)
