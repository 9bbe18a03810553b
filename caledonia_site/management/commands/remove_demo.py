"""Take all demo data out again."""

from typing import Any

from django.core.management import BaseCommand
from django.db import transaction

from caledonia_site.common.jobs.marking import mark_dirty
from games.clubs.demo import remove_demo_clubs
from games.demo.games import remove_demo_games
from games.players.demo import remove_demo_players


class Command(BaseCommand):
    help = "Remove everything that `seed_demo` made, and nothing else."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        removed = remove_demo_games() + remove_demo_clubs() + remove_demo_players()
        mark_dirty(topic="site_figures")
        self.stdout.write(f"Removed {removed} rows of demo data.")
