"""Charts as files, and inside other people's pages.

A frame shows what a visitor who is not signed in sees, whoever looks: it must not show a stranger's page what its
reader may know here.
"""

from collections.abc import Callable, Mapping

from csp.constants import NONE, SELF
from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from caledonia_site.common.charts import svg_file
from caledonia_site.common.pictures.png import render_png
from games.players.actors import Actor
from games.stats import terms
from games.stats.selectors.factions import faction_summary
from games.stats.web.charts import Plot
from games.stats.web.factions import pairs_plot, plots_of
from games.stats.web.request import StatsRequest, faction_system, read_strictly

FOR_A_WHILE = 300
# Larger than on a page, so that it stays sharp on phones; each step more costs time.
PNG_ZOOM = 1.5
CHARTS = ("worth", "win_index", "pairs")


def framed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """May stand inside any page, runs no script, and may be kept for a while."""
    policy = {"frame-ancestors": ["*"], "script-src": [NONE], "connect-src": [NONE], "img-src": [SELF]}
    kept = cache_control(public=True, max_age=FOR_A_WHILE)(view)
    return require_safe(xframe_options_exempt(csp_replace(policy)(kept)))


def frame_response(request: HttpRequest, *, plot: Plot | None, title: str, address: str) -> HttpResponse:
    """`address` is the page the chart is from."""
    request.user = AnonymousUser()
    return render(request, "stats/embed.html", {"plot": plot, "title": title, "address": address})


@framed
def embed(request: HttpRequest, chart: str) -> HttpResponse:
    stats_request, plot = _chart(request, chart, viewer=AnonymousUser())
    address = f"{reverse('statistics:table')}?{stats_request.query}"
    return frame_response(request, plot=plot, title=title_of(stats_request), address=address)


@require_safe
def chart_file(request: HttpRequest, chart: str, form: str) -> HttpResponse:
    stats_request, plot = _chart(request, chart, viewer=request.user)
    return chart_response(f"clans-{chart}", plot, form, title_of(stats_request))


def chart_response(name: str, plot: Plot | None, form: str, about: str) -> HttpResponse:
    """As SVG or PNG. A chart with nothing to draw does not exist."""
    if plot is None:
        raise Http404
    source = f"{about} · Caledonia"
    svg = svg_file(plot.picture, title=plot.title, source=source)
    if form == "png":
        response = HttpResponse(render_png(svg, zoom=PNG_ZOOM), content_type="image/png")
    else:
        response = HttpResponse(svg, content_type="image/svg+xml")
    response["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return response


def existing(plots: Mapping[str, Plot], chart: str) -> Plot:
    if chart not in plots:
        raise Http404
    return plots[chart]


def title_of(stats_request: StatsRequest) -> str:
    """The game and the filters, in words."""
    chosen = [chip.label for chip in stats_request.filters.chips()] or [_("all games")]
    return " · ".join([terms.system_name(stats_request.system), *chosen])


def _chart(request: HttpRequest, chart: str, *, viewer: Actor) -> tuple[StatsRequest, Plot | None]:
    if chart not in CHARTS:
        raise Http404
    stats_request = read_strictly(request, faction_system(request), viewer=viewer)
    if chart == "pairs":
        return stats_request, pairs_plot(stats_request.filters)
    return stats_request, plots_of(faction_summary(filters=stats_request.filters), stats_request.system).get(
        chart
    )
