"""Recompute derived data from the raw inputs."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from caledonia_site.common.jobs.rebuild import RebuildError, rebuild_all
from caledonia_site.common.jobs.topics import topic_names


class Command(BaseCommand):
    help = "Recompute derived data from the raw inputs; the site may go on running."

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("topic", nargs="?", help="the kind of derived data")
        what.add_argument("--all", action="store_true", help="every kind")
        what.add_argument("--list", action="store_true", help="only name the kinds")

    def handle(self, *args: Any, topic: str | None, **options: Any) -> None:
        names = topic_names()
        if options["list"]:
            self.stdout.write("\n".join(names))
            return
        if topic is not None and topic not in names:
            raise CommandError(f"there is no '{topic}' to rebuild; there is: {', '.join(names)}.")
        for name in names if topic is None else [topic]:
            try:
                number = rebuild_all(topic=name)
            except RebuildError as error:
                raise CommandError(str(error)) from error
            self.stdout.write(f"{name}: {number} rebuilt")
