"""The typed sheet the lines are scored from.

Most lines compare the seats, so the sheet holds columns: one number for each seat, in their order.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias, TypedDict, cast

from scoring.glen_more_2 import pieces
from scoring.glen_more_2.tables import HAGGIS_ROUNDS, LAST_ROUND, ROUNDS
from scoring.types import Entries, Value

Column: TypeAlias = tuple[int, ...]
Flags: TypeAlias = tuple[bool, ...]
# Where a blank is not the same as nothing.
BlankableColumn: TypeAlias = tuple[int | None, ...]
# The index of a seat, or None for nobody.
Holder: TypeAlias = int | None


class RoundColumns(TypedDict):
    """What the seats have in one round; the haggis fields exist from round B on."""

    castle_scots: Column
    landmarks: Column
    barrels: Column
    persons: Column
    castle_moil: Flags
    david_hume: Flags
    haggis_tokens: Column
    haggis_sum: Column
    event_sides: Column
    gangsters: tuple[tuple[str, ...], ...]
    claimed_landmarks: Column
    mike_mccastle_here: Flags


class FinalColumns(TypedDict):
    """What the seats have at the end of the game, apart from the council cards."""

    vp_tokens: Column
    coins: Column
    armadale_castle: Flags
    landmark_vp: Column
    territory: Column
    race_result: tuple[str | None, ...]
    gangster_cost: Column
    minus_pennies: Column
    plus_pennies: Column


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
        rounds.append(_round(name, entries, chronicles, rounds[-1] if rounds else None))
    ending = _ending(entries) if entries.through == LAST_ROUND else None
    return Sheet(entries, chronicles, tuple(rounds), ending)


def _round(name: str, entries: Entries, chronicles: frozenset[str], before: Round | None) -> Round:
    columns = cast("RoundColumns", entries.rounds[name])
    nothing = (0,) * len(entries.seats)
    blank: BlankableColumn = (None,) * len(entries.seats)
    gangsters: dict[str, int] = dict(before.gangsters) if before else {}
    claimed, mike_host = nothing, None
    if "penny_mobs" in chronicles:
        claimed = columns["claimed_landmarks"]
        mike_host = _first(columns["mike_mccastle_here"])
        for index, held in enumerate(columns["gangsters"]):
            for gangster in held:
                gangsters.setdefault(gangster, index)
    events, storr_vp, inverness_vp = nothing, blank, blank
    if "dubious_tome" in chronicles:
        entered = [seat.entered_rounds.get(name, {}) for seat in entries.seats]
        events = columns["event_sides"]
        storr_vp = _entered(entered, "old_man_of_storr_vp")
        inverness_vp = _entered(entered, "inverness_vp")
    haggis = None
    if "haggis" in chronicles and name in HAGGIS_ROUNDS:
        haggis = Haggis(columns["haggis_tokens"], columns["haggis_sum"])
    return Round(
        key=name,
        castle_scots=columns["castle_scots"],
        landmarks=columns["landmarks"],
        barrels=columns["barrels"],
        persons=columns["persons"],
        castle_moil=_kept(before.castle_moil if before else None, columns["castle_moil"]),
        david_hume=_kept(before.david_hume if before else None, columns["david_hume"]),
        haggis=haggis,
        event_sides=events,
        storr_vp=storr_vp,
        inverness_vp=inverness_vp,
        gangsters=gangsters,
        claimed_landmarks=claimed,
        mike_host=mike_host,
    )


def _ending(entries: Entries) -> Ending:
    columns = cast("FinalColumns", entries.columns)
    return Ending(
        vp_tokens=columns["vp_tokens"],
        coins=columns["coins"],
        armadale_castle=_first(columns["armadale_castle"]),
        landmark_vp=columns["landmark_vp"],
        territory=columns["territory"],
        race_results=columns["race_result"],
        council=tuple([_council_card(card, entries) for card in _council_cards(entries)]),
        gangster_costs=columns["gangster_cost"],
        minus_pennies=columns["minus_pennies"],
        plus_pennies=columns["plus_pennies"],
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


def _first(flags: Flags) -> Holder:
    """Who raised the flag. That nobody else did is checked elsewhere."""
    return flags.index(True) if True in flags else None


def _kept(holder: Holder, flags: Flags) -> Holder:
    """A piece stays with whoever had it first."""
    return _first(flags) if holder is None else holder
