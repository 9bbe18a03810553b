"""Asking the index, and remembering the answers until a segment changes."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TypeVar, cast

from games.clubs.enums import ClubVisibility
from games.clubs.models import Club
from games.stats.filters.filter_set import FilterSet
from games.stats.index import Selection, Snapshot, TableRatings, open_snapshot, open_table_ratings

MOST_ANSWERS = 300

Answer = TypeVar("Answer")


@dataclass(frozen=True, eq=False)
class QueryContext:
    """What figures are made from at one moment: the segments, whose games are private, and the strength of the tables,
    where it is filtered by.

    A page looks it up once, and all its figures are of the same moment. What one of them has selected the next finds
    ready.
    """

    snapshot: Snapshot
    private_clubs: frozenset[int]
    ratings: TableRatings | None
    _selections: dict[tuple[FilterSet, bool], Selection] = field(default_factory=dict)

    @classmethod
    def of(cls, filters: FilterSet) -> "QueryContext":
        """Two or three queries."""
        ratings = open_table_ratings(filters.system) if filters.uses_ratings else None
        return cls(open_snapshot(filters.system), find_private_clubs(), ratings)

    def select(self, filters: FilterSet, *, only_open: bool = False) -> Selection:
        """`only_open`: without any game of a private club."""
        key = (filters, only_open and bool(self.private_clubs))
        if key not in self._selections:
            self._selections[key] = self.snapshot.select(
                filters, private_clubs=self.private_clubs, ratings=self.ratings, only_open=only_open
            )
        return self._selections[key]


def find_private_clubs() -> frozenset[int]:
    return frozenset(Club.objects.filter(visibility=ClubVisibility.PRIVATE).values_list("pk", flat=True))


def select_games(filters: FilterSet) -> Selection:
    return QueryContext.of(filters).select(filters)


def remember(
    question: Hashable,
    filters: FilterSet,
    work: Callable[[Selection], Answer],
    *,
    context: QueryContext | None = None,
    only_open: bool = False,
) -> Answer:
    """The same for every reader: the work is done unless somebody asked this before.

    A list of private clubs that changed makes it another question, since their games are shown differently.
    """
    context = context or QueryContext.of(filters)
    answers, ratings = context.snapshot.answers, context.ratings
    key = (question, filters, only_open, context.private_clubs, None if ratings is None else ratings.name)
    if key not in answers:
        if len(answers) >= MOST_ANSWERS:
            answers.clear()
        answers[key] = work(context.select(filters, only_open=only_open))
    return cast("Answer", answers[key])
