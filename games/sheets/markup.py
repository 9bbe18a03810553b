"""The fields of a sheet as HTML, written here and not in a template.

A sheet has hundreds of fields with thousands of choices, the same few shapes over and over. Django's templates took
0.2 s of processor time to draw them, every time somebody opened a sheet; this takes a fifth of it. What stands on
a page once is a template as everywhere.
"""

from collections.abc import Iterable, Sequence

from django.templatetags.static import static
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from caledonia_site.common.formatting import format_number
from caledonia_site.common.templatetags.interface import ICON_SPRITE
from games.sheets.controls import Control
from games.sheets.form import Cell, Group, Row, VpSlot
from games.sheets.pickers import Pickers, checkboxes, options


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
    called, described = escape(control.label), f'aria-describedby="{control.id}-error"'
    if control.kind == "flag":
        checked = " checked" if control.value else ""
        return (
            f'<label class="sheet-flag"><input type="checkbox" {_named(control)} value="yes"{checked} {described}>'
            f" <span>{called}</span></label>"
        )
    label = f'<label for="{control.id}">{called}</label>'
    if control.kind == "choice":
        return f"{label}<select {_named(control)} {described}>{options(control.groups)}</select>"
    if control.kind == "count":
        return f'{label}<input {_number(control)} {described} autocomplete="off">'
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
    messages = "".join(f"<p>{escape(message)}</p>" for message in control.errors)
    return (
        f'<div class="field-errors" id="{control.id}-error" data-error-for="{control.path}">{messages}</div>'
    )


class Pad:
    """Draws the rows of one page, in the language of its reader; what all cells share is looked up once."""

    def __init__(self, seat_names: Sequence[str]) -> None:
        self._seat_names = seat_names
        self._words = {
            "vp": escape(_("VP")),
            "parts": escape(_("one by one")),
        }
        self._less, self._more = _("%(label)s: one less"), _("%(label)s: one more")
        self._icons = static(ICON_SPRITE)
        self._pickers = Pickers(seat_names)

    def rows(self, group: Group) -> SafeString:
        return _safe("".join(map(self._row, group.rows)))

    def _row(self, row: Row) -> str:
        cells = "".join(self._cell(cell, row.id) for cell in row.cells)
        return (
            f'<tr role="row" class="sheet-row" data-row{row.marks}{_hidden(row.applies)}>'
            f'<th role="rowheader" scope="row" id="{row.id}">{escape(row.label)}</th>{cells}</tr>'
        )

    def _cell(self, cell: Cell, row_id: str) -> str:
        field = self._field(cell, cell.control, row_id) if cell.control else ""
        vp = self._vp(cell.vp, cell.seat) if cell.vp else ""
        return f'<td role="cell" data-seat="{cell.seat}"><div class="cell">{field}{vp}</div></td>'

    def _field(self, cell: Cell, control: Control, row_id: str) -> str:
        parts = self._parts(cell) if cell.parts else ""
        return (
            f'<div class="field cell-field{_wrong(control)}" data-seat="{cell.seat}"'
            f"{_varies(control.varies)}{_hidden(control.applies)}>"
            f"{self._control(control, row_id)}{parts}{_errors(control)}</div>"
        )

    def _parts(self, cell: Cell) -> str:
        drawn = "".join(
            f'<div class="part{_wrong(part)}" data-seat="{cell.seat}"{_varies(part.varies)}{_hidden(part.applies)}>'
            f'<span id="{part.id}-label">{escape(part.label)}</span>'
            f"{self._control(part, f'{part.id}-label')}{_errors(part)}</div>"
            for part in cell.parts
        )
        is_open = " open" if cell.parts_are_open else ""
        return f'<details class="parts"{is_open}><summary>{self._words["parts"]}</summary>{drawn}</details>'

    def _vp(self, slot: VpSlot, seat: int) -> str:
        """The VP of a line; tapping them tells how they came about."""
        called = escape(slot.label)
        figure = "–" if slot.vp is None else escape(format_number(slot.vp))
        return (
            f'<span class="vp" data-seat="{seat}"{_varies(slot.varies)}{_hidden(slot.applies)}>'
            f'<button class="explained" type="button" popovertarget="{slot.id}">'
            f'<span class="visually-hidden">{called}, {self._words["vp"]}: </span>'
            f'<span data-vp="{slot.path}">{figure}</span></button>'
            f'<span class="popover" id="{slot.id}" popover><strong class="popover-title">{called}</strong> '
            f'<span data-sentence="{slot.path}">{escape(slot.sentence)}</span></span></span>'
        )

    # Controls; `labelled` is the id of the text that names one, together with the seat's name.

    def _control(self, control: Control, labelled: str) -> str:
        by = f"{labelled} seat-name-{control.seat}"
        if control.kind == "count":
            return self._stepper(control, by)
        if control.kind == "flag":
            checked = " checked" if control.value else ""
            return (
                f'<label class="cell-flag"><input type="checkbox" {_named(control)} value="yes"{checked}'
                f"{_described(control, by)}></label>"
            )
        if control.kind in {"choice", "place"}:
            chosen = options(control.groups, self._seat_names)
            return f"<select {_named(control)}{_described(control, by)}>{chosen}</select>"
        return self._pickers.draw(control, by)

    def _stepper(self, control: Control, by: str) -> str:
        derived = "" if control.derived is None else f' placeholder="{control.derived}"'
        return (
            f'<div class="stepper" data-stepper>{self._step(control, -1)}'
            f'<input {_number(control)}{_described(control, by)} autocomplete="off"{derived}>'
            f"{self._step(control, 1)}</div>"
        )

    def _step(self, control: Control, step: int) -> str:
        called = escape((self._more if step > 0 else self._less) % {"label": control.label})
        picture = f"{self._icons}#{'plus' if step > 0 else 'minus'}"
        return (
            f'<button class="button button-secondary button-icon" type="button" data-step="{step}" tabindex="-1"'
            f' hidden><svg class="icon" viewBox="0 0 24 24" role="img" aria-label="{called}">'
            f'<use href="{picture}"/></svg></button>'
        )


# Ids, paths and keys are made of our own descriptions; they hold nothing that would have to be escaped.


def _named(control: Control) -> str:
    return f'id="{control.id}" name="{control.path}" data-path="{control.path}"'


def _number(control: Control) -> str:
    field, value = control.described, "" if control.value is None else escape(control.value)
    return (
        f'type="text" inputmode="numeric" data-min="{field.minimum}" data-max="{field.maximum}"'
        f' {_named(control)} value="{value}"'
    )


def _described(control: Control, by: str) -> str:
    wrong = ' aria-invalid="true"' if control.errors else ""
    return f' aria-labelledby="{by}" aria-describedby="{control.id}-error"{wrong}'


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
