"""Which clan is strong, and how sure are we: the table of all of them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from caledonia_site.common.charts import heat_table
from games.stats.figures import SMALL_SAMPLE
from games.stats.filters import StatsFilter
from games.stats.layout import layout_of
from games.stats.selectors.faction_table import FactionTable, faction_table
from games.stats.selectors.pair_table import pair_table
from games.stats.web import words
from games.stats.web.board import board_of, index_plot, worth_plot
from games.stats.web.chips import chips_of
from games.stats.web.choosing import Asked, asked_for, faction_system, strictly_asked_for
from games.stats.web.columns import COLUMNS, Sorting
from games.stats.web.data_tables import DataTable, ends_of, faction_data, named, table_response
from games.stats.web.fit_words import fit_words
from games.stats.web.forms import StatsFilterForm
from games.stats.web.plots import Plot

# With fewer meetings of two clans a share of games says nothing.
FEWEST_MEETINGS = 5


def table_page(request: HttpRequest) -> HttpResponse:
    asked = asked_for(request, faction_system(request))
    table = faction_table(wanted=asked.wanted)
    sorting = Sorting.named(request.GET.get("sort", ""), has_worth=table.fit is not None)
    context = {
        "asked": asked,
        "systems": words.named_systems(),
        "form": StatsFilterForm(request.GET, asked=asked, viewer=request.user),
        "chips": chips_of(asked, sort=request.GET.get("sort", "")),
        "table": table,
        "board": board_of(table, asked.system, sorting),
        "columns": COLUMNS,
        "fit": fit_words(table.fit, is_exact=table.fit_is_exact),
        "plots": plots_of(table, asked.system),
        "pairs": _pairs_map(asked) if table.games else "",
        "system_name": words.system_name(asked.system),
        "sort": request.GET.get("sort", ""),
        "fewest": SMALL_SAMPLE,
        "fewest_meetings": FEWEST_MEETINGS,
    }
    return render(request, "stats/table.html", context)


def table_file(request: HttpRequest, form: str) -> HttpResponse:
    asked = strictly_asked_for(request, faction_system(request))
    rows = faction_table(wanted=asked.wanted).rows
    return table_response(f"clans-{asked.system}", faction_data(rows), form)


def pairs_file(request: HttpRequest, form: str) -> HttpResponse:
    asked = strictly_asked_for(request, faction_system(request))
    return table_response(f"pairs-{asked.system}", pair_data(asked.wanted), form)


def pair_data(wanted: StatsFilter) -> DataTable:
    header = ["clan", "other", "games", "ahead", *named("share_ahead"), "mean_difference"]
    return DataTable(
        header,
        [
            (key, other, pair.games, pair.ahead, *ends_of(pair.share_ahead), pair.mean_difference)
            for (key, other), pair in pair_table(wanted=wanted).items()
        ],
    )


def plots_of(table: FactionTable, system: str) -> dict[str, Plot]:
    """By the name in addresses; what there is nothing to draw of is left out."""
    found: dict[str, Plot] = {}
    if table.fit is not None:
        found["worth"] = worth_plot(table.rows, system)
    if table.games:
        found["win_index"] = index_plot(table.rows, system)
    return found


def _pairs_map(asked: Asked) -> SafeString:
    pairs = pair_table(wanted=asked.wanted)
    met = {key for key, _other in pairs}
    factions = [key for key in layout_of(asked.system).factions if key in met]
    names = [words.faction_name(asked.system, key) for key in factions]
    values = [
        [
            100 * pair.share_ahead.value
            if (pair := pairs.get((key, other))) and pair.games >= FEWEST_MEETINGS
            else None
            for other in factions
        ]
        for key in factions
    ]
    return heat_table(
        values,
        rows=names,
        columns=names,
        title=_("How often the clan on the left ends ahead of the one above, in percent"),
        middle=50.0,
        decimals=0,
    )
