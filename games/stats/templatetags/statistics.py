"""Charts and tables of statistics with the ways to take them along."""

from typing import Any

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString

from games.stats import terms
from games.stats.web.markup import frame_for_others, links_to_files, plot_with_links

register = template.Library()


@register.simple_tag
def compared_systems() -> list[tuple[str, str]]:
    """Games whose factions are compared, by key and name."""
    return [(key, terms.system_name(key)) for key in terms.systems_with_factions()]


@register.simple_tag(takes_context=True)
def plot_with_files(context: Context, plot: Any, name: str) -> str:
    """A chart and its files, which have its name; nothing without a chart."""
    if not plot:
        return ""
    return plot_with_links(plot.html, file_links(context, name, chart=name))


@register.simple_tag(takes_context=True)
def file_links(context: Context, table: str, chart: str = "") -> SafeString:
    """A table as files, and a chart as files and on other pages. `address` of the context is that of the page: files
    lie below it, and are asked for with the page's own filters.
    """
    files = [f"{table}.{form}" for form in ("csv", "json")]
    files += [f"{chart}.{form}" for form in ("svg", "png")] if chart else []
    framed = ""
    if chart and "asked" in context and context["asked"].is_public:
        framed = frame_code(context, f"{context['address']}{chart}/frame/")
    return links_to_files(context["address"], files, _query(context), framed)


@register.simple_tag(takes_context=True)
def frame_code(context: Context, frame: str) -> SafeString:
    """What to put into another website for the chart at this address, with the page's filters."""
    request, query = context["request"], _query(context)
    source = f"{request.scheme}://{request.get_host()}{frame}{f'?{query}' if query else ''}"
    return frame_for_others(source)


def _query(context: Context) -> str:
    return str(context["asked"].query if "asked" in context else context["query"])
