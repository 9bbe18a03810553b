"""The typed sheet the lines are scored from.

Most lines compare the seats, so it holds rows as on paper: one number for each seat, in their order.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias, cast

from scoring.glen_more_2 import pieces
from scoring.glen_more_2.constants import HAGGIS_ROUNDS, LAST_ROUND, ROUNDS
from scoring.types import SheetValues, Value

Row: TypeAlias = tuple[int, ...]
Flags: TypeAlias = tuple[bool, ...]
# Where a blank is not the same as nothing.
BlankableRow: TypeAlias = tuple[int | None, ...]
# The index of a seat, or None for nobody.
Holder: TypeAlias = int | None


class Haggis(NamedTuple):
    """Face-up haggis tokens: how many, and the sum of their values."""

    tokens: Row
    sums: Row


class Round(NamedTuple):
    """One scoring round.

    `gangsters` says who holds which; `mike_host` is the seat on whose castle Mike McCastle stands.
    `storr_vp` and `inverness_vp` are VP by the tables of those two cards, blank for everybody else.
    """

    key: str
    castle_scots: Row
    landmarks: Row
    barrels: Row
    persons: Row
    castle_moil: Holder
    david_hume: Holder
    haggis: Haggis | None
    event_sides: Row
    storr_vp: BlankableRow
    inverness_vp: BlankableRow
    gangsters: dict[str, int]
    claimed_landmarks: Row
    mike_host: Holder

    @property
    def card_tables(self) -> tuple[tuple[str, BlankableRow], ...]:
        """The fields for VP by the tables of single cards, with what was entered there."""
        return ("old_man_of_storr_vp", self.storr_vp), ("inverness_vp", self.inverness_vp)


class CouncilCard(NamedTuple):
    """A council card in play with its votes; `typed` is blank for cards whose measure is worked out."""

    key: str
    ayes: int
    nays: int
    typed: BlankableRow

    @property
    def voted_in(self) -> bool:
        """At least as many ayes as nays; a card never voted on is out."""
        return self.ayes >= self.nays and self.ayes > 0


class Ending(NamedTuple):
    """The final scoring."""

    vp_tokens: Row
    coins: Row
    armadale_castle: Holder
    landmark_vp: Row
    territory: Row
    race_results: tuple[str | None, ...]
    council: tuple[CouncilCard, ...]
    gangster_costs: Row
    minus_pennies: Row
    plus_pennies: Row


class Sheet(NamedTuple):
    """`rounds` are those played so far; `ending` is None until the last of them."""

    values: SheetValues
    chronicles: frozenset[str]
    rounds: tuple[Round, ...]
    ending: Ending | None

    @property
    def seats(self) -> int:
        return len(self.values.seats)

    @property
    def resources(self) -> BlankableRow:
        return _entered([seat.entered for seat in self.values.seats], "resources")


def build(values: SheetValues) -> Sheet:
    """The sheet of well-formed values."""
    chronicles = frozenset([key for key in pieces.CHRONICLES if values.options[key]])
    rounds: list[Round] = []
    for name in ROUNDS[: ROUNDS.index(values.through) + 1]:
        rounds.append(_round(name, values, chronicles, rounds[-1] if rounds else None))
    ending = _ending(values) if values.through == LAST_ROUND else None
    return Sheet(values, chronicles, tuple(rounds), ending)


def _round(name: str, values: SheetValues, chronicles: frozenset[str], before: Round | None) -> Round:
    fields = [seat.rounds[name] for seat in values.seats]
    nothing = (0,) * len(fields)
    blank: BlankableRow = (None,) * len(fields)
    gangsters: dict[str, int] = dict(before.gangsters) if before else {}
    claimed, mike_host = nothing, None
    if "penny_mobs" in chronicles:
        claimed = _row(fields, "claimed_landmarks")
        mike_host = _first(_row(fields, "mike_mccastle_here"))
        for index, held in enumerate(_row(fields, "gangsters")):
            for gangster in held:
                gangsters.setdefault(gangster, index)
    events, storr_vp, inverness_vp = nothing, blank, blank
    if "dubious_tome" in chronicles:
        entered = [seat.entered_rounds.get(name, {}) for seat in values.seats]
        events = _row(fields, "event_sides")
        storr_vp = _entered(entered, "old_man_of_storr_vp")
        inverness_vp = _entered(entered, "inverness_vp")
    haggis = None
    if "haggis" in chronicles and name in HAGGIS_ROUNDS:
        haggis = Haggis(_row(fields, "haggis_tokens"), _row(fields, "haggis_sum"))
    return Round(
        key=name,
        castle_scots=_row(fields, "castle_scots"),
        landmarks=_row(fields, "landmarks"),
        barrels=_row(fields, "barrels"),
        persons=_row(fields, "persons"),
        castle_moil=_kept(before.castle_moil if before else None, _row(fields, "castle_moil")),
        david_hume=_kept(before.david_hume if before else None, _row(fields, "david_hume")),
        haggis=haggis,
        event_sides=events,
        storr_vp=storr_vp,
        inverness_vp=inverness_vp,
        gangsters=gangsters,
        claimed_landmarks=claimed,
        mike_host=mike_host,
    )


def _ending(values: SheetValues) -> Ending:
    fields = [seat.values for seat in values.seats]
    cards = cast("tuple[str, ...]", values.game["council_cards"])
    return Ending(
        vp_tokens=_row(fields, "vp_tokens"),
        coins=_row(fields, "coins"),
        armadale_castle=_first(_row(fields, "armadale_castle")),
        landmark_vp=_row(fields, "landmark_vp"),
        territory=_row(fields, "territory"),
        race_results=_row(fields, "race_result"),
        council=tuple([_council_card(card, values) for card in cards]),
        gangster_costs=_row(fields, "gangster_cost"),
        minus_pennies=_row(fields, "minus_pennies"),
        plus_pennies=_row(fields, "plus_pennies"),
    )


def _council_card(card: str, values: SheetValues) -> CouncilCard:
    return CouncilCard(
        card,
        cast("int", values.game[f"ayes_{card}"]),
        cast("int", values.game[f"nays_{card}"]),
        _entered([seat.entered for seat in values.seats], f"council_{card}"),
    )


def _row(seats: list[dict[str, Value]], key: str) -> Any:
    """One field of every seat; the reader has made sure of its type."""
    return tuple([fields[key] for fields in seats])


def _entered(seats: list[dict[str, Value]], key: str) -> BlankableRow:
    """What was entered at every seat, blanks as they are."""
    return tuple([cast("int | None", fields.get(key)) for fields in seats])


def _first(flags: Flags) -> Holder:
    """Who raised the flag. That nobody else did is checked elsewhere."""
    return flags.index(True) if True in flags else None


def _kept(holder: Holder, flags: Flags) -> Holder:
    """A piece stays with whoever had it first."""
    return _first(flags) if holder is None else holder
