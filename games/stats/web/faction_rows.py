"""Rows of the tables on a clan's page."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.stats.selectors.faction_people import RecordGame
from games.stats.selectors.faction_profile import FactionProfile, LineMean
from games.stats.selectors.tallies import Split
from games.stats.web import words
from games.web.life.columns import SeatColumn, columns_of


@dataclass(frozen=True, slots=True)
class LineRow:
    name: str
    mean: str
    average: str
    difference: str
    share: str


@dataclass(frozen=True, slots=True)
class SplitRow:
    name: str
    games: str
    index: str
    span: str
    mean_vp: str
    margin: str
    is_small: bool


@dataclass(frozen=True, slots=True)
class SplitGroup:
    """All tiles of a kind; `key` names the table in addresses."""

    key: str
    name: str
    rows: list[SplitRow]


@dataclass(frozen=True, slots=True)
class RecordRow:
    record: RecordGame
    seat: SeatColumn
    margin: str


def line_rows(lines: Iterable[LineMean], system: str) -> list[LineRow]:
    return [
        LineRow(
            words.line_name(system, one.key),
            words.number(one.mean),
            words.number(one.average),
            words.signed(one.mean - one.average),
            words.percent(one.share),
        )
        for one in lines
        if one.mean or one.average
    ]


def split_groups(profile: FactionProfile, system: str) -> list[SplitGroup]:
    """What was in the game: scoring tiles, ports, map sides ...; only what was met at least once."""
    groups = [
        SplitGroup(field, words.field_name(system, field), split_rows(splits, system, field))
        for field, splits in profile.by_setup.items()
    ]
    return [group for group in groups if group.rows]


def split_rows(splits: Iterable[Split], system: str, field: str) -> list[SplitRow]:
    """The best first, small samples after the others."""
    played = sorted(
        (one for one in splits if one.games),
        key=lambda one: (one.is_small, -(one.win_index.value if one.win_index else 0.0)),
    )
    return [
        SplitRow(
            words.choice_name(system, field, one.key),
            words.number(one.games, 0),
            words.number(one.win_index.value if one.win_index else None, 2),
            words.span(one.win_index, 2),
            words.number(one.mean_vp),
            words.difference(one.mean_margin),
            one.is_small,
        )
        for one in played
    ]


def record_rows(records: Iterable[RecordGame]) -> list[RecordRow]:
    return [
        RecordRow(
            one,
            next(column for column in columns_of(one.game) if column.index == one.seat_index),
            words.signed(one.margin),
        )
        for one in records
    ]
