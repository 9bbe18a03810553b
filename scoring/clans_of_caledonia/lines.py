"""The lines of the base game: one function for each, named after it, in the order of the sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.clans_of_caledonia.constants import (
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
from scoring.ranking import Share, share_tiers
from scoring.types import Explanation, ScoreLine, params, shared

ROUND = "final"


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
def money(pounds: int) -> ScoreLine:
    """Money: 1 VP for every full £10; what is left over breaks ties."""
    return money_line(pounds, POUNDS_PER_VP)


def money_line(pounds: int, per_vp: int) -> ScoreLine:
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


def import_worths(cotton: int, tobacco: int, sugar_cane: int, static: bool) -> tuple[Worth, ...]:
    """Rarity of imports: the good imported least by the whole table is worth 5 VP, the next 4, the most 3.

    On equal totals cotton counts as rarer than tobacco, tobacco as rarer than sugar cane.
    Variant "static imports": 4 VP each.
    """
    if static:
        return tuple([Worth(good, STATIC_IMPORT_VP, Explanation("import_static")) for good in IMPORTS])
    return _worths_by_rarity(cotton, tobacco, sugar_cane)


@shared
def _worths_by_rarity(cotton: int, tobacco: int, sugar_cane: int) -> tuple[Worth, ...]:
    """The worth of each good, in the order of `IMPORTS`."""
    totals = {"cotton": cotton, "tobacco": tobacco, "sugar_cane": sugar_cane}
    # Sorting leaves equal totals in the order of `IMPORTS`, where the rarer good comes first.
    rarest_first = sorted(IMPORTS, key=lambda good: totals[good])
    alone = Explanation("import_rarity", params(**totals))
    tied = Explanation("import_rarity_tied", alone.params)
    worths = []
    for good in IMPORTS:
        equals = [other for other in IMPORTS if totals[other] == totals[good]]
        vp = IMPORT_VP[rarest_first.index(good)]
        worths.append(Worth(good, vp, tied if len(equals) > 1 else alone))
    return tuple(worths)


def imported(units: int, worth: Worth) -> ScoreLine:
    """Cotton, tobacco, sugar cane: 3, 4 or 5 VP for each unit on fulfilled contracts, by rarity."""
    return line(worth.good, units, worth.vp, units * worth.vp, worth.explanation)


def exports(counts: Sequence[int], close_second: bool) -> list[ScoreLine]:
    """Exports: most fulfilled contracts 12 VP, second 6 (two players: 8, and 0 or the close second's 4)."""
    return ranking("exports", counts, EXPORT_TIERS, CLOSE_SECOND_EXPORTS if close_second else None)


def settlements(counts: Sequence[int], close_second: bool) -> list[ScoreLine]:
    """Settlements: most connected 18 VP, then 12 and 6 (two players: 12, and 0 or the close second's 6)."""
    return ranking(
        "settlements", counts, SETTLEMENT_TIERS, CLOSE_SECOND_SETTLEMENTS if close_second else None
    )


def ranking(
    key: str,
    counts: Sequence[int],
    tiers: Mapping[int, tuple[int, ...]],
    close_second: CloseSecond | None = None,
) -> list[ScoreLine]:
    """A line that compares the seats, in the order of `counts`; `tiers` are given by how many are compared."""
    line_of = _ranked(key, tuple(sorted(counts, reverse=True)), tiers[len(counts)], close_second)
    return [line_of[count] for count in counts]


@shared
def _ranked(
    key: str, most_first: tuple[int, ...], tiers: tuple[int, ...], close_second: CloseSecond | None
) -> dict[int, ScoreLine]:
    """The line of each count: ties share the tiers of the places they take."""
    shares = share_tiers(most_first, tiers)
    return {
        count: _ranked_line(key, count, most_first, share, close_second)
        for count, share in zip(most_first, shares, strict=True)
    }


def _ranked_line(
    key: str, count: int, most_first: tuple[int, ...], share: Share, close_second: CloseSecond | None
) -> ScoreLine:
    vp = share.each
    behind = most_first[0] - count
    if share.sharers > 1:
        named = params(
            counts=most_first,
            first=share.first_place,
            last=share.last_place,
            tiers=share.tiers,
            sharers=share.sharers,
            each=vp,
        )
        explanation = Explanation("ranked_tied", named)
    elif close_second and 0 < behind <= close_second.within:
        vp = close_second.vp
        explanation = Explanation("ranked_close_second", params(counts=most_first, behind=behind))
    else:
        explanation = Explanation("ranked_alone", params(counts=most_first, place=share.first_place))
    return line(key, count, None, vp, explanation)


@shared
def bid(points: int) -> ScoreLine:
    """Clan auction: the VP bid for the clan are lost."""
    return line("bid", points, -1, -points, Explanation("bid"))
