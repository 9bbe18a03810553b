"""What is chosen and not counted, as HTML: the options of selects, and tiles.

Tiles are drawn when they are first opened: by a script from the outline of the game (`outline`), without one by the
server, asked by a button that sends the form. Until then what is chosen travels in hidden fields.
"""

from collections.abc import Iterable, Sequence

from django.templatetags.static import static
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from caledonia_site.common.templatetags.interface import ICON_SPRITE
from games.sheets.controls import Choice, ChoiceGroup, Control

# Ids, paths and keys are made of our own descriptions; they hold nothing that would have to be escaped.


def options(groups: Iterable[ChoiceGroup], holders: Sequence[str] = ()) -> str:
    """The options of a select, the blank one first; what another seat has says whose it is."""
    drawn = ['<option value="">–</option>']
    for group in groups:
        if group.label:
            drawn.append(f'<optgroup label="{escape(group.label)}">')
        drawn += [_option(choice, holders) for choice in group.choices]
        if group.label:
            drawn.append("</optgroup>")
    return "".join(drawn)


def _option(choice: Choice, holders: Sequence[str]) -> str:
    whose = "" if choice.holder is None or not holders else f" · {escape(holders[choice.holder])}"
    return (
        f'<option value="{choice.value}"{" selected" if choice.chosen else ""}'
        f"{' data-varies' if choice.varies else ''}{'' if choice.applies else ' hidden disabled'}>"
        f"{escape(choice.label)}{whose}</option>"
    )


def blamed(control: Control) -> str:
    """What is wrong with a field describes it."""
    return f' aria-describedby="{control.id}-error" aria-invalid="true"' if control.errors else ""


def checkboxes(control: Control) -> str:
    """Tiles by name."""
    return "".join(
        f"<label{_taken(choice)}><input {_tile(control, choice)}> {escape(choice.label)}</label>"
        for choice in _choices(control)
    )


class Pickers:
    """Draws the tiles of one page, in the language of its reader."""

    def __init__(self, seat_names: Sequence[str]) -> None:
        self._seat_names = seat_names
        self._words = {
            "none": escape(_("none")),
            "choose": escape(_("Choose")),
            "done": escape(_("Done")),
            "all": escape(pgettext("tiles", "All")),
            "only": escape(_("Show only tiles that cost")),
            "list": escape(_("Show them")),
        }
        self._icons = static(ICON_SPRITE)

    def draw(self, control: Control, by: str) -> str:
        """`by` is the id of the text that names it, together with the seat's name."""
        return self._picker(control, by) if control.filters else self._list(control, by)

    def _list(self, control: Control, by: str) -> str:
        """Tiles by name, in a list that folds away."""
        chosen = ", ".join(f"{escape(choice.label)}" for choice in control.chosen) or self._words["none"]
        if control.is_drawn:
            held = f'<input type="hidden" name="_drawn" value="{control.path}">{checkboxes(control)}'
        else:
            held = (
                f'{_held(control)}<button class="button button-secondary" name="_draw" value="{control.path}">'
                f"{self._words['list']}</button>"
            )
        return (
            f'<details class="tiles" id="{control.id}"{" open" if control.is_drawn else ""}>'
            f"<summary{' autofocus' if control.is_asked else ''}>"
            f'<span class="visually-hidden">{escape(control.label)}: </span>'
            f'<span data-chosen="{control.path}">{chosen}</span></summary>'
            f'<div class="tiles-list" role="group" aria-labelledby="{by}">{held}</div></details>'
        )

    def _picker(self, control: Control, by: str) -> str:
        """Tiles with pictures, in a panel that lies over the page."""
        chosen = ", ".join(f"{escape(choice.name)}" for choice in control.chosen) or self._words["choose"]
        button = (
            f'<button class="button button-secondary picker-open" id="{control.id}" name="_draw"'
            f' value="{control.path}"{blamed(control)}>'
            f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="{self._icons}#contract"/></svg> '
            f'<span data-chosen="{control.path}">{chosen}</span></button>'
        )
        return button + (self._panel(control, by) if control.is_asked else _held(control))

    def _panel(self, control: Control, by: str) -> str:
        """Without a script: open when it arrives. "Done" sends the form; the page comes back with what is chosen."""
        words = self._words
        seat = escape(self._seat_names[control.seat]) if control.seat is not None else ""
        title = f"{escape(control.label)} · {seat}"
        filters = "".join(
            f'<label><input class="tab-input" type="radio" name="_filter-{control.id}" value="{cost}"'
            f"{'' if cost else ' checked'}> <span>{name}</span></label>"
            for cost, name in [("", words["all"]), *((c, escape(n)) for c, n in control.filters.items())]
        )
        tiles = "".join(
            f'<label class="tile{" taken" if choice.holder is not None else ""}" data-costs="{choice.costs}">'
            f'<input {_tile(control, choice)} aria-label="{escape(choice.label)}">'
            f'<span class="tile-number" aria-hidden="true">{escape(choice.name)}</span>'
            f'<svg class="tile-picture" viewBox="0 0 112 40" aria-hidden="true"><use href="{choice.picture}"/></svg>'
            f"</label>"
            for choice in _choices(control)
        )
        return (
            f'<dialog class="picker" id="{control.id}-picker" data-tiles="{control.path}" aria-label="{title}" open>'
            f'<div class="picker-head"><p class="picker-title">{title}</p>'
            f'<button class="button button-primary" name="action" value="preview" autofocus>{words["done"]}</button>'
            f'</div><fieldset class="picker-filters"><legend class="visually-hidden">{words["only"]}</legend>'
            f'{filters}</fieldset><div class="picker-tiles" role="group" aria-labelledby="{by}">{tiles}</div></dialog>'
        )


def _held(control: Control) -> str:
    """What is chosen of tiles that nobody has opened; scripts keep it here as well."""
    values = "".join(
        f'<input type="hidden" name="{control.path}" value="{choice.value}">' for choice in control.chosen
    )
    return f'<span data-path="{control.path}" data-holds>{values}</span>'


def _taken(choice: Choice) -> str:
    return "" if choice.holder is None else ' class="taken"'


def _tile(control: Control, choice: Choice) -> str:
    return (
        f'type="checkbox" id="{choice.id}" name="{control.path}" value="{choice.value}"'
        f"{' checked' if choice.chosen else ''}"
    )


def _choices(control: Control) -> Iterable[Choice]:
    return (choice for group in control.groups for choice in group.choices)
