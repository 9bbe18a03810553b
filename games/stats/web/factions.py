"""Which clan is strong, and how sure are we: the table of all of them, clan against clan, and how figures are made."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.stats import terms
from games.stats.filters.filter_set import FilterSet
from games.stats.filters.forms import FilterForm
from games.stats.index import layout_of
from games.stats.intervals import SMALL_SAMPLE
from games.stats.models import WorthFit
from games.stats.presets import ALL
from games.stats.selectors.cache import QueryContext
from games.stats.selectors.factions import FactionSummary, faction_pairs, faction_summary
from games.stats.web.board import COLUMNS, Sorting, board_of, index_plot, worth_plot
from games.stats.web.charts import Heat, Plot, figures_response
from games.stats.web.faction_charts import FEWEST_MEETINGS
from games.stats.web.formatting import DataTable, ends_of, faction_data, fit_words, named, table_response
from games.stats.web.request import chip_links, faction_system, read_request, read_strictly


@dataclass(frozen=True, slots=True)
class Coverage:
    """In percent: how often the intervals of worths and of plain win indices held the truth."""

    runs: int
    adjusted: float
    raw: float


# The figures of docs/statistics.md, by `python -m tests.bench stats`; to be measured again when the estimators change.
COVERAGE = Coverage(runs=60, adjusted=94.5, raw=71.4)


def method_page(request: HttpRequest) -> HttpResponse:
    context = {
        "systems": terms.named_systems(),
        "columns": COLUMNS,
        "fewest": SMALL_SAMPLE,
        "coverage": COVERAGE,
        "fits": WorthFit.objects.filter(preset=ALL.key).order_by("system"),
    }
    return render(request, "stats/method.html", context)


def pair_data(filters: FilterSet) -> DataTable:
    header = ["clan", "other", "games", "ahead", *named("share_ahead"), "mean_difference"]
    return DataTable(
        header,
        [
            (key, other, pair.games, pair.ahead, *ends_of(pair.share_ahead), pair.mean_difference)
            for (key, other), pair in faction_pairs(filters=filters).items()
        ],
    )


def pairs_plot(filters: FilterSet, context: QueryContext | None = None) -> Heat | None:
    """Clans that met no other often enough are left out."""
    pairs = faction_pairs(filters=filters, context=context)
    often = {key: pair for key, pair in pairs.items() if pair.games >= FEWEST_MEETINGS}
    met = {key for key, _other in often}
    factions = [key for key in layout_of(filters.system).factions if key in met]
    if not factions:
        return None
    values = [
        [100 * often[key, other].share_ahead.value if (key, other) in often else None for other in factions]
        for key in factions
    ]
    return Heat(
        values,
        [terms.faction_name(filters.system, key) for key in factions],
        title=_("How often the clan on the left ends ahead of the one above, in percent"),
        middle=50.0,
    )


def table_page(request: HttpRequest) -> HttpResponse:
    stats_request = read_request(request, faction_system(request))
    context = QueryContext.of(stats_request.filters)
    summary = faction_summary(filters=stats_request.filters, context=context)
    sorting = Sorting.named(request.GET.get("sort", ""), has_worth=summary.fit is not None)
    sort = request.GET.get("sort", "")
    figures = {
        "asked": stats_request,
        "address": reverse("statistics:table"),
        "chips": chip_links(stats_request, sort=sort),
        "table": summary,
        "board": board_of(summary, stats_request.system, sorting),
        "columns": COLUMNS,
        "fit": fit_words(summary.fit, stats_request.system, is_exact=summary.fit_is_exact),
        "plots": plots_of(summary, stats_request.system),
        "pairs": pairs_plot(stats_request.filters, context) if summary.games else None,
        "system_name": terms.system_name(stats_request.system),
        "sort": sort,
        "fewest": SMALL_SAMPLE,
        "fewest_meetings": FEWEST_MEETINGS,
    }
    return figures_response(
        request,
        "table",
        figures,
        lambda: {
            "systems": terms.named_systems(),
            "form": FilterForm(request.GET, filters=stats_request.filters, viewer=request.user),
        },
    )


def table_file(request: HttpRequest, form: str) -> HttpResponse:
    stats_request = read_strictly(request, faction_system(request))
    rows = faction_summary(filters=stats_request.filters).rows
    return table_response(f"clans-{stats_request.system}", faction_data(rows), form)


def pairs_file(request: HttpRequest, form: str) -> HttpResponse:
    stats_request = read_strictly(request, faction_system(request))
    return table_response(f"pairs-{stats_request.system}", pair_data(stats_request.filters), form)


def plots_of(summary: FactionSummary, system: str) -> dict[str, Plot]:
    """By the name in addresses; what there is nothing to draw of is left out."""
    plots: dict[str, Plot] = {}
    if summary.fit is not None:
        plots["worth"] = worth_plot(summary.rows, system)
    if summary.games:
        plots["win_index"] = index_plot(summary.rows, system)
    return plots
