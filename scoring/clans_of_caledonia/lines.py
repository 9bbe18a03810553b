"""The lines of the base game: one function for each, named after it.

Every function is a pure function of a few numbers, and lines are immutable, so equal lines are made once and
shared (`shared`). That is what makes scoring fast.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
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
    PROCESSED_GOOD_VP,
    SETTLEMENT_TIERS,
    STATIC_IMPORT_VP,
    CloseSecond,
)
from scoring.ranking import share_tiers
from scoring.types import Explanation, ScoreLine, params

ROUND = "final"

shared = lru_cache(maxsize=8192)


def line(key: str, quantity: int | None, unit: int | None, vp: int, explanation: Explanation) -> ScoreLine:
    return ScoreLine(key, ROUND, quantity, unit, vp, explanation)


@shared
def glory(steps: int) -> ScoreLine:
    """Glory: 1 VP for each step on the glory track."""
    return line("glory", steps, GLORY_VP, steps * GLORY_VP, Explanation("glory"))


@shared
def basic_goods(goods: int) -> ScoreLine:
    """Basic goods: 1 VP for each wool, milk and grain in stock, Gordon's silos included."""
    return line("basic_goods", goods, BASIC_GOOD_VP, goods * BASIC_GOOD_VP, Explanation("basic_goods"))


@shared
def processed_goods(goods: int) -> ScoreLine:
    """Processed goods: 2 VP for each bread, cheese and whisky in stock, kilts and the cellar included."""
    vp = goods * PROCESSED_GOOD_VP
    return line("processed_goods", goods, PROCESSED_GOOD_VP, vp, Explanation("processed_goods"))


@shared
def money(pounds: int, per_vp: int) -> ScoreLine:
    """Money: 1 VP for every full £10 (the Automa: £5); what is left over breaks ties."""
    vp, left = divmod(pounds, per_vp)
    return line("money", pounds, None, vp, Explanation("money", params(per=per_vp, left=left)))


@shared
def hops(units: int) -> ScoreLine:
    """Hops: 1 VP for each on fulfilled contracts."""
    return line("hops", units, HOPS_VP, units * HOPS_VP, Explanation("hops"))


class Worth(NamedTuple):
    """What an imported good is worth in this game, and why."""

    good: str
    vp: int
    explanation: Explanation


@shared
def import_worths(cotton: int, tobacco: int, sugar_cane: int, static: bool) -> tuple[Worth, Worth, Worth]:
    """Rarity of imports: the good imported least by the whole table is worth 5 VP, the next 4, the most 3.

    On equal totals cotton counts as rarer than tobacco, tobacco as rarer than sugar cane.
    Variant "static imports": 4 VP each.
    """
    first, second, third = IMPORTS
    if static:
        always = Explanation("import_static")
        return (
            Worth(first, STATIC_IMPORT_VP, always),
            Worth(second, STATIC_IMPORT_VP, always),
            Worth(third, STATIC_IMPORT_VP, always),
        )
    named = params(cotton=cotton, tobacco=tobacco, sugar_cane=sugar_cane)
    alone, tied = Explanation("import_rarity", named), Explanation("import_rarity_tied", named)
    # How many goods are rarer than each
    before_cotton = (tobacco < cotton) + (sugar_cane < cotton)
    before_tobacco = (cotton <= tobacco) + (sugar_cane < tobacco)
    before_sugar_cane = (cotton <= sugar_cane) + (tobacco <= sugar_cane)
    return (
        Worth(first, IMPORT_VP[before_cotton], tied if cotton in (tobacco, sugar_cane) else alone),
        Worth(second, IMPORT_VP[before_tobacco], tied if tobacco in (cotton, sugar_cane) else alone),
        Worth(third, IMPORT_VP[before_sugar_cane], tied if sugar_cane in (cotton, tobacco) else alone),
    )


def imported(units: Sequence[int], worth: Worth) -> list[ScoreLine]:
    """Cotton, tobacco, sugar cane: 3, 4 or 5 VP for each unit on fulfilled contracts, by rarity."""
    good, vp, explanation = worth
    # A dozen of these are made in every game, and the constructor of a named tuple is slow.
    new = tuple.__new__
    return [new(ScoreLine, (good, ROUND, count, vp, count * vp, explanation)) for count in units]


def exports(counts: Sequence[int], close_second: bool) -> list[ScoreLine]:
    """Exports: most fulfilled contracts 12 VP, second 6 (two players: 8, and 0 or the close second's 4)."""
    tiers = EXPORT_TIERS[len(counts)]
    return ranked("exports", counts, tiers, CLOSE_SECOND_EXPORTS if close_second else None)


def settlements(counts: Sequence[int], close_second: bool) -> list[ScoreLine]:
    """Settlements: most connected 18 VP, then 12 and 6 (two players: 12, and 0 or the close second's 6)."""
    tiers = SETTLEMENT_TIERS[len(counts)]
    return ranked("settlements", counts, tiers, CLOSE_SECOND_SETTLEMENTS if close_second else None)


@shared
def bid(points: int) -> ScoreLine:
    """Clan auction: the VP bid for the clan are lost."""
    return line("bid", points, -1, -points, Explanation("bid"))


def ranked(
    key: str, counts: Sequence[int], tiers: tuple[int, ...], close_second: CloseSecond | None = None
) -> list[ScoreLine]:
    """The lines of a ranking, in the order of `counts`; ties share the tiers of the places they take."""
    by_count = _ranking(key, tuple(sorted(counts, reverse=True)), tiers, close_second)
    return list(map(by_count.__getitem__, counts))


@shared
def _ranking(
    key: str, counts: tuple[int, ...], tiers: tuple[int, ...], close_second: CloseSecond | None
) -> dict[int, ScoreLine]:
    """The line of every count in a ranking; `counts` from the most to the least."""
    lines = {}
    for count, share in zip(counts, share_tiers(counts, tiers), strict=True):
        vp = share.each
        behind = counts[0] - count
        if share.sharers > 1:
            named = params(
                counts=counts,
                first=share.first_place,
                last=share.last_place,
                tiers=share.tiers,
                sharers=share.sharers,
                each=vp,
            )
            explanation = Explanation("ranked_tied", named)
        elif close_second and 0 < behind <= close_second.within:
            vp = close_second.vp
            explanation = Explanation("ranked_close_second", params(counts=counts, behind=behind))
        else:
            explanation = Explanation("ranked_alone", params(counts=counts, place=share.first_place))
        lines[count] = line(key, count, None, vp, explanation)
    return lines
