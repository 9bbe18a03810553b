"""Take all demo data out again."""

from typing import Any

from django.core.management import BaseCommand
from django.db import transaction

from caledonia_site.common.jobs.marks import mark_dirty
from games.clubs.demo import remove_demo_clubs
from games.players.demo import remove_demo_players
from games.ratings.services.topic import mark_every_pool
from games.results.demo import remove_demo_games
from games.stats.services.segments import mark_all_games


class Command(BaseCommand):
    help = "Remove everything that `seed_demo` made, and nothing else."

    def handle(self, *args: Any, **options: Any) -> None:
        # Before anything goes: what an interrupted removal took away is worked out too.
        self._mark()
        removed = remove_demo_games()
        with transaction.atomic():
            removed += remove_demo_clubs() + remove_demo_players()
            self._mark()
        self.stdout.write(f"Removed {removed} rows of demo data.")

    @transaction.atomic
    def _mark(self) -> None:
        mark_dirty(topic="site_figures")
        mark_every_pool()
        mark_all_games()
