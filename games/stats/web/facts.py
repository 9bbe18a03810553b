"""A game in figures: scores, seats, lines, ties, and what was on the table."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from games.stats.figures import SMALL_SAMPLE
from games.stats.selectors.system_facts import SystemFacts, system_facts
from games.stats.web import facts_rows as rows
from games.stats.web import words
from games.stats.web.chips import chips_of
from games.stats.web.choosing import Asked, asked_for, known_system, strictly_asked_for
from games.stats.web.data_tables import table_response
from games.stats.web.embedding import chart_response, existing, frame_response, framed, title_of
from games.stats.web.faction_plots import scores_plot, splits_plot
from games.stats.web.facts_data import facts_files
from games.stats.web.forms import StatsFilterForm
from games.stats.web.fragments import figures_response
from games.stats.web.plots import Plot


def facts_page(request: HttpRequest, system: str) -> HttpResponse:
    asked, facts = _facts(asked_for(request, known_system(system)))
    plots = plots_of(facts, system)
    figures = {
        "asked": asked,
        "system": system,
        "address": reverse("statistics:facts", args=[system]),
        "system_name": words.system_name(system),
        "chips": chips_of(asked),
        "facts": facts,
        "sizes": [rows.size_row(one, plots) for one in facts.by_seats if one.games],
        "seat_plots": {facet: plots[facet] for facet in facts.seat_values if facet in plots},
        "places": plots.get("places"),
        "lines": rows.line_table(facts, system),
        "ties": rows.tie_rows(facts),
        "rarity": rows.rarity_table(facts, system),
        "options": rows.option_rows(facts, system),
        "pieces": rows.piece_groups(facts, system),
        "fewest": SMALL_SAMPLE,
    }
    return figures_response(
        request,
        "facts",
        figures,
        lambda: {
            "systems": words.named_systems(),
            "form": StatsFilterForm(request.GET, asked=asked, viewer=request.user, with_seats=False),
        },
    )


def facts_file(request: HttpRequest, system: str, table: str, form: str) -> HttpResponse:
    _asked, facts = _facts(strictly_asked_for(request, known_system(system)))
    return table_response(f"{system}-{table}", facts_files(facts).get(table), form)


def facts_chart(request: HttpRequest, system: str, chart: str, form: str) -> HttpResponse:
    asked, facts = _facts(strictly_asked_for(request, known_system(system)))
    plot = plots_of(facts, system).get(chart)
    return chart_response(f"{system}-{chart}", plot, form, title_of(asked))


@framed
def facts_frame(request: HttpRequest, system: str, chart: str) -> HttpResponse:
    asked, facts = _facts(strictly_asked_for(request, known_system(system), viewer=AnonymousUser()))
    return frame_response(
        request,
        plot=existing(plots_of(facts, system), chart),
        title=title_of(asked),
        address=f"{reverse('statistics:facts', args=[system])}?{asked.query}",
    )


def plots_of(facts: SystemFacts, system: str) -> dict[str, Plot]:
    """By the name in addresses."""
    found: dict[str, Plot | None] = {"places": rows.places_plot(facts, system)}
    for one in facts.by_seats:
        of_seats = {"number": one.seats}
        found[f"scores-{one.seats}"] = scores_plot(one.scores, _("Scores with %(number)s players") % of_seats)
        found[f"winning-{one.seats}"] = scores_plot(
            one.winning, _("Winning scores with %(number)s players") % of_seats
        )
    for facet, splits in facts.seat_values.items():
        labels = {one.key: words.choice_name(system, facet, one.key) for one in splits}
        found[facet] = splits_plot(splits, title=words.field_name(system, facet), labels=labels)
    return {key: plot for key, plot in found.items() if plot is not None}


def _facts(asked: Asked) -> tuple[Asked, SystemFacts]:
    """A filter by seat does not apply to whole tables, so it is not among the chosen ones either."""
    asked = asked.without_seat()
    return asked, system_facts(wanted=asked.wanted)
