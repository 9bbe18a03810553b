"""Rated games for tests of pages and the API."""

from datetime import date, timedelta

from caledonia_site.common.jobs.rebuild import rebuild
from tests.games.ratings.histories import counted_game

FIRST_DAY = date(2026, 5, 2)


def play(*players, games, club=None, days_apart=1, **fields):
    """The players in the order they came in, so many times."""
    return [
        counted_game(*players, club=club, day=FIRST_DAY + timedelta(days=days_apart * number), **fields)
        for number in range(games)
    ]


def rate():
    """What the worker would do with all games."""
    list(rebuild(topic="ratings"))
