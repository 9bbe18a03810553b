"""The lines of the base game: one function for each, named after it, in the order of the sheet.

Most compare the seats and give a row: one line for each seat, in their order.
"""

from __future__ import annotations

from typing import NamedTuple

from scoring.glen_more_2.constants import (
    ARMADALE_COIN_VP,
    ARMADALE_COINS,
    CASTLE_MOIL_FACTOR,
    COIN_VP,
    DAVID_HUME_PERSONS,
    LAST_ROUND,
    LEAD_VP,
    RACE_LAST,
    VP_PER_SURPLUS_TILE,
)
from scoring.glen_more_2.sheet import BlankableRow, Round, Row
from scoring.types import Explanation, Param, ScoreLine, params, shared


def final_line(
    key: str, quantity: int | None, unit: int | None, vp: int, code: str, **named: Param
) -> ScoreLine:
    """A line of the final scoring, which belongs to the last round."""
    return ScoreLine(key, LAST_ROUND, quantity, unit, vp, Explanation(code, params(**named)))


# The four categories of a scoring round


def castle_scots(played: Round) -> list[ScoreLine]:
    """Scots on the home castle: VP by the lead over the fewest; Castle Moil doubles its owner's.

    Mike McCastle (penny mobs): one Scot of the castle he stands on does not count, he counts as one more on
    his holder's castle, both before any doubling. Old Man of Storr's event (dubious tome): its owner scores
    by the table on the card.
    """
    holder = played.gangsters.get("mike_mccastle")
    stands = holder is not None and played.mike_host is not None
    counts = []
    for seat, scots in enumerate(played.castle_scots):
        gained = 1 if stands and seat == holder else 0
        lost = 1 if stands and seat == played.mike_host and scots else 0
        factor = CASTLE_MOIL_FACTOR if seat == played.castle_moil else 1
        counted = (scots + gained - lost) * factor
        counts.append(_Count(scots, counted, _scots_change(gained, lost, factor)))
    return _leads("castle_scots", played.key, counts, "old_man_of_storr", played.storr_vp)


def landmarks(played: Round) -> list[ScoreLine]:
    """Landmark cards: VP by the lead over the fewest.

    Every face-up event side counts one more (dubious tome). A card with a token of John McClaim (penny mobs)
    counts for his holder instead of its owner.
    """
    counts = []
    for seat, (gained, lost) in enumerate(claims(played)):
        cards, events = played.landmarks[seat], played.event_sides[seat]
        # Only a preview of a half-filled sheet can have more tokens than cards.
        counted = max(cards + events + gained - lost, 0)
        counts.append(_Count(cards, counted, _landmark_change(events, gained, lost)))
    return _leads("landmarks", played.key, counts)


def claims(played: Round) -> list[tuple[int, int]]:
    """What John McClaim's tokens do (penny mobs): how many cards each seat gains and loses by them.

    All of them count for his holder. One on a card of the holder's own is gained and lost.
    """
    john = played.gangsters.get("john_mcclaim")
    if john is None:
        return [(0, 0) for _ in played.landmarks]
    tokens = sum(played.claimed_landmarks)
    return [(tokens if seat == john else 0, own) for seat, own in enumerate(played.claimed_landmarks)]


def barrels(played: Round) -> list[ScoreLine]:
    """Whisky barrels: VP by the lead over the fewest; those in cellars count, and so does the race winner's.

    Inverness's event (dubious tome): its owner scores by the table on the card.
    """
    counts = [_Count(barrels, barrels, _NO_CHANGE) for barrels in played.barrels]
    return _leads("barrels", played.key, counts, "inverness", played.inverness_vp)


def persons(played: Round) -> list[ScoreLine]:
    """Person tiles: VP by the lead over the fewest; David Hume counts as two persons."""
    counts = [
        _Count(tiles, tiles + DAVID_HUME_PERSONS - 1, _DAVID_HUME)
        if seat == played.david_hume
        else _Count(tiles, tiles, _NO_CHANGE)
        for seat, tiles in enumerate(played.persons)
    ]
    return _leads("persons", played.key, counts)


class _Change(NamedTuple):
    """Why a seat counts more or less than it has: a code, and its parameters as pairs."""

    code: str
    named: tuple[tuple[str, int], ...] = ()


class _Count(NamedTuple):
    """What a seat has, and what that counts as."""

    typed: int
    counted: int
    change: _Change


_NO_CHANGE = _Change("lead")
_CASTLE_MOIL = _Change("lead_castle_moil")
_DAVID_HUME = _Change("lead_david_hume")


def _scots_change(gained: int, lost: int, factor: int) -> _Change:
    if gained == lost:
        return _NO_CHANGE if factor == 1 else _CASTLE_MOIL
    return _Change("lead_mike_mccastle", (("gained", gained), ("lost", lost), ("factor", factor)))


def _landmark_change(events: int, gained: int, lost: int) -> _Change:
    if gained == lost:
        return _Change("lead_event_sides", (("events", events),)) if events else _NO_CHANGE
    return _Change("lead_john_mcclaim", (("events", events), ("gained", gained), ("lost", lost)))


def _leads(
    key: str, played: str, counts: list[_Count], card: str = "", card_vp: BlankableRow = ()
) -> list[ScoreLine]:
    """The lines of a category: everyone's lead over the lowest count, or the VP by the table of a card."""
    lowest = min([count.counted for count in counts])
    lines = [_lead(key, played, count, lowest) for count in counts]
    for seat, vp in enumerate(card_vp):
        if vp is not None:
            lines[seat] = _own_table(key, played, counts[seat], lowest, card, vp)
    return lines


def lead_vp(lead: int) -> int:
    """The difference table: 0, 1, 2, 3, 5 VP for a lead of 0 to 4, and 8 for 5 or more."""
    return LEAD_VP[min(lead, len(LEAD_VP) - 1)]


@shared
def _lead(key: str, played: str, count: _Count, lowest: int) -> ScoreLine:
    lead = count.counted - lowest
    named = params(counted=count.counted, lowest=lowest, lead=lead, **dict(count.change.named))
    return ScoreLine(key, played, count.typed, None, lead_vp(lead), Explanation(count.change.code, named))


@shared
def _own_table(key: str, played: str, count: _Count, lowest: int, card: str, vp: int) -> ScoreLine:
    named = params(card=card, counted=count.counted, lowest=lowest, lead=count.counted - lowest)
    return ScoreLine(key, played, count.typed, None, vp, Explanation("lead_own_table", named))


# The final scoring


def territory(tiles: Row) -> list[ScoreLine]:
    """Territory: 3 VP lost for each tile more than the smallest territory has."""
    smallest = min(tiles)
    return [_territory(size, smallest) for size in tiles]


@shared
def _territory(tiles: int, smallest: int) -> ScoreLine:
    surplus = tiles - smallest
    vp = surplus * VP_PER_SURPLUS_TILE
    return final_line(
        "territory",
        tiles,
        None,
        vp,
        "territory",
        smallest=smallest,
        surplus=surplus,
        each=-VP_PER_SURPLUS_TILE,
    )


@shared
def coins(owned: int, armadale: bool, race_result: str | None) -> ScoreLine:
    """Coins: 1 VP each; Armadale Castle's owner gets 2 VP for each of the first 8.

    Whoever holds a "last" card of the boat races gets nothing for coins except what Armadale Castle gives.
    """
    doubled = min(owned, ARMADALE_COINS) if armadale else 0
    single = 0 if race_result == RACE_LAST else owned - doubled
    vp = doubled * ARMADALE_COIN_VP + single * COIN_VP
    if armadale:
        code = "coins_armadale_last" if race_result == RACE_LAST else "coins_armadale"
        return final_line("coins", owned, None, vp, code, doubled=doubled, single=single)
    if race_result == RACE_LAST:
        return final_line("coins", owned, 0, vp, "coins_last")
    return final_line("coins", owned, COIN_VP, vp, "coins")


@shared
def vp_tokens(points: int) -> ScoreLine:
    """VP tokens gained during play, apart from those of the scoring rounds."""
    return final_line("vp_tokens", points, 1, points, "vp_tokens")


@shared
def landmark_vp(points: int) -> ScoreLine:
    """Landmark cards that give VP at the end of the game (Armadale Castle's are in the coins)."""
    return final_line("landmark_vp", points, 1, points, "landmark_vp")
