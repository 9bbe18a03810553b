"""Template tags for the pieces of the interface, available in every template without loading."""

from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from django import template
from django.core.paginator import Page
from django.template import defaultfilters
from django.template.context import Context
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from caledonia_site.common.formatting import as_people_write, escaped, format_date, format_number
from caledonia_site.common.middleware import Theme
from caledonia_site.common.pagination import KeysetPage

register = template.Library()

ICON_SPRITE = "img/icons.svg"
PIECE_COLOURS = frozenset({"black", "white", "red", "blue", "green", "yellow", "purple", "brown"})
TONE_ICONS = {"debug": "info", "info": "info", "success": "check", "warning": "warning", "error": "warning"}


@cache
def icon_names() -> tuple[str, ...]:
    """Every icon of the sprite, in its order."""
    sprite = Path(__file__).parents[2] / "static" / ICON_SPRITE
    # Our own file, not something a visitor sent.
    root = ElementTree.parse(sprite).getroot()  # noqa: S314
    return tuple(symbol.attrib["id"] for symbol in root.iter("{http://www.w3.org/2000/svg}symbol"))


@register.filter(name="date", expects_localtime=True)
def dated(value: Any, style: str | None = None) -> str:
    """Django's own filter, with days as people of each language write them."""
    if type(value) is date:
        return format_date(value, style or "DATE_FORMAT")
    return as_people_write(str(defaultfilters.date(value, style)), value)


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """An icon of the sprite; decoration unless a label says what it means."""
    if name not in icon_names():
        raise template.TemplateSyntaxError(f"There is no icon '{name}' in {ICON_SPRITE}.")
    return symbol(ICON_SPRITE, name, "icon", str(label))


@register.simple_tag
def player_dot(colour: str, label: str = "") -> SafeString:
    """The colour of a player's pieces as a dot."""
    if colour not in PIECE_COLOURS:
        raise template.TemplateSyntaxError(f"There is no piece colour '{colour}'.")
    if label:
        return format_html('<span class="dot dot-{}" role="img" aria-label="{}"></span>', colour, label)
    return format_html('<span class="dot dot-{}" aria-hidden="true"></span>', colour)


@register.simple_tag
def explanation(figure: object, title: str, text: str, *id_parts: object) -> SafeString:
    """A number that tells how it came about when it is tapped; the parts make an id that is unique on the page. Not a
    template: a score sheet has forty of them.
    """
    anchor = escaped("-".join(map(str, id_parts)))
    # Inside an f-string it would not be found for translation.
    how = escaped(gettext("show how"))
    return SafeString(
        f'<button class="explained" type="button" popovertarget="{anchor}">{escaped(figure)}'
        f'<span class="visually-hidden"> ({how})</span></button>'
        f'<div class="popover" id="{anchor}" popover><p class="popover-title">{escaped(title)}</p>'
        f"<p>{escaped(text)}</p></div>"
    )


@register.simple_tag(takes_context=True)
def current_if_here(context: Context, address: str, area: str = "") -> SafeString:
    """Marks the menu's item for the page itself and for the pages below it: those of the app named `area`, or
    else those whose address continues the item's.
    """
    request = context.get("request")
    if request is None:
        return SafeString("")
    if request.path == address:
        return SafeString(' aria-current="page"')
    match = request.resolver_match
    below = bool(match) and match.app_name == area if area else request.path.startswith(address)
    return SafeString(' aria-current="true"' if below else "")


@register.filter
def icon_of_tone(tone: str) -> str:
    """The icon that goes with the tone of a message (Django's level tags)."""
    return TONE_ICONS.get(tone, "info")


@register.filter
def figure(value: float, decimals: int = 0) -> str:
    """A number as people read it."""
    return format_number(value, decimals)


@register.simple_tag
def theme_choices() -> list[tuple[str, Any]]:
    return list(Theme.choices)


@register.inclusion_tag("components/pagination_pages.html", takes_context=True)
def pagination(context: Context, page: Page[Any], label: str = "") -> dict[str, Any]:
    """Numbered pages; all other parameters of the address stay. Two on a page need a label each."""
    numbers = page.paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1)
    return {
        "request": context.get("request"),
        "page": page,
        "numbers": list(numbers),
        "gap": page.paginator.ELLIPSIS,
        "label": label,
    }


@register.inclusion_tag("components/pagination_keyset.html", takes_context=True)
def keyset_pagination(context: Context, page: KeysetPage[Any], label: str = "") -> dict[str, Any]:
    """Earlier and later for lists too long to number; all other parameters of the address stay."""
    return {"request": context.get("request"), "page": page, "label": label}


@lru_cache(maxsize=1_000)
def symbol(sprite: str, name: str, css_class: str, label: str) -> SafeString:
    """One symbol of a static file. Kept: a page shows a hundred of them, and files do not change their addresses while
    a process runs.
    """
    address = f"{static(sprite)}#{name}"
    if label:
        return format_html(
            '<svg class="{}" viewBox="0 0 24 24" role="img" aria-label="{}"><use href="{}"/></svg>',
            css_class, label, address,
        )  # fmt: skip
    return format_html(
        '<svg class="{}" viewBox="0 0 24 24" aria-hidden="true"><use href="{}"/></svg>', css_class, address
    )
