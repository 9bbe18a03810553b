"""Fill the site with invented data, so that every page has something to show."""

import argparse
import random
from typing import Any

from django.core.management import BaseCommand
from django.db import transaction

from caledonia_site.common.jobs.marking import mark_dirty
from games.clubs.demo import seed_clubs
from games.demo.games import seed_games
from games.players.demo import seed_players
from games.players.models import Player

GAMES_PER_PLAYER = 20
FEWEST_PLAYERS = 24


class Command(BaseCommand):
    help = "Load demo data, the same for the same --seed; `remove_demo` takes it out again."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=200, help="size of the demo (default 200 games)")
        parser.add_argument("--seed", type=int, default=1886, help="other numbers give other data")

    @transaction.atomic
    def handle(self, *args: Any, games: int, seed: int, **options: Any) -> None:
        if Player.objects.filter(is_demo=True).exists():
            self.stdout.write("Demo data is there already; `remove_demo` takes it out.")
            return
        rng = random.Random(seed)  # noqa: S311 - invented names, not secrets
        players = seed_players(rng, count=max(FEWEST_PLAYERS, games // GAMES_PER_PLAYER))
        clubs = seed_clubs(rng, players=players)
        played = seed_games(rng, clubs=clubs, count=games)
        mark_dirty(topic="site_figures")
        self.stdout.write(f"Demo data: {played} games of {len(players)} players in {len(clubs)} clubs.")
