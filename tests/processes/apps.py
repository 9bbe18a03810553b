from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.db.backends.signals import connection_created


class ProcessTestsConfig(AppConfig):
    """Puts a topic that a test can hold in the place of the real one."""

    name = "tests.processes"
    label = "process_tests"

    def ready(self) -> None:
        from django.db.models.signals import post_save

        from caledonia_site.common.jobs import topics
        from games.players.models import Player
        from tests.processes.held import HeldTopic, count_again

        topics._topics[HeldTopic.name] = HeldTopic()
        post_save.connect(count_again, sender=Player)
        connection_created.connect(write_down_connection)


def write_down_connection(*, connection: Any, **_: Any) -> None:
    """Which process connected to SQLite, and how much it waits for the disk."""
    if connection.vendor == "sqlite":
        process = Path("/proc/self/comm").read_text().strip()
        (waits,) = connection.connection.execute("PRAGMA synchronous").fetchone()
        from tests.processes.held import FOLDER

        with (FOLDER / "connections").open("a") as file:
            file.write(f"{process} {waits}\n")
