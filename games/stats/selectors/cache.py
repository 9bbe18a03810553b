"""Asking the blocks, and remembering the answers until a block changes."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TypeVar, cast

from games.clubs.enums import ClubVisibility
from games.clubs.models import Club
from games.stats.filters.filter_set import FilterSet
from games.stats.index.query import Selection, select
from games.stats.index.snapshot import Snapshot, snapshot_of
from games.stats.index.table_ratings import TableRatings, table_ratings

MOST_ANSWERS = 300

Answer = TypeVar("Answer")


@dataclass(frozen=True, eq=False)
class Ground:
    """What figures are made from at one moment: the blocks, whose games are private, and the strength of the tables,
    where it is filtered by.

    A page looks it up once, and all its figures are of the same moment. What one of them has selected the next finds
    ready.
    """

    snapshot: Snapshot
    private: frozenset[int]
    ratings: TableRatings | None
    _selections: dict[tuple[FilterSet, bool], Selection] = field(default_factory=dict)

    @classmethod
    def of(cls, filters: FilterSet) -> "Ground":
        """Two or three queries."""
        ratings = table_ratings(filters.system) if filters.uses_ratings else None
        return cls(snapshot_of(filters.system), private_clubs(), ratings)

    def select(self, filters: FilterSet, *, only_open: bool = False) -> Selection:
        """`only_open`: without any game of a private club."""
        key = (filters, only_open and bool(self.private))
        if key not in self._selections:
            self._selections[key] = select(
                self.snapshot,
                filters,
                private_clubs=self.private,
                ratings=self.ratings,
                only_open=only_open,
            )
        return self._selections[key]


def private_clubs() -> frozenset[int]:
    return frozenset(Club.objects.filter(visibility=ClubVisibility.PRIVATE).values_list("pk", flat=True))


def selected(filters: FilterSet) -> Selection:
    return Ground.of(filters).select(filters)


def remembered(
    question: Hashable,
    filters: FilterSet,
    work: Callable[[Selection], Answer],
    *,
    ground: Ground | None = None,
    only_open: bool = False,
) -> Answer:
    """The same for every reader: the work is done unless somebody asked this before.

    A list of private clubs that changed makes it another question, since their games are shown differently.
    """
    ground = ground or Ground.of(filters)
    answers, ratings = ground.snapshot.answers, ground.ratings
    key = (question, filters, only_open, ground.private, None if ratings is None else ratings.name)
    if key not in answers:
        if len(answers) >= MOST_ANSWERS:
            answers.clear()
        answers[key] = work(ground.select(filters, only_open=only_open))
    return cast("Answer", answers[key])
