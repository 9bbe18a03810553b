"""Rows of games, records and score tables in strings: a page has dozens, for which templates took up to half its time.

Every text is escaped; everything else is a number, an address or markup of ours.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from caledonia_site.common.formatting import Write, escaped, format_date, writer
from caledonia_site.common.templatetags.interface import explanation
from games.clubs.models import Club
from games.players.models.player import ShownPlayer
from games.results.enums import GameState
from games.results.models import Game
from games.results.selectors.players import (
    HeadToHead,
    Tally,
)
from games.results.web.seats import SeatColumn
from games.systems.templatetags.systems import clan_swatch

NOTHING = '<span class="muted">–</span>'


@dataclass(frozen=True, slots=True)
class Cell:
    """What a line gave a seat; `how` is empty where only the stored numbers are known."""

    seat: str
    vp: int
    quantity: int | None
    how: str


@dataclass(frozen=True, slots=True)
class LineRow:
    key: str
    round: str
    label: str
    cells: tuple[Cell | None, ...]

    @property
    def anchor(self) -> str:
        return f"{self.round}-{self.key}"


@dataclass(frozen=True, slots=True)
class RoundRows:
    """`title` is empty in a game that is scored once."""

    title: str
    rows: tuple[LineRow, ...]
    columns: Sequence[SeatColumn]

    @property
    def written_rows(self) -> SafeString:
        """Rows of the table's body; every VP tells how it came about when it is tapped."""
        write = writer()
        classes = ["figure own" if column.is_own else "figure" for column in self.columns]
        return SafeString(
            "".join(
                f'<tr><th scope="row">{escaped(row.label)}</th>'
                + "".join(
                    f'<td class="{classes[place]}">{_score_cell(row, place, write)}</td>'
                    for place in range(len(row.cells))
                )
                + "</tr>"
                for row in self.rows
            )
        )

    @property
    def written_explanations(self) -> SafeString:
        """All of them one below the other, for reading without tapping and for printing."""
        write, told = writer(), escaped(_("{name}, {vp} VP:"))
        return SafeString(
            "".join(
                f"<div><dt>{escaped(row.label)}</dt>"
                + "".join(
                    f"<dd><strong>{told.format(name=escaped(cell.seat), vp=write(cell.vp, 0))}</strong> "
                    f"{escaped(cell.how)}</dd>"
                    for cell in row.cells
                    if cell and cell.how
                )
                + "</div>"
                for row in self.rows
            )
        )


def _score_cell(row: LineRow, place: int, write: Write) -> str:
    cell = row.cells[place]
    if cell is None:
        return NOTHING
    quantity = "" if cell.quantity is None else f'<span class="quantity">{write(cell.quantity, 0)}</span> '
    vp = write(cell.vp, 0)
    return quantity + (explanation(vp, row.label, cell.how, "how", row.anchor, place) if cell.how else vp)


class GameRow(NamedTuple):
    """`seats` from the first place down."""

    game: Game
    system: str
    club: Club | None
    seats: Sequence[SeatColumn]
    tone: str

    @property
    def written(self) -> SafeString:
        """Not a template: to fill in twenty-five, with a hundred seats, took a quarter of the time of a page."""
        day, system = self.game.played_on, escaped(self.system)
        state = ""
        if self.game.state != GameState.CONFIRMED:
            state = f'<span class="badge tone-{self.tone}">{escaped(GameState(self.game.state).label)}</span>'
        club = f" · {escaped(self.club.name)}" if self.club else ""
        seats = _seats(self.seats)
        return SafeString(
            '<article class="card card-link game-row"><div class="row row-apart">'
            f'<h3><a href="{self.game.get_absolute_url()}"><time datetime="{day.isoformat()}">'
            f'{escaped(format_date(day))}</time><span class="visually-hidden">, {system}</span></a></h3>{state}</div>'
            f'<p class="muted small">{system}{club}</p>'
            f'<ol class="game-row-seats" role="list">{seats}</ol></article>'
        )


def _seats(seats: Iterable[SeatColumn]) -> str:
    write = writer()
    return "".join(
        f'<li><span class="number">{seat.rank}.</span> '
        f"{clan_swatch(seat.swatch, label=seat.faction) if seat.swatch else ''} "
        f'<span class="game-row-name">{escaped(seat.name)}</span> '
        f'<span class="number">{write(seat.total, 0)}</span></li>'
        for seat in seats
    )


@dataclass(frozen=True, slots=True)
class TallyRow:
    """`swatch` is the name of a pattern where the faction has one."""

    tally: Tally
    label: str
    swatch: str


def tally_rows(rows: Iterable[TallyRow], all_address: str) -> SafeString:
    return SafeString("".join(_tally_row(row, all_address) for row in rows))


def _tally_row(row: TallyRow, all_address: str) -> str:
    tally, write = row.tally, writer()
    swatch = clan_swatch(row.swatch) if row.swatch else ""
    faction = f"&dimension={tally.faction}" if tally.faction else ""
    address = escaped(f"{all_address}&system={tally.system}{faction}&sort=highest")
    figures = [
        write(tally.games, 0),
        write(tally.wins, 0),
        "–" if tally.win_rate is None else write(tally.win_rate, 0),
        write(tally.mean, 1),
        write(tally.best, 0),
    ]
    return (
        f'<tr><th scope="row"><span class="labelled">{swatch} <a href="{address}">{escaped(row.label)}</a></span></th>'
        f"{_cells(figures)}</tr>"
    )


def _cells(figures: Iterable[str]) -> str:
    return "".join(f'<td class="figure">{figure}</td>' for figure in figures)


def opponent_rows(rows: Iterable[HeadToHead]) -> SafeString:
    write = writer()
    return SafeString(
        "".join(
            f'<tr><th scope="row">{_opponent(row.opponent)}</th>'
            f"{_cells(write(number, 0) for number in (row.games, row.ahead, row.level, row.behind))}</tr>"
            for row in rows
        )
    )


def _opponent(shown: ShownPlayer) -> str:
    name = escaped(shown.name)
    return f'<a href="{escaped(shown.address)}">{name}</a>' if shown.address else name
