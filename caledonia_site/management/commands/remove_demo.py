"""Take all demo data out again."""

from typing import Any

from django.core.management import BaseCommand
from django.db import transaction

from caledonia_site.common.jobs.marking import mark_dirty
from games.clubs.demo import remove_demo_clubs
from games.demo.games import remove_demo_games
from games.players.demo import remove_demo_players
from games.ratings.services.mark_games import mark_every_pool
from games.stats.services.mark_games import mark_all_games


class Command(BaseCommand):
    help = "Remove everything that `seed_demo` made, and nothing else."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        removed = remove_demo_games() + remove_demo_clubs() + remove_demo_players()
        mark_dirty(topic="site_figures")
        mark_every_pool()
        mark_all_games()
        self.stdout.write(f"Removed {removed} rows of demo data.")
