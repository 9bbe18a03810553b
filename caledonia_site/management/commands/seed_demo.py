"""Fill the site with invented data, so that every page has something to show."""

import argparse
import random
import time
from collections.abc import Sequence
from typing import Any

from django.core.management import BaseCommand
from django.db import transaction

from caledonia_site.common.database import count_tables_anew
from caledonia_site.common.jobs.marks import mark_dirty, marks_for_the_sweep
from caledonia_site.common.jobs.rebuild import rebuild_together
from games.clubs.demo import seed_clubs
from games.clubs.models import Club
from games.players.demo import seed_players
from games.players.models import Player
from games.ratings.services.topic import mark_every_pool
from games.results.demo import BATCH, seed_games
from games.results.models import Game
from games.stats.services.segments import mark_all_games
from tournaments.events.demo import seed_events
from tournaments.leagues.demo import seed_leagues

# What is shown of games; who needs another comes later. The largest jobs are everyone's ratings, hence first.
DERIVED = (
    ("site_figures",),
    ("ratings", "statistics", "club_tallies"),
    ("statistics_ratings",),
    ("standings",),
)
GAMES_PER_PLAYER = 20
FEWEST_PLAYERS = 24


class Command(BaseCommand):
    help = "Load demo data, the same for the same --seed; `remove_demo` takes it out again."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=200, help="size of the demo (default 200 games)")
        parser.add_argument("--seed", type=int, default=1886, help="other numbers give other data")

    def handle(self, *args: Any, games: int, seed: int, **options: Any) -> None:
        if Player.objects.filter(is_demo=True).exists():
            there = Game.objects.filter(is_demo=True).count()
            self.stdout.write(f"Demo data is there already, {there} games; `remove_demo` takes it out.")
            return
        if games <= BATCH:
            # A small demo is there as a whole or not at all, and the workers soon have the rest.
            with transaction.atomic():
                self._seed(games, seed)
        else:
            # Of a large one each portion is kept, see seed_games, and what follows from it is built here, at once.
            with marks_for_the_sweep():
                self._seed(games, seed)
            self._build()

    def _build(self) -> None:
        count_tables_anew()
        for topics in DERIVED:
            began = time.monotonic()
            built = rebuild_together(topics=topics)
            numbers = ", ".join(f"{topic}: {number}" for topic, number in built.items())
            self.stdout.write(f"{numbers} built in {time.monotonic() - began:.0f} s")

    def _seed(self, games: int, seed: int) -> None:
        began = time.monotonic()
        rng = random.Random(seed)  # noqa: S311 - invented names, not secrets
        with transaction.atomic():
            players = seed_players(rng, count=max(FEWEST_PLAYERS, games // GAMES_PER_PLAYER))
            clubs = seed_clubs(rng, players=players)
        played = seed_games(rng, clubs=clubs, count=games)
        with transaction.atomic():
            self._complete(rng, clubs)
        took = f"{time.monotonic() - began:.0f} s"
        self.stdout.write(
            f"Demo data: {played} games of {len(players)} players in {len(clubs)} clubs, in {took}."
        )

    def _complete(self, rng: random.Random, clubs: Sequence[Club]) -> None:
        """What is built on the games, and the jobs that work out the rest."""
        seed_leagues(rng, clubs=clubs)
        seed_events(rng, clubs=clubs)
        mark_dirty(topic="site_figures")
        mark_every_pool()
        mark_all_games()
        for club in clubs:
            mark_dirty(topic="club_tallies", key=str(club.pk))
