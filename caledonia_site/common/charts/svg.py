"""Writing SVG and HTML elements, everything escaped."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

# Texts may be lazy translations.
Text = str | Promise


def element(name: str, attributes: Mapping[str, object] | None = None, *children: object) -> SafeString:
    """An element; numbers in attributes are written for machines, whatever the visitor's language."""
    written = format_html_join(
        "", ' {}="{}"', ((key, plain(value)) for key, value in (attributes or {}).items())
    )
    inside = format_html_join("", "{}", ((child,) for child in children))
    return format_html("<{}{}>{}</{}>", name, written, inside, name)


def plain(value: object) -> object:
    return f"{round(value, 3):g}" if isinstance(value, float) else value


def percent(share: float) -> str:
    """A share of the width, from 0 to 1."""
    return f"{round(share * 100, 3):g}%"
