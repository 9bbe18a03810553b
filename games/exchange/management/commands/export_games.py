"""Write all games, or those of a club, into a file that can be imported again."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.clubs.models import Club
from games.exchange.formats import jsonl
from games.exchange.selectors.records import records_of
from games.players.models import User
from games.results.models import Game


class Command(BaseCommand):
    help = "Write games as JSON lines, with every sheet. All names are in it: keep the file safe."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--club", help="the club's name in its address; without, all games")

    def handle(self, *args: Any, file: Path, club: str | None, **options: Any) -> None:
        games = Game.objects.all()
        if club:
            if not Club.objects.filter(slug=club).exists():
                raise CommandError(f"there is no club {club}")
            games = games.filter(club__slug=club)
        written = 0
        # Whoever may run commands here reads the database anyway, so no name is hidden from them.
        with file.open("w", encoding="utf-8") as lines:
            for line in jsonl.write(records_of(games, User(is_staff=True))):
                lines.write(line)
                written += 1
        self.stdout.write(f"{written} games written")
