"""The sheet: options, set-up, the fields of a seat, and the typed form the lines are scored from."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias, TypedDict

from scoring.clans_of_caledonia import contracts, pieces
from scoring.clans_of_caledonia.constants import (
    AUTOMA_LEVELS,
    DELIVERY_VP,
    HIGHEST_BID,
    MILESTONE_SLOTS,
    MILESTONE_VP,
    MILESTONE_VP_TWO_PLAYERS,
)
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
from scoring.types import SeatValues, SheetValues

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

# Two people play on a side of the board of their own, unless trains are simplified.
_MILESTONE_PLACES = (
    (
        all_of(equals("humans", 2), negate(equals("options.train", "simplified"))),
        MILESTONE_VP_TWO_PLAYERS,
    ),
    (ALWAYS, MILESTONE_VP),
)

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
            place_vp=_MILESTONE_PLACES,
            about=("milestone_tiles", slot - 1),
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
            about=("milestone_tiles", slot - 1),
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


# As which player, or in which round, a seat claimed each milestone; 0 where it did not.
Claims: TypeAlias = tuple[int, int, int, int]


class Seat(NamedTuple):
    """The values of one seat that are scored from, totals filled in and blanks at their defaults.

    The Automa has a `level`, 0 while it has not been entered yet. `claims` are the milestones: by round for the only
    person at the table, otherwise by place. `has_deliveries` tells a number that was entered from a blank.
    """

    is_human: bool
    level: int
    turn_order: int | None
    bid: int
    glory: int
    basic_goods: int
    processed_goods: int
    money: int
    contracts: int
    hops: int
    cotton: int
    tobacco: int
    sugar_cane: int
    settlements: int
    reward_value: int
    deliveries: int
    has_deliveries: bool
    claims: Claims


class Sheet(NamedTuple):
    """A checked sheet. `solo` is a person without any opponent, `one_human` a person without another one."""

    values: SheetValues
    options: Options
    seats: tuple[Seat, ...]
    solo: bool
    one_human: bool

    @property
    def people(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.is_human]


def build(values: SheetValues) -> Sheet:
    """The typed sheet of what the reader gave; the reader has made sure of every type."""
    one_human = [seat.kind for seat in values.seats].count(HUMAN) == 1
    seats = tuple([_seat(seat, one_human=one_human) for seat in values.seats])
    options: Any = values.options
    return Sheet(values, options, seats, solo=len(seats) == 1, one_human=one_human)


_CLAIMED_PLACES = tuple(f"milestone_{slot}" for slot in range(1, MILESTONE_SLOTS + 1))
_CLAIMED_ROUNDS = tuple(f"milestone_{slot}_round" for slot in range(1, MILESTONE_SLOTS + 1))


def _seat(seat: SeatValues, *, one_human: bool) -> Seat:
    values: Any = seat.values
    claims: Any = tuple([values[key] for key in (_CLAIMED_ROUNDS if one_human else _CLAIMED_PLACES)])
    return Seat(
        is_human=seat.kind == HUMAN,
        level=values["level"] or 0,
        turn_order=values["turn_order"],
        bid=values["bid"],
        glory=values["glory"],
        basic_goods=values["basic_goods"],
        processed_goods=values["processed_goods"],
        money=values["money"],
        contracts=values["contracts"],
        hops=values["hops"],
        cotton=values["cotton"],
        tobacco=values["tobacco"],
        sugar_cane=values["sugar_cane"],
        settlements=values["settlements"],
        reward_value=values["reward_value"],
        deliveries=values["deliveries"],
        has_deliveries="deliveries" in seat.entered,
        claims=claims,
    )
