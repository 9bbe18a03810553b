"""Which clan is strong, and how sure are we: the table of all of them."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games.stats.figures import SMALL_SAMPLE
from games.stats.selectors.answers import Ground
from games.stats.selectors.faction_table import FactionTable, faction_table
from games.stats.web import words
from games.stats.web.board import board_of, index_plot, worth_plot
from games.stats.web.chips import chips_of
from games.stats.web.choosing import asked_for, faction_system, strictly_asked_for
from games.stats.web.columns import COLUMNS, Sorting
from games.stats.web.data_tables import faction_data, table_response
from games.stats.web.faction_plots import FEWEST_MEETINGS
from games.stats.web.fit_words import fit_words
from games.stats.web.forms import StatsFilterForm
from games.stats.web.fragments import figures_response
from games.stats.web.pairs import pair_data, pairs_plot
from games.stats.web.plots import Plot


def table_page(request: HttpRequest) -> HttpResponse:
    asked = asked_for(request, faction_system(request))
    ground = Ground.of(asked.wanted)
    table = faction_table(wanted=asked.wanted, ground=ground)
    sorting = Sorting.named(request.GET.get("sort", ""), has_worth=table.fit is not None)
    sort = request.GET.get("sort", "")
    figures = {
        "asked": asked,
        "address": reverse("statistics:table"),
        "chips": chips_of(asked, sort=sort),
        "table": table,
        "board": board_of(table, asked.system, sorting),
        "columns": COLUMNS,
        "fit": fit_words(table.fit, is_exact=table.fit_is_exact),
        "plots": plots_of(table, asked.system),
        "pairs": pairs_plot(asked.wanted, ground) if table.games else None,
        "system_name": words.system_name(asked.system),
        "sort": sort,
        "fewest": SMALL_SAMPLE,
        "fewest_meetings": FEWEST_MEETINGS,
    }
    return figures_response(
        request,
        "table",
        figures,
        lambda: {
            "systems": words.named_systems(),
            "form": StatsFilterForm(request.GET, asked=asked, viewer=request.user),
        },
    )


def table_file(request: HttpRequest, form: str) -> HttpResponse:
    asked = strictly_asked_for(request, faction_system(request))
    rows = faction_table(wanted=asked.wanted).rows
    return table_response(f"clans-{asked.system}", faction_data(rows), form)


def pairs_file(request: HttpRequest, form: str) -> HttpResponse:
    asked = strictly_asked_for(request, faction_system(request))
    return table_response(f"pairs-{asked.system}", pair_data(asked.wanted), form)


def plots_of(table: FactionTable, system: str) -> dict[str, Plot]:
    """By the name in addresses; what there is nothing to draw of is left out."""
    found: dict[str, Plot] = {}
    if table.fit is not None:
        found["worth"] = worth_plot(table.rows, system)
    if table.games:
        found["win_index"] = index_plot(table.rows, system)
    return found
