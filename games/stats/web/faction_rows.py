"""Rows of the tables on a clan's page."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from caledonia_site.common.escaping import escaped
from caledonia_site.common.numbers import writer
from games.stats.selectors.faction_people import RecordGame
from games.stats.selectors.faction_profile import FactionProfile, LineMean
from games.stats.selectors.tallies import Split
from games.stats.web import words
from games.wording.seats import seat_name


@dataclass(frozen=True, slots=True)
class LineRow:
    name: str
    mean: str
    average: str
    difference: str
    share: str


@dataclass(frozen=True, slots=True)
class SplitGroup:
    """All tiles of a kind; `key` names the table in addresses, `rows` are markup: a page has a hundred of them, and a
    template would take longer for these than for everything else.
    """

    key: str
    name: str
    rows: SafeString


@dataclass(frozen=True, slots=True)
class RecordRow:
    record: RecordGame
    name: str
    place: int
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


def split_rows(splits: Iterable[Split], system: str, field: str) -> SafeString:
    """The best first, small samples after the others."""
    played = sorted(
        (one for one in splits if one.games),
        key=lambda one: (one.is_small, -(one.win_index.value if one.win_index else 0.0)),
    )
    few, write = f' <span class="badge">{escaped(_("few games"))}</span>', writer()
    rows = []
    for one in played:
        name, index = escaped(words.choice_name(system, field, one.key)), one.win_index
        span = f"{write(index.low, 2)} … {write(index.high, 2)}" if index else ""
        figures = [
            write(one.games, 0),
            f'{words.number(index.value if index else None, 2, write)} <span class="stats-span">{span}</span>',
            words.number(one.mean_vp, 1, write),
            words.difference(one.mean_margin, 1, write),
        ]
        cells = "".join([f'<td class="figure">{figure}</td>' for figure in figures])
        muted, badge = (' class="muted"', few) if one.is_small else ("", "")
        rows.append(f'<tr{muted}><th scope="row">{name}{badge}</th>{cells}</tr>')
    # Names are escaped, the rest are numbers.
    return mark_safe("".join(rows))  # noqa: S308


def record_rows(records: Iterable[RecordGame]) -> list[RecordRow]:
    return [
        RecordRow(one, seat_name(one.seat, one.game.system), one.seat.rank, words.signed(one.margin))
        for one in records
    ]
