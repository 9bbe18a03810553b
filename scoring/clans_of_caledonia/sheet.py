"""The sheet: options, set-up, the fields of a seat, and the typed form the lines are scored from."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias, TypedDict, cast

from scoring.clans_of_caledonia import contracts, pieces
from scoring.clans_of_caledonia.tables import AUTOMA_LEVELS, DELIVERY_VP, HIGHEST_BID, MILESTONE_SLOTS
from scoring.conditions import (
    ALWAYS,
    Condition,
    all_of,
    at_least,
    equals,
    is_chosen,
    is_off,
    is_on,
    negate,
    one_of,
)
from scoring.description import Field
from scoring.kept import kept
from scoring.types import Entries

HUMAN = "human"
AUTOMA = "automa"

_IS_HUMAN = equals("seat.kind", HUMAN)
_IS_AUTOMA = equals("seat.kind", AUTOMA)
_ONE_HUMAN = equals("humans", 1)
_FULL_TRAIN = equals("options.train", "full")
_ANY_TRAIN = is_chosen("options.train")
_WITH_CLANS = is_off("options.without_clans")
# Of the nine measures these cannot be read off the sheet.
ENTERED_MEASURES = ("units", "units_in_one_settlement", "river_units", "loch_units")

_TABLE_OF_HUMANS = all_of(at_least("humans", 2), equals("bots", 0))


def _flag(key: str, when: Condition = ALWAYS) -> Field:
    return Field(key=key, kind="flag", section="variants", when=when)


OPTIONS = (
    Field(
        key="reward",
        kind="choice",
        section="industria",
        choices=pieces.keys(pieces.REWARDS),
        catalogue="rewards",
    ),
    Field(
        key="train",
        kind="choice",
        section="industria",
        choices=("full", "milestones_only", "simplified"),
        choice_when={"milestones_only": _TABLE_OF_HUMANS, "simplified": _TABLE_OF_HUMANS},
    ),
    _flag("static_imports"),
    _flag("close_second_exports", equals("seats", 2)),
    _flag("close_second_settlements", equals("seats", 2)),
    _flag("without_clans"),
    _flag("auction", all_of(at_least("humans", 2), _WITH_CLANS)),
    # From here on variants that change no final score and are only recorded.
    _flag("no_scoring_tiles"),
    _flag("no_port_tiles"),
    _flag("tighter_map", one_of("seats", 2, 3)),
    _flag("random_prices"),
    _flag("farmers_markets"),
    _flag("future_contracts"),
)

SETUP = (
    *(
        Field(
            key=f"map_{module}",
            kind="choice",
            section="setup",
            choices=pieces.keys(pieces.MAP_SIDES),
            catalogue="map_sides",
        )
        for module in pieces.MAP_MODULES
    ),
    Field(
        key="scoring_tiles",
        kind="tiles",
        section="setup",
        choices=pieces.keys(pieces.SCORING_TILES),
        shortest=5,
        longest=5,
        ordered=True,
        catalogue="scoring_tiles",
        when=is_off("options.no_scoring_tiles"),
    ),
    Field(
        key="port_tiles",
        kind="tiles",
        section="setup",
        choices=pieces.keys(pieces.PORT_TILES),
        shortest=4,
        longest=4,
        ordered=True,
        catalogue="port_tiles",
        when=is_off("options.no_port_tiles"),
    ),
    Field(
        key="milestone_tiles",
        kind="tiles",
        section="setup",
        choices=pieces.keys(pieces.MILESTONES),
        shortest=MILESTONE_SLOTS,
        longest=MILESTONE_SLOTS,
        ordered=True,
        catalogue="milestones",
        when=_ANY_TRAIN,
    ),
)


SEAT = (
    Field(
        key="clan",
        kind="choice",
        section="seat",
        choices=pieces.keys(pieces.CLANS),
        catalogue="clans",
        unique=True,
        when=all_of(_IS_HUMAN, _WITH_CLANS),
    ),
    Field(key="colour", kind="choice", section="seat", choices=pieces.COLOURS, unique=True),
    Field(key="turn_order", kind="choice", section="seat", choices=(1, 2, 3, 4), unique=True),
    Field(
        key="starting_tile",
        kind="choice",
        section="seat",
        choices=pieces.keys(pieces.STARTING_TILES),
        catalogue="starting_tiles",
        unique=True,
        when=_IS_HUMAN,
    ),
    Field(key="level", kind="choice", section="seat", choices=AUTOMA_LEVELS, required=True, when=_IS_AUTOMA),
    Field(
        key="bid",
        section="seat",
        maximum=HIGHEST_BID,
        required=True,
        when=all_of(_IS_HUMAN, is_on("options.auction")),
    ),
    Field(key="glory", section="stock", required=True, usual=120, when=_IS_HUMAN),
    Field(key="basic_goods", section="stock", required=True, parts=("wool", "milk", "grain"), when=_IS_HUMAN),
    Field(key="wool", section="stock", when=_IS_HUMAN),
    Field(key="milk", section="stock", when=_IS_HUMAN),
    Field(key="grain", section="stock", when=_IS_HUMAN),
    Field(
        key="processed_goods",
        section="stock",
        required=True,
        parts=("bread", "cheese", "whisky", "kilts"),
        when=_IS_HUMAN,
    ),
    Field(key="bread", section="stock", when=_IS_HUMAN),
    Field(key="cheese", section="stock", when=_IS_HUMAN),
    Field(key="whisky", section="stock", when=_IS_HUMAN),
    Field(key="kilts", section="stock", maximum=2, when=all_of(_IS_HUMAN, equals("seat.clan", "fraser"))),
    Field(key="money", section="stock", required=True, usual=300),
    Field(
        key="contract_tiles",
        kind="tiles",
        section="contracts",
        choices=tuple(contract.key for contract in contracts.CONTRACTS),
        longest=len(contracts.CONTRACTS),
        unique=True,
        catalogue="contracts",
        derives={
            "contracts": "",
            "hops": "hops",
            "cotton": "cotton",
            "tobacco": "tobacco",
            "sugar_cane": "sugar_cane",
            "meat": "meat",
        },
    ),
    Field(key="contracts", section="contracts", required=True, usual=15),
    Field(key="hops", section="contracts", required=True),
    Field(key="cotton", section="contracts", required=True),
    Field(key="tobacco", section="contracts", required=True),
    Field(key="sugar_cane", section="contracts", required=True),
    Field(key="meat", section="contracts"),
    Field(key="settlements", section="map", required=True, usual=20),
    Field(
        key="reward_value",
        section="map",
        required=True,
        when=all_of(_IS_HUMAN, one_of("options.reward", *ENTERED_MEASURES)),
    ),
    Field(
        key="deliveries",
        section="industria",
        maximum=len(DELIVERY_VP) - 1,
        required=True,
        when=all_of(_IS_HUMAN, _FULL_TRAIN),
    ),
    # As which player a milestone was claimed; 0 or blank: not claimed.
    *(
        Field(
            key=f"milestone_{slot}",
            section="industria",
            maximum=4,
            unique=True,
            when=all_of(_IS_HUMAN, _ANY_TRAIN, negate(_ONE_HUMAN)),
        )
        for slot in range(1, MILESTONE_SLOTS + 1)
    ),
    # The only human claims against the clock: in which round; 0 or blank: not claimed.
    *(
        Field(
            key=f"milestone_{slot}_round",
            section="industria",
            maximum=5,
            when=all_of(_IS_HUMAN, _FULL_TRAIN, _ONE_HUMAN),
        )
        for slot in range(1, MILESTONE_SLOTS + 1)
    ),
)

SECTIONS = ("variants", "industria", "setup", "seat", "stock", "contracts", "map")


class Options(TypedDict):
    """The options that decide a score; the others are only recorded."""

    reward: str | None
    train: str | None
    static_imports: bool
    close_second_exports: bool
    close_second_settlements: bool
    auction: bool


Counts: TypeAlias = tuple[int, ...]
# As which player, or in which round, a seat claimed each milestone; 0 where it did not.
Claims: TypeAlias = tuple[int, int, int, int]


class Columns(NamedTuple):
    """The values scored from, totals filled in and blanks at their defaults: one for each seat, in order."""

    turn_order: tuple[int | None, ...]
    bid: Counts
    glory: Counts
    basic_goods: Counts
    processed_goods: Counts
    money: Counts
    contracts: Counts
    hops: Counts
    cotton: Counts
    tobacco: Counts
    sugar_cane: Counts
    settlements: Counts
    reward_value: Counts
    deliveries: Counts
    milestone_1: Counts
    milestone_2: Counts
    milestone_3: Counts
    milestone_4: Counts

    @property
    def milestones(self) -> tuple[Counts, Counts, Counts, Counts]:
        """For each milestone as which player every seat claimed it."""
        return self.milestone_1, self.milestone_2, self.milestone_3, self.milestone_4


_COLUMNS = itemgetter(*Columns._fields)
_CLAIMED_ROUNDS = itemgetter(*(f"milestone_{slot}_round" for slot in range(1, MILESTONE_SLOTS + 1)))


class Sheet(NamedTuple):
    """A checked sheet.

    `humans` are the indexes of the seats with a person, `people` their columns, and `claims` their milestones:
    by round for the only one, otherwise by place. `solo` is a person without any opponent.
    """

    entries: Entries
    options: Options
    columns: Columns
    humans: tuple[int, ...]
    people: Columns
    claims: list[Claims]
    solo: bool
    one_human: bool
    with_automa: bool

    def automa_level(self, seat: int) -> int:
        """0 when it has not been entered yet."""
        return cast("int | None", self.entries.columns["level"][seat]) or 0


class _Company(NamedTuple):
    """Who sits at the table."""

    humans: tuple[int, ...]
    solo: bool
    one_human: bool
    with_automa: bool


@kept
def _company(kinds: tuple[str, ...]) -> _Company:
    humans = tuple([index for index, kind in enumerate(kinds) if kind == HUMAN])
    return _Company(humans, len(kinds) == 1, len(humans) == 1, len(humans) < len(kinds))


def build(entries: Entries) -> Sheet:
    """The typed sheet of entries the reader gave; the reader has made sure of every type."""
    humans, solo, one_human, with_automa = _company(tuple([seat.kind for seat in entries.seats]))
    columns: Columns = tuple.__new__(Columns, _COLUMNS(entries.columns))
    people = _of_seats(columns, humans) if with_automa else columns
    claims = (
        [_claimed_rounds(entries, humans[0])] if one_human else list(zip(*people.milestones, strict=True))
    )
    options: Any = entries.options
    return tuple.__new__(
        Sheet, (entries, options, columns, humans, people, claims, solo, one_human, with_automa)
    )


def _of_seats(columns: Columns, seats: Sequence[int]) -> Columns:
    return Columns._make([tuple([column[seat] for seat in seats]) for column in columns])


def _claimed_rounds(entries: Entries, seat: int) -> Claims:
    return cast("Claims", tuple([column[seat] for column in _CLAIMED_ROUNDS(entries.columns)]))
