"""The lines of the base game: one function for each, named after it.

Most are pure functions of one small number, and lines are immutable, so equal lines are made once (`kept`).
That is what makes scoring fast.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.clans_of_caledonia.tables import (
    BASIC_GOOD_VP,
    CLOSE_SECOND_EXPORTS,
    CLOSE_SECOND_SETTLEMENTS,
    EXPORT_TIERS,
    GLORY_VP,
    HOPS_VP,
    IMPORT_VP,
    IMPORTS,
    POUNDS_PER_VP,
    PROCESSED_GOOD_VP,
    SETTLEMENT_TIERS,
    STATIC_IMPORT_VP,
    CloseSecond,
)
from scoring.kept import kept
from scoring.ranking import Share, share_tiers
from scoring.types import Explanation, ScoreLine, params

ROUND = "final"


def line(key: str, quantity: int | None, unit: int | None, vp: int, explanation: Explanation) -> ScoreLine:
    return ScoreLine(key, ROUND, quantity, unit, vp, explanation)


@kept
def glory(steps: int) -> ScoreLine:
    """Glory: 1 VP for each step on the glory track."""
    return line("glory", steps, GLORY_VP, steps * GLORY_VP, Explanation("glory"))


@kept
def basic_goods(goods: int) -> ScoreLine:
    """Basic goods: 1 VP for each wool, milk and grain in stock, Gordon's silos included."""
    return line("basic_goods", goods, BASIC_GOOD_VP, goods * BASIC_GOOD_VP, Explanation("basic_goods"))


@kept
def processed_goods(goods: int) -> ScoreLine:
    """Processed goods: 2 VP for each bread, cheese and whisky in stock, kilts and the cellar included."""
    vp = goods * PROCESSED_GOOD_VP
    return line("processed_goods", goods, PROCESSED_GOOD_VP, vp, Explanation("processed_goods"))


@kept
def money(pounds: int) -> ScoreLine:
    """Money: 1 VP for every full £10; what is left over breaks ties."""
    return money_line(pounds, POUNDS_PER_VP)


def money_line(pounds: int, per_vp: int) -> ScoreLine:
    vp, left = divmod(pounds, per_vp)
    return line("money", pounds, None, vp, Explanation("money", params(per=per_vp, left=left)))


@kept
def hops(units: int) -> ScoreLine:
    """Hops: 1 VP for each on fulfilled contracts."""
    return line("hops", units, HOPS_VP, units * HOPS_VP, Explanation("hops"))


class Worth(NamedTuple):
    """What an imported good is worth in this game, and why."""

    good: str
    vp: int
    explanation: Explanation


_STATIC = Explanation("import_static")
_STATIC_WORTHS = (
    Worth(IMPORTS[0], STATIC_IMPORT_VP, _STATIC),
    Worth(IMPORTS[1], STATIC_IMPORT_VP, _STATIC),
    Worth(IMPORTS[2], STATIC_IMPORT_VP, _STATIC),
)


def import_worths(cotton: int, tobacco: int, sugar_cane: int, static: bool) -> tuple[Worth, Worth, Worth]:
    """Rarity of imports: the good imported least by the whole table is worth 5 VP, the next 4, the most 3.

    On equal totals cotton counts as rarer than tobacco, tobacco as rarer than sugar cane.
    Variant "static imports": 4 VP each.
    """
    return _STATIC_WORTHS if static else _by_rarity((cotton, tobacco, sugar_cane))


@kept
def _by_rarity(totals: tuple[int, int, int]) -> tuple[Worth, Worth, Worth]:
    cotton, tobacco, sugar_cane = totals
    named = params(cotton=cotton, tobacco=tobacco, sugar_cane=sugar_cane)
    alone, tied = Explanation("import_rarity", named), Explanation("import_rarity_tied", named)
    # How many goods are rarer than each
    before_cotton = (tobacco < cotton) + (sugar_cane < cotton)
    before_tobacco = (cotton <= tobacco) + (sugar_cane < tobacco)
    before_sugar_cane = (cotton <= sugar_cane) + (tobacco <= sugar_cane)
    return (
        Worth(IMPORTS[0], IMPORT_VP[before_cotton], tied if cotton in (tobacco, sugar_cane) else alone),
        Worth(IMPORTS[1], IMPORT_VP[before_tobacco], tied if tobacco in (cotton, sugar_cane) else alone),
        Worth(IMPORTS[2], IMPORT_VP[before_sugar_cane], tied if sugar_cane in (cotton, tobacco) else alone),
    )


def imported(units: Sequence[int], worth: Worth) -> list[ScoreLine]:
    """Cotton, tobacco, sugar cane: 3, 4 or 5 VP for each unit on fulfilled contracts, by rarity."""
    good, vp, explanation = worth
    # A dozen of these are made in every game, and the constructor of a named tuple is slow.
    new = tuple.__new__
    return [new(ScoreLine, (good, ROUND, count, vp, count * vp, explanation)) for count in units]


@kept
def bid(points: int) -> ScoreLine:
    """Clan auction: the VP bid for the clan are lost."""
    return line("bid", points, -1, -points, Explanation("bid"))


class Ranking:
    """A line that compares the seats: the most first, ties share the tiers of the places they take."""

    def __init__(
        self, key: str, tiers: Mapping[int, tuple[int, ...]], close_second: CloseSecond | None = None
    ) -> None:
        """`tiers` are given by the number of seats compared."""
        self._key = key
        self._tiers = tiers
        self._close_second = close_second
        self._line_of_count = kept(self._rank)

    def lines(self, counts: Sequence[int]) -> list[ScoreLine]:
        """The lines in the order of `counts`."""
        line_of = self._line_of_count(tuple(sorted(counts)))
        return list(map(line_of.__getitem__, counts))

    def _rank(self, ascending: tuple[int, ...]) -> dict[int, ScoreLine]:
        """The line of every count."""
        counts = ascending[::-1]
        shares = share_tiers(counts, self._tiers[len(counts)])
        ranked = zip(counts, shares, strict=True)
        return {count: self._line(count, counts, share) for count, share in ranked}

    def _line(self, count: int, counts: tuple[int, ...], share: Share) -> ScoreLine:
        first, last, tiers, vp = share
        behind = counts[0] - count
        close = self._close_second
        if last > first:
            named = params(counts=counts, first=first, last=last, tiers=tiers, sharers=share.sharers, each=vp)
            explanation = Explanation("ranked_tied", named)
        elif close and 0 < behind <= close.within:
            vp = close.vp
            explanation = Explanation("ranked_close_second", params(counts=counts, behind=behind))
        else:
            explanation = Explanation("ranked_alone", params(counts=counts, place=first))
        return line(self._key, count, None, vp, explanation)


_EXPORTS = Ranking("exports", EXPORT_TIERS)
_EXPORTS_WITH_CLOSE_SECOND = Ranking("exports", EXPORT_TIERS, CLOSE_SECOND_EXPORTS)
_SETTLEMENTS = Ranking("settlements", SETTLEMENT_TIERS)
_SETTLEMENTS_WITH_CLOSE_SECOND = Ranking("settlements", SETTLEMENT_TIERS, CLOSE_SECOND_SETTLEMENTS)


def exports(counts: Sequence[int], close_second: bool) -> list[ScoreLine]:
    """Exports: most fulfilled contracts 12 VP, second 6 (two players: 8, and 0 or the close second's 4)."""
    return (_EXPORTS_WITH_CLOSE_SECOND if close_second else _EXPORTS).lines(counts)


def settlements(counts: Sequence[int], close_second: bool) -> list[ScoreLine]:
    """Settlements: most connected 18 VP, then 12 and 6 (two players: 12, and 0 or the close second's 6)."""
    return (_SETTLEMENTS_WITH_CLOSE_SECOND if close_second else _SETTLEMENTS).lines(counts)
