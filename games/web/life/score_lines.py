"""The lines of a score sheet, seats across, and their markup.

The markup is no template: sixty cells of three tags each took half the time of a game's page.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from caledonia_site.common.escaping import escaped
from caledonia_site.common.numbers import Write, writer
from caledonia_site.common.templatetags.interface import explanation
from games.web.life.columns import SeatColumn

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
                    f'<td class="{classes[place]}">{_written_cell(row, place, write)}</td>'
                    for place in range(len(row.cells))
                )
                + "</tr>"
                for row in self.rows
            )
        )

    @property
    def written_explanations(self) -> SafeString:
        """All of them one below the other, for reading without tapping and for printing."""
        write, points = writer(), escaped(_("VP"))
        return SafeString(
            "".join(
                f"<div><dt>{escaped(row.label)}</dt>"
                + "".join(
                    f"<dd><strong>{escaped(cell.seat)}, {write(cell.vp, 0)} {points}:</strong> "
                    f"{escaped(cell.how)}</dd>"
                    for cell in row.cells
                    if cell and cell.how
                )
                + "</div>"
                for row in self.rows
            )
        )


def _written_cell(row: LineRow, place: int, write: Write) -> str:
    cell = row.cells[place]
    if cell is None:
        return NOTHING
    quantity = "" if cell.quantity is None else f'<span class="quantity">{write(cell.quantity, 0)}</span> '
    vp = write(cell.vp, 0)
    return quantity + (explanation(vp, row.label, cell.how, "how", row.anchor, place) if cell.how else vp)
