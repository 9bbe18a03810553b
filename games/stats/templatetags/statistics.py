"""Charts and tables of statistics with the ways to take them along.

A page has some twenty of them; put together by templates they would take a quarter of its time.
"""

from typing import Any

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from caledonia_site.common.formatting import escaped
from caledonia_site.common.templatetags.interface import icon

register = template.Library()


@register.simple_tag(takes_context=True)
def plot_with_files(context: Context, plot: Any, name: str) -> SafeString:
    """A chart and its files, which have its name; nothing without a chart."""
    if not plot:
        return SafeString("")
    # Both are markup already.
    return mark_safe(f"<div>{plot.html}{file_links(context, name, chart=name)}</div>")  # noqa: S308


@register.simple_tag(takes_context=True)
def file_links(context: Context, table: str, chart: str = "") -> SafeString:
    """A table as files, and a chart as files and on other pages. `address` of the context is that of the page: files
    lie below it, and are asked for with the page's own filters.
    """
    base, query = escaped(context["address"]), escaped(_query(context))
    files = [f"{table}.{form}" for form in ("csv", "json")]
    files += [f"{chart}.{form}" for form in ("svg", "png")] if chart else []
    links = [
        f'<a href="{base}{escaped(name)}?{query}">{icon("download")} {name.rpartition(".")[2].upper()}</a>\n'
        for name in files
    ]
    framed = ""
    if chart and "asked" in context and context["asked"].is_public:
        framed = frame_code(context, f"{context['address']}{chart}/frame/")
    # Addresses are escaped above.
    return mark_safe(f'<div class="row no-print small stats-links">\n{"".join(links)}{framed}</div>')  # noqa: S308


@register.simple_tag(takes_context=True)
def frame_code(context: Context, frame: str) -> SafeString:
    """What to put into another website for the chart at this address, with the page's filters."""
    request, query = context["request"], _query(context)
    source = f"{request.scheme}://{request.get_host()}{frame}{f'?{query}' if query else ''}"
    # Text and address are escaped; the frame itself is shown as text.
    return mark_safe(  # noqa: S308
        f"<details><summary>{escaped(_('On another website'))}</summary>"
        f'<code class="stats-embed-code">&lt;iframe src="{escaped(source)}" width="100%" height="640"&gt;'
        "&lt;/iframe&gt;</code></details>"
    )


def _query(context: Context) -> str:
    return str(context["asked"].query if "asked" in context else context["query"])
