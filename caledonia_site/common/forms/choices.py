"""Lists to choose from, to the letter as Django's templates write them, but in a thirtieth of the time.

A template that is looked up and filled in for each of three hundred choices took longer than all the rest of the page.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.formats import localize

from caledonia_site.common.formatting import escaped

Widget = Mapping[str, Any]

_OF_DJANGO = "django/forms/widgets/"
_SELECT_OPTION = f"{_OF_DJANGO}select_option.html"
_TICKED_OPTIONS = frozenset({f"{_OF_DJANGO}checkbox_option.html", f"{_OF_DJANGO}radio_option.html"})


def render_select(widget: Widget) -> str | None:
    """None when an option wants a template of its own."""
    parts = [f'<select name="{escaped(widget["name"])}"{_attributes(widget)}>']
    for group, options, _ in widget["optgroups"]:
        if group:
            parts.append(f'\n  <optgroup label="{_shown(group)}">')
        for option in options:
            if option["template_name"] != _SELECT_OPTION:
                return None
            value, label = escaped(str(option["value"])), _shown(option["label"])
            parts.append(f'\n  <option value="{value}"{_attributes(option)}>{label}</option>\n')
        if group:
            parts.append("\n  </optgroup>")
    parts.append("\n</select>")
    return "".join(parts)


def render_ticks(widget: Widget) -> str | None:
    """Boxes or buttons, each in its label; None when an option wants a template of its own."""
    attributes = widget["attrs"]
    frame = "".join(
        f' {name}="{_shown(attributes[name])}"' for name in ("id", "class") if attributes.get(name)
    )
    parts = [f"<div{frame}>"]
    for group, options, _ in widget["optgroups"]:
        if group:
            parts.append(f"\n  <div><label>{_shown(group)}</label>")
        for option in options:
            if option["template_name"] not in _TICKED_OPTIONS or not option["wrap_label"]:
                return None
            parts.append(_tick(option))
        if group:
            parts.append("\n  </div>")
    parts.append("\n</div>")
    return "".join(parts)


def _tick(option: Widget) -> str:
    key = option["attrs"].get("id")
    belongs = f' for="{_shown(key)}"' if key else ""
    value = "" if option["value"] is None else f' value="{escaped(str(option["value"]))}"'
    return (
        f'<div>\n    <label{belongs}><input type="{_shown(option["type"])}" name="{_shown(option["name"])}"'
        f"{value}{_attributes(option)}>\n {_shown(option['label'])}</label>\n\n</div>"
    )


def _attributes(widget: Widget) -> str:
    parts = []
    for name, value in widget["attrs"].items():
        if value is True:
            parts.append(f" {escaped(name)}")
        elif value is not False:
            parts.append(f' {escaped(name)}="{escaped(str(value))}"')
    return "".join(parts)


def _shown(value: object) -> str:
    """Numbers among the choices as the language writes them."""
    return escaped(value if isinstance(value, str) else localize(value))


WRITERS: dict[str, Callable[[Widget], str | None]] = {
    f"{_OF_DJANGO}select.html": render_select,
    f"{_OF_DJANGO}checkbox_select.html": render_ticks,
    f"{_OF_DJANGO}radio.html": render_ticks,
}
