"""Writing SVG and HTML elements, everything escaped."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe

from caledonia_site.common.escaping import escaped

# Texts may be lazy translations.
Text = str | Promise


def element(name: str, attributes: Mapping[str, object] | None = None, *children: object) -> SafeString:
    """An element; numbers in attributes are written for machines, whatever the visitor's language."""
    written = "".join([f' {key}="{_attribute(value)}"' for key, value in (attributes or {}).items()])
    inside = "".join([escaped(child) for child in children])
    # Values and children are escaped one by one: a page has thousands of elements, and `format_html` takes as long as
    # all the rest of it. Names are our own.
    return mark_safe(f"<{name}{written}>{inside}</{name}>")  # noqa: S308


def _attribute(value: object) -> str:
    return f"{round(value, 3):g}" if isinstance(value, float) else escaped(value)


def percent(share: float) -> str:
    """A share of the width, from 0 to 1."""
    return f"{round(share * 100, 3):g}%"
