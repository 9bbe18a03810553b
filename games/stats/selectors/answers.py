"""Asking the blocks, and remembering the answers until a block changes."""

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

from games.clubs.enums import ClubVisibility
from games.clubs.models import Club
from games.stats.columns.selecting import Selection, select
from games.stats.columns.store import snapshot_of
from games.stats.columns.table_ratings import table_ratings
from games.stats.filters import StatsFilter

MOST_ANSWERS = 300

Answer = TypeVar("Answer")


def private_clubs() -> frozenset[int]:
    return frozenset(Club.objects.filter(visibility=ClubVisibility.PRIVATE).values_list("pk", flat=True))


def selected(wanted: StatsFilter, *, only_open: bool = False) -> Selection:
    """`only_open`: without any game of a private club."""
    ratings = table_ratings(wanted.system) if wanted.by_rating else None
    return select(
        snapshot_of(wanted.system),
        wanted,
        private_clubs=private_clubs(),
        ratings=ratings,
        only_open=only_open,
    )


def remembered(question: Hashable, wanted: StatsFilter, work: Callable[[Selection], Answer]) -> Answer:
    """The same for every reader: two or three queries, and the work unless somebody asked this before.

    A list of private clubs that changed makes it another question, since their games are shown differently.
    """
    snapshot, private = snapshot_of(wanted.system), private_clubs()
    ratings = table_ratings(wanted.system) if wanted.by_rating else None
    key = (question, wanted, private, None if ratings is None else ratings.name)
    if key not in snapshot.answers:
        if len(snapshot.answers) >= MOST_ANSWERS:
            snapshot.answers.clear()
        snapshot.answers[key] = work(select(snapshot, wanted, private_clubs=private, ratings=ratings))
    return cast("Answer", snapshot.answers[key])
