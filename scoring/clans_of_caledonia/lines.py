"""The lines of the base game: one function for each, named after it.

Most are pure functions of one small number, and lines are immutable, so equal lines are made once (`shared`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
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
from scoring.types import Explanation, ScoreLine, params

ROUND = "final"
# Far more lines than the games of a season bring up.
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
def money(pounds: int) -> ScoreLine:
    """Money: 1 VP for every full £10; what is left over breaks ties."""
    return money_line(pounds, POUNDS_PER_VP)


def money_line(pounds: int, per_vp: int) -> ScoreLine:
    vp, left = divmod(pounds, per_vp)
    code = "money" if left else "money_without_rest"
    return line("money", pounds, None, vp, Explanation(code, params(per=per_vp, left=left)))


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
    return _by_rarity(cotton, tobacco, sugar_cane)


@shared
def _by_rarity(*totals: int) -> tuple[Worth, ...]:
    """By what the table has of each good, in the order of `IMPORTS`."""
    named = params(**dict(zip(IMPORTS, totals, strict=True)))
    # Sorting keeps the order of equal totals: the good named first is the rarer one.
    vp_of = dict(zip(sorted(range(len(totals)), key=totals.__getitem__), IMPORT_VP, strict=True))
    worths = []
    for index, total in enumerate(totals):
        code = "import_rarity_tied" if totals.count(total) > 1 else "import_rarity"
        worths.append(Worth(IMPORTS[index], vp_of[index], Explanation(code, named)))
    return tuple(worths)


def imported(units: int, worth: Worth) -> ScoreLine:
    """Cotton, tobacco, sugar cane: 3, 4 or 5 VP for each unit on fulfilled contracts, by rarity."""
    return line(worth.good, units, worth.vp, units * worth.vp, worth.explanation)


@shared
def bid(points: int) -> ScoreLine:
    """Clan auction: the VP bid for the clan are lost."""
    return line("bid", points, -1, -points, Explanation("bid" if points else "bid_nothing"))


class Ranking:
    """A line that compares the seats: the most first, ties share the tiers of the places they take."""

    def __init__(
        self, key: str, tiers: Mapping[int, tuple[int, ...]], close_second: CloseSecond | None = None
    ) -> None:
        """`tiers` are given by the number of seats compared."""
        self._key = key
        self._tiers = tiers
        self._close_second = close_second
        self._lines_of = shared(self._rank)

    def lines(self, counts: Sequence[int], close_second: str = "") -> list[ScoreLine]:
        """The lines in the order of `counts`; `close_second` names the rule by which a close second scores."""
        line_of = self._lines_of(tuple(sorted(counts, reverse=True)), close_second)
        return [line_of[count] for count in counts]

    def _rank(self, counts: tuple[int, ...], close_second: str) -> dict[int, ScoreLine]:
        """The line of every count; the most come first."""
        shares = share_tiers(counts, self._tiers[len(counts)])
        return {
            count: self._line(count, counts, share, close_second)
            for count, share in zip(counts, shares, strict=True)
        }

    def _line(self, count: int, counts: tuple[int, ...], share: Share, close_second: str) -> ScoreLine:
        first, last, tiers, vp = share
        behind = counts[0] - count
        close = self._close_second if close_second else None
        if last > first:
            named = params(counts=counts, first=first, last=last, tiers=tiers, sharers=share.sharers, each=vp)
            explanation = Explanation("ranked_tied" if vp else "ranked_tied_low", named)
        elif close and 0 < behind <= close.within:
            vp = close.vp
            explanation = Explanation(close_second, params(counts=counts, behind=behind))
        else:
            code = "ranked_alone" if vp else "ranked_low"
            explanation = Explanation(code, params(counts=counts, place=first))
        return line(self._key, count, None, vp, explanation)


_EXPORTS = Ranking("exports", EXPORT_TIERS, CLOSE_SECOND_EXPORTS)
_SETTLEMENTS = Ranking("settlements", SETTLEMENT_TIERS, CLOSE_SECOND_SETTLEMENTS)

# By which rule a close second scores: a variant for two people, always against the Automa
CLOSE_SECOND_VARIANT = "ranked_close_second"
CLOSE_SECOND_AUTOMA = "ranked_close_second_automa"


def exports(counts: Sequence[int], close_second: str = "") -> list[ScoreLine]:
    """Exports: most fulfilled contracts 12 VP, second 6 (two players: 8, and 0 or the close second's 4)."""
    return _EXPORTS.lines(counts, close_second)


def settlements(counts: Sequence[int], close_second: str = "") -> list[ScoreLine]:
    """Settlements: most connected 18 VP, then 12 and 6 (two players: 12, and 0 or the close second's 6)."""
    return _SETTLEMENTS.lines(counts, close_second)
