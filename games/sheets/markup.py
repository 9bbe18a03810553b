"""The fields of a sheet as HTML, written here and not in a template.

A sheet has hundreds of fields with thousands of choices, the same few shapes over and over. Django's templates took
0.2 s of processor time to draw them, every time somebody opened a sheet; this takes a fifth of it. What stands on
a page once is a template as everywhere.

What a cell says is sent hundreds of times over slow connections, so it says what a plain form needs; ids, paths and
roles are written by a script (static/sheets/cells.js).
"""

from collections.abc import Collection, Iterable, Sequence

from django.templatetags.static import static
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from caledonia_site.common.formatting import format_number
from caledonia_site.common.templatetags.interface import ICON_SPRITE
from games.sheets.controls import Control
from games.sheets.form import Cell, Group, Row, VpSlot
from games.sheets.pickers import Pickers, blamed, checkboxes, options
from scoring.description import HIGHEST_COUNT


def fields(controls: Iterable[Control]) -> SafeString:
    """Fields with their labels beside or above them: of the table as a whole, or what is only recorded of a seat."""
    return _safe("".join(map(_table_field, controls)))


def _table_field(control: Control) -> str:
    seat = "" if control.seat is None else f' data-seat="{control.seat}"'
    return (
        f'<div class="field sheet-field sheet-field-{control.kind}{_wrong(control)}"{seat}'
        f"{_varies(control.varies)}{_hidden(control.applies)}>{_labelled(control)}{_errors(control)}</div>"
    )


def _labelled(control: Control) -> str:
    called = escape(control.label)
    if control.kind == "flag":
        checked = " checked" if control.value else ""
        return (
            f'<label class="sheet-flag"><input type="checkbox" {_named(control)} value="yes"{checked}'
            f"{blamed(control)}> <span>{called}</span></label>"
        )
    label = f'<label for="{control.id}">{called}</label>'
    if control.kind == "choice":
        marks = f"{_named(control)}{_required(control)}{blamed(control)}"
        return f"{label}<select {marks}>{options(control.groups)}</select>"
    if control.kind == "count":
        return f"{label}<input {_named(control)}{_number(control)}{blamed(control)}>"
    if control.kind == "slots":
        held = "".join(
            f'<select name="{control.path}" data-path="{control.path}" aria-label="{called} {number}">'
            f"{options(groups)}</select>"
            for number, groups in enumerate(control.slots, start=1)
        )
        held = f'<div class="sheet-slots">{held}</div>'
    else:
        held = f'<div class="tiles-list">{checkboxes(control)}</div>'
    return f'<fieldset id="{control.id}"><legend>{called}</legend>{held}</fieldset>'


def _errors(control: Control) -> str:
    """What is wrong with a field. One that is right has no place for it: scripts make it when they need one."""
    if not control.errors:
        return ""
    messages = "".join(f"<p>{escape(message)}</p>" for message in control.errors)
    return (
        f'<div class="field-errors" id="{control.id}-error" data-error-for="{control.path}">{messages}</div>'
    )


class Pad:
    """Draws the rows of one page, in the language of its reader; what all cells share is looked up once."""

    def __init__(self, seat_names: Sequence[str], linked: Collection[str] = ()) -> None:
        """`linked` are the paths of the fields that the page has links to; others need no id of their own."""
        self._seat_names = seat_names
        self._linked = linked
        self._words = {
            "parts": escape(_("one by one")),
        }
        self._icons = static(ICON_SPRITE)
        self._pickers = Pickers(seat_names)

    def rows(self, group: Group) -> SafeString:
        return _safe("".join(map(self._row, group.rows)))

    def _row(self, row: Row) -> str:
        cells = "".join(self._cell(cell, row.id) for cell in row.cells)
        short = f' data-short="{escape(row.short)}"' if row.short else ""
        return (
            f'<tr class="sheet-row" data-row{row.marks}{_hidden(row.applies)}>'
            f'<th scope="row" id="{row.id}"{short}>{escape(row.label)}</th>{cells}</tr>'
        )

    def _cell(self, cell: Cell, row_id: str) -> str:
        field = self._field(cell, cell.control, row_id) if cell.control else ""
        vp = _vp(cell.vp, cell.control) if cell.vp else ""
        return f'<td data-seat="{cell.seat}">{field}{vp}</td>'

    def _field(self, cell: Cell, control: Control, row_id: str) -> str:
        parts = self._parts(cell) if cell.parts else ""
        return (
            f'<div class="field cell-field{_wrong(control)}"{_varies(control.varies)}{_hidden(control.applies)}>'
            f"{self._control(control, row_id)}{parts}{_errors(control)}</div>"
        )

    def _parts(self, cell: Cell) -> str:
        drawn = "".join(
            f'<div class="part{_wrong(part)}"{_varies(part.varies)}{_hidden(part.applies)}>'
            f'<span id="{part.id}-label">{escape(part.label)}</span>'
            f"{self._control(part, f'{part.id}-label')}{_errors(part)}</div>"
            for part in cell.parts
        )
        is_open = " open" if cell.parts_are_open else ""
        return f'<details class="parts"{is_open}><summary>{self._words["parts"]}</summary>{drawn}</details>'

    # Controls; `labelled` is the id of the text that names one, together with the seat's name.

    def _control(self, control: Control, labelled: str) -> str:
        by = f"{labelled} seat-name-{control.seat}"
        named = f'{self._id(control)}name="{control.path}" aria-labelledby="{by}"{blamed(control)}'
        if control.kind == "count":
            derived = "" if control.derived is None else f' placeholder="{control.derived}"'
            return f"<input {named}{_number(control)}{derived}>"
        if control.kind == "flag":
            checked = " checked" if control.value else ""
            return f'<label class="cell-flag"><input type="checkbox" {named} value="yes"{checked}></label>'
        if control.kind in {"choice", "place"}:
            return f"<select {named}{_required(control)}>{options(control.groups, self._seat_names)}</select>"
        return self._pickers.draw(control, by)

    def _id(self, control: Control) -> str:
        return f'id="{control.id}" ' if control.path in self._linked else ""


def _vp(slot: VpSlot, control: Control | None) -> str:
    """The VP of a line; with scripts a button that tells how they came about. Most are named like their field."""
    figure = "–" if slot.vp is None else escape(format_number(slot.vp))
    path = "" if control and control.path == slot.path else f' data-vp="{slot.path}"'
    return f'<span class="vp"{path}{_varies(slot.varies)}{_hidden(slot.applies)}>{figure}</span>'


# Ids, paths and keys are made of our own descriptions; they hold nothing that would have to be escaped.


def _named(control: Control) -> str:
    return f'id="{control.id}" name="{control.path}"'


def _number(control: Control) -> str:
    """What makes an input one for a number; bounds are told where they are narrower than those of most fields."""
    field = control.described
    value = "" if control.value is None else f' value="{escape(control.value)}"'
    least = f' data-min="{field.minimum}"' if field.minimum else ""
    most = f' data-max="{field.maximum}"' if field.maximum != HIGHEST_COUNT else ""
    return f' inputmode="numeric"{_required(control)}{least}{most}{value}'


def _required(control: Control) -> str:
    return " required" if control.required else ""


def _wrong(control: Control) -> str:
    return " field-wrong" if control.errors else ""


def _varies(varies: bool) -> str:
    """Marks what comes and goes with what is typed."""
    return " data-varies" if varies else ""


def _hidden(applies: bool) -> str:
    return "" if applies else " hidden"


def _safe(html: str) -> SafeString:
    # Every text of a person or of a translation above went through escape().
    return mark_safe(html)  # noqa: S308
