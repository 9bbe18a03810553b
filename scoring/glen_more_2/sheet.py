"""The typed sheet the lines are scored from.

Most lines compare the seats, so the sheet holds columns: one number for each seat, in their order.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias, TypedDict, cast

from scoring.glen_more_2 import pieces
from scoring.glen_more_2.tables import HAGGIS_ROUNDS, LAST_ROUND, ROUNDS
from scoring.types import Entries, SeatEntries, Value

Column: TypeAlias = tuple[int, ...]
# Where a blank is not the same as nothing.
BlankableColumn: TypeAlias = tuple[int | None, ...]
# The index of a seat, or None for nobody.
Holder: TypeAlias = int | None


class RoundValues(TypedDict):
    """What one seat has in one round; the haggis fields exist from round B on."""

    castle_scots: int
    landmarks: int
    barrels: int
    persons: int
    castle_moil: bool
    david_hume: bool
    haggis_tokens: int
    haggis_sum: int
    event_sides: int
    gangsters: tuple[str, ...]
    claimed_landmarks: int
    mike_mccastle_here: bool


class FinalValues(TypedDict):
    """What one seat has at the end of the game, apart from the council cards."""

    vp_tokens: int
    coins: int
    armadale_castle: bool
    landmark_vp: int
    territory: int
    race_result: str | None
    gangster_cost: int
    minus_pennies: int
    plus_pennies: int


class Haggis(NamedTuple):
    """Face-up haggis tokens: how many, and the sum of their values."""

    tokens: Column
    sums: Column


class Round(NamedTuple):
    """One scoring round.

    `gangsters` says who holds which; `mike_host` is the seat on whose castle Mike McCastle stands.
    `storr_vp` and `inverness_vp` are VP by the tables of those two cards, blank for everybody else.
    """

    key: str
    castle_scots: Column
    landmarks: Column
    barrels: Column
    persons: Column
    castle_moil: Holder
    david_hume: Holder
    haggis: Haggis | None
    event_sides: Column
    storr_vp: BlankableColumn
    inverness_vp: BlankableColumn
    gangsters: dict[str, int]
    claimed_landmarks: Column
    mike_host: Holder

    @property
    def card_tables(self) -> tuple[tuple[str, BlankableColumn], ...]:
        """The fields for VP by the tables of single cards, with what was entered there."""
        return ("old_man_of_storr_vp", self.storr_vp), ("inverness_vp", self.inverness_vp)


class CouncilCard(NamedTuple):
    """A council card in play with its votes; `typed` is blank for cards whose measure is worked out."""

    key: str
    ayes: int
    nays: int
    typed: BlankableColumn

    @property
    def voted_in(self) -> bool:
        """At least as many ayes as nays; a card never voted on is out."""
        return self.ayes >= self.nays and self.ayes > 0


class Ending(NamedTuple):
    """The final scoring."""

    vp_tokens: Column
    coins: Column
    armadale_castle: Holder
    landmark_vp: Column
    territory: Column
    race_results: tuple[str | None, ...]
    council: tuple[CouncilCard, ...]
    gangster_costs: Column
    minus_pennies: Column
    plus_pennies: Column


class Sheet(NamedTuple):
    """`rounds` are those played so far; `ending` is None until the last of them."""

    entries: Entries
    chronicles: frozenset[str]
    rounds: tuple[Round, ...]
    ending: Ending | None

    @property
    def seats(self) -> int:
        return len(self.entries.seats)

    @property
    def resources(self) -> BlankableColumn:
        return _entered([seat.entered for seat in self.entries.seats], "resources")


def build(entries: Entries) -> Sheet:
    """The sheet of well-formed entries."""
    chronicles = frozenset([key for key in pieces.CHRONICLES if entries.options[key]])
    rounds: list[Round] = []
    for name in ROUNDS[: ROUNDS.index(entries.through) + 1]:
        rounds.append(_round(name, entries.seats, chronicles, rounds[-1] if rounds else None))
    ending = _ending(entries) if entries.through == LAST_ROUND else None
    return Sheet(entries, chronicles, tuple(rounds), ending)


def _round(
    name: str, seats: tuple[SeatEntries, ...], chronicles: frozenset[str], before: Round | None
) -> Round:
    values = [cast("RoundValues", seat.rounds[name]) for seat in seats]
    nothing = (0,) * len(seats)
    blank: BlankableColumn = (None,) * len(seats)
    gangsters: dict[str, int] = dict(before.gangsters) if before else {}
    claimed, mike_host = nothing, None
    if "penny_mobs" in chronicles:
        claimed = tuple([seat["claimed_landmarks"] for seat in values])
        mike_host = _first([seat["mike_mccastle_here"] for seat in values])
        for index, seat in enumerate(values):
            for gangster in seat["gangsters"]:
                gangsters.setdefault(gangster, index)
    events, storr_vp, inverness_vp = nothing, blank, blank
    if "dubious_tome" in chronicles:
        entered = [seat.entered_rounds.get(name, {}) for seat in seats]
        events = tuple([seat["event_sides"] for seat in values])
        storr_vp = _entered(entered, "old_man_of_storr_vp")
        inverness_vp = _entered(entered, "inverness_vp")
    haggis = None
    if "haggis" in chronicles and name in HAGGIS_ROUNDS:
        haggis = Haggis(
            tuple([seat["haggis_tokens"] for seat in values]), tuple([seat["haggis_sum"] for seat in values])
        )
    return Round(
        key=name,
        castle_scots=tuple([seat["castle_scots"] for seat in values]),
        landmarks=tuple([seat["landmarks"] for seat in values]),
        barrels=tuple([seat["barrels"] for seat in values]),
        persons=tuple([seat["persons"] for seat in values]),
        castle_moil=_kept(before.castle_moil if before else None, [seat["castle_moil"] for seat in values]),
        david_hume=_kept(before.david_hume if before else None, [seat["david_hume"] for seat in values]),
        haggis=haggis,
        event_sides=events,
        storr_vp=storr_vp,
        inverness_vp=inverness_vp,
        gangsters=gangsters,
        claimed_landmarks=claimed,
        mike_host=mike_host,
    )


def _ending(entries: Entries) -> Ending:
    seats = [cast("FinalValues", seat.values) for seat in entries.seats]
    return Ending(
        vp_tokens=tuple([seat["vp_tokens"] for seat in seats]),
        coins=tuple([seat["coins"] for seat in seats]),
        armadale_castle=_first([seat["armadale_castle"] for seat in seats]),
        landmark_vp=tuple([seat["landmark_vp"] for seat in seats]),
        territory=tuple([seat["territory"] for seat in seats]),
        race_results=tuple([seat["race_result"] for seat in seats]),
        council=tuple([_council_card(card, entries) for card in _council_cards(entries)]),
        gangster_costs=tuple([seat["gangster_cost"] for seat in seats]),
        minus_pennies=tuple([seat["minus_pennies"] for seat in seats]),
        plus_pennies=tuple([seat["plus_pennies"] for seat in seats]),
    )


def _council_cards(entries: Entries) -> tuple[str, ...]:
    return cast("tuple[str, ...]", entries.game["council_cards"])


def _council_card(card: str, entries: Entries) -> CouncilCard:
    return CouncilCard(
        card,
        cast("int", entries.game[f"ayes_{card}"]),
        cast("int", entries.game[f"nays_{card}"]),
        _entered([seat.entered for seat in entries.seats], f"council_{card}"),
    )


def _entered(seats: list[dict[str, Value]], key: str) -> BlankableColumn:
    return tuple([cast("int | None", seat.get(key)) for seat in seats])


def _first(flags: list[bool]) -> Holder:
    """Who raised the flag. That nobody else did is checked elsewhere."""
    return flags.index(True) if True in flags else None


def _kept(holder: Holder, flags: list[bool]) -> Holder:
    """A piece stays with whoever had it first."""
    return _first(flags) if holder is None else holder
