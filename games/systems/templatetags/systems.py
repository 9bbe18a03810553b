"""Template tags for what game systems bring, available in every template without loading."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from caledonia_site.common.templatetags.interface import symbol
from games.systems import wording
from games.systems.registry import system_of, systems
from games.systems.swatches import symbol_of

register = template.Library()
register.simple_tag(wording.game_names)


@register.simple_tag
def clan_swatch(swatch: str, label: str = "") -> SafeString:
    """A clan's tartan-like swatch; decoration unless labelled: the clan's name usually stands beside it."""
    try:
        sprite, name = symbol_of(swatch)
    except KeyError:
        raise template.TemplateSyntaxError(f"There is no swatch '{swatch}'.") from None
    return symbol(sprite, name, "swatch", str(label))


@register.simple_tag
def system_styles(key: str = "") -> SafeString:
    """The style sheet of a game system, or of all of them."""
    chosen = [system_of(key)] if key else systems().values()
    files = [system.stylesheet for system in chosen if system.stylesheet]
    return format_html_join("", '<link rel="stylesheet" href="{}">', ((static(name),) for name in files))
