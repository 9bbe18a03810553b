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
from django.utils.translation import pgettext

from caledonia_site.common.formatting import format_number
from caledonia_site.common.templatetags.interface import ICON_SPRITE
from games.sheets.controls import Choice, ChoiceGroup, Control
from games.sheets.form import Cell, Group, Row, VpSlot
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
            f"{_blamed(control)}> <span>{called}</span></label>"
        )
    label = f'<label for="{control.id}">{called}</label>'
    if control.kind == "choice":
        marks = f"{_named(control)}{_required(control)}{_blamed(control)}"
        return f"{label}<select {marks}>{_options(control.groups)}</select>"
    if control.kind == "count":
        return f"{label}<input {_named(control)}{_number(control)}{_blamed(control)}>"
    if control.kind == "slots":
        held = "".join(
            f'<select name="{control.path}" data-path="{control.path}" aria-label="{called} {number}">'
            f"{_options(groups)}</select>"
            for number, groups in enumerate(control.slots, start=1)
        )
        held = f'<div class="sheet-slots">{held}</div>'
    else:
        held = "".join(
            f"<label><input {_tile(control, choice)}> {escape(choice.label)}</label>"
            for choice in _choices(control)
        )
        held = f'<div class="tiles-list">{held}</div>'
    return f'<fieldset id="{control.id}"><legend>{called}</legend>{held}</fieldset>'


def _options(groups: Iterable[ChoiceGroup]) -> str:
    """The options of a select, the blank one first."""
    drawn = ['<option value="">–</option>']
    for group in groups:
        if group.label:
            drawn.append(f'<optgroup label="{escape(group.label)}">')
        drawn += [
            f'<option value="{choice.value}"{" selected" if choice.chosen else ""}{_varies(choice.varies)}'
            f"{'' if choice.applies else ' hidden disabled'}>{escape(choice.label)}</option>"
            for choice in group.choices
        ]
        if group.label:
            drawn.append("</optgroup>")
    return "".join(drawn)


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
            "none": escape(_("none")),
            "choose": escape(_("Choose")),
            "done": escape(_("Done")),
            "all": escape(pgettext("tiles", "All")),
            "only": escape(_("Show only tiles that cost")),
            "parts": escape(_("one by one")),
        }
        self._icons = static(ICON_SPRITE)

    def rows(self, group: Group) -> SafeString:
        return _safe("".join(map(self._row, group.rows)))

    def _row(self, row: Row) -> str:
        cells = "".join(self._cell(cell, row.id) for cell in row.cells)
        short = f' data-short="{escape(row.short)}"' if row.short else ""
        return (
            f'<tr class="sheet-row" data-row{_hidden(row.applies)}>'
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
        named = f'{self._id(control)}name="{control.path}" aria-labelledby="{by}"{_blamed(control)}'
        if control.kind == "count":
            derived = "" if control.derived is None else f' placeholder="{control.derived}"'
            return f"<input {named}{_number(control)}{derived}>"
        if control.kind == "flag":
            checked = " checked" if control.value else ""
            return f'<label class="cell-flag"><input type="checkbox" {named} value="yes"{checked}></label>'
        if control.kind == "choice":
            return f"<select {named}{_required(control)}>{_options(control.groups)}</select>"
        return self._picker(control, by) if control.filters else self._tiles(control, by)

    def _id(self, control: Control) -> str:
        return f'id="{control.id}" ' if control.path in self._linked else ""

    def _tiles(self, control: Control, by: str) -> str:
        """Tiles by name, in a list that folds away."""
        chosen = ", ".join(escape(choice.label) for choice in control.chosen) or self._words["none"]
        labels = "".join(
            f"<label{_taken(choice)}><input {_tile(control, choice)}> {escape(choice.label)}</label>"
            for choice in _choices(control)
        )
        return (
            f'<details class="tiles" id="{control.id}"{" open" if control.errors else ""}>'
            f'<summary aria-describedby="{control.id}-error">'
            f'<span class="visually-hidden">{escape(control.label)}: </span>'
            f'<span data-chosen="{control.path}">{chosen}</span></summary>'
            f'<div class="tiles-list" role="group" aria-labelledby="{by}">{labels}</div></details>'
        )

    def _picker(self, control: Control, by: str) -> str:
        """Tiles with pictures: a panel that opens over the page, without a script."""
        words, panel = self._words, f"{control.id}-picker"
        seat = escape(self._seat_names[control.seat]) if control.seat is not None else ""
        chosen = ", ".join(f"{escape(choice.name)}" for choice in control.chosen) or words["choose"]
        filters = "".join(
            f'<label><input class="tab-input" type="radio" name="_filter-{control.id}" value="{cost}"'
            f"{'' if cost else ' checked'}> <span>{name}</span></label>"
            for cost, name in [("", words["all"]), *((c, escape(n)) for c, n in control.filters.items())]
        )
        tiles = "".join(
            f'<label class="tile{" taken" if choice.taken else ""}" data-costs="{choice.costs}">'
            f'<input {_tile(control, choice)} aria-label="{escape(choice.label)}">'
            f'<span class="tile-number" aria-hidden="true">{escape(choice.name)}</span>'
            f'<svg class="tile-picture" viewBox="0 0 112 40" aria-hidden="true"><use href="{choice.picture}"/></svg>'
            f"</label>"
            for choice in _choices(control)
        )
        return (
            f'<button class="button button-secondary picker-open" type="button" id="{control.id}"'
            f' popovertarget="{panel}" aria-describedby="{control.id}-error">'
            f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="{self._icons}#contract"/></svg> '
            f'<span data-chosen="{control.path}">{chosen}</span></button>'
            f'<div class="picker" id="{panel}" popover><div class="picker-head">'
            f'<p class="picker-title">{escape(control.label)} · <span data-name="{control.seat}">{seat}</span></p>'
            f'<button class="button button-primary" type="button" popovertarget="{panel}"'
            f' popovertargetaction="hide">{words["done"]}</button></div>'
            f'<fieldset class="picker-filters"><legend class="visually-hidden">{words["only"]}</legend>'
            f'{filters}</fieldset><div class="picker-tiles" role="group" aria-labelledby="{by}">{tiles}</div></div>'
        )


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


def _blamed(control: Control) -> str:
    return f' aria-describedby="{control.id}-error" aria-invalid="true"' if control.errors else ""


def _tile(control: Control, choice: Choice) -> str:
    return (
        f'type="checkbox" id="{choice.id}" name="{control.path}" value="{choice.value}"'
        f' data-path="{control.path}"{" checked" if choice.chosen else ""}'
    )


def _choices(control: Control) -> Iterable[Choice]:
    return (choice for group in control.groups for choice in group.choices)


def _taken(choice: Choice) -> str:
    return ' class="taken"' if choice.taken else ""


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
