"""Rows of the tables on a game's page of facts.

The tables of a game's page of facts as files.

A game in figures: scores, seats, lines, ties, and what was on the table.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from caledonia_site.common.charts import StackedBar
from games.stats import names, wording
from games.stats.filters.forms import FilterForm
from games.stats.intervals import SMALL_SAMPLE
from games.stats.selectors.system import LineFacts, ScoreBin, SeatsFacts, SystemFacts, system_facts
from games.stats.web.charts import Parts, Plot, figures_response
from games.stats.web.downloads import chart_response, existing, frame_response, framed, title_of
from games.stats.web.faction_charts import MOST_LINES, scores_plot, splits_plot
from games.stats.web.formatting import DataTable, split_data, table_response
from games.stats.web.request import StatsRequest, chip_links, known_system, read_request, read_strictly

MOST_PIECES = 15


@dataclass(frozen=True, slots=True)
class SizeRow:
    """Tables of one size."""

    seats: int
    games: str
    mean: str
    mean_winning: str
    margin: str
    scores: Plot
    winning: Plot


@dataclass(frozen=True, slots=True)
class LineRow:
    name: str
    share: str
    mean_vp: str
    quantities: list[str]
    points: list[str]


@dataclass(frozen=True, slots=True)
class LineTable:
    places: list[int]
    rows: list[LineRow]


@dataclass(frozen=True, slots=True)
class RarityTable:
    worths: list[int]
    rows: list[tuple[str, list[str]]]


@dataclass(frozen=True, slots=True)
class PieceGroup:
    key: str
    name: str
    rows: list[tuple[str, str, str, str]]


def size_row(one: SeatsFacts, plots: dict[str, Plot]) -> SizeRow:
    return SizeRow(
        one.seats,
        wording.number(one.games, 0),
        wording.number(one.mean),
        wording.number(one.mean_winning),
        wording.difference(one.mean_margin),
        plots[f"scores-{one.seats}"],
        plots[f"winning-{one.seats}"],
    )


def places_plot(facts: SystemFacts, system: str) -> Parts | None:
    """What the first, the second ... made their VP of."""
    lines = _used(facts)
    if not lines:
        return None
    shown = sorted(lines, key=lambda one: -abs(one.mean_vp))[:MOST_LINES]
    shown = [one for one in lines if one in shown]
    rest = [one for one in lines if one not in shown]
    series = [names.line_name(system, one.key) for one in shown]
    bars = []
    for number, place in enumerate(lines[0].places):
        parts = [one.places[number].mean_vp for one in shown]
        if rest:
            parts.append(sum(one.places[number].mean_vp for one in rest))
        bars.append(StackedBar(_("Place %(place)s") % {"place": place.place}, parts))
    return Parts(
        bars,
        [*series, _("Other lines")] if rest else series,
        title=_("Where the VP come from, by place"),
        about=_("Mean VP of each line."),
        name="places",
    )


def line_table(facts: SystemFacts, system: str) -> LineTable | None:
    lines = _used(facts)
    if not lines:
        return None
    return LineTable(
        [place.place for place in lines[0].places],
        [
            LineRow(
                names.line_name(system, one.key),
                wording.percent(one.share),
                wording.number(one.mean_vp),
                [wording.number(place.mean_quantity) for place in one.places],
                [wording.number(place.mean_vp) for place in one.places],
            )
            for one in lines
        ],
    )


def tie_rows(facts: SystemFacts) -> list[tuple[str, str, str]]:
    ties = facts.ties
    if not ties.games:
        return []
    counts = [
        (_("First place decided by a tie-break"), ties.decided_by_tie_break),
        (_("First place shared"), ties.shared),
    ]
    return [
        (name, wording.number(count, 0), wording.percent(count / ties.games, 1)) for name, count in counts
    ]


def rarity_table(facts: SystemFacts, system: str) -> RarityTable | None:
    """How often each good was worth how much."""
    known = [one for one in facts.rarity if one.games]
    if not known:
        return None
    worths = sorted({worth for one in known for worth in one.counts}, reverse=True)
    return RarityTable(
        worths,
        [
            (
                names.line_name(system, one.key),
                [wording.percent(one.counts.get(worth, 0) / one.games) for worth in worths],
            )
            for one in known
        ],
    )


def option_rows(facts: SystemFacts, system: str) -> list[tuple[str, str, str]]:
    """The most used first; what nobody used is left out."""
    used = sorted((one for one in facts.options if one.games), key=lambda one: -one.games)
    return [
        (option_words(one, system), wording.number(one.games, 0), wording.percent(one.share)) for one in used
    ]


def option_words(usage: Any, system: str) -> str:
    name = names.option_name(system, usage.option)
    return name if usage.value == "yes" else f"{name}: {names.choice_name(system, usage.option, usage.value)}"


def piece_groups(facts: SystemFacts, system: str) -> list[PieceGroup]:
    return [
        PieceGroup(
            field,
            names.field_name(system, field),
            [
                (
                    names.choice_name(system, field, one.key),
                    wording.number(one.seats, 0),
                    wording.percent(one.share, 1),
                    wording.number(one.mean_place, 2),
                )
                for one in uses[:MOST_PIECES]
            ],
        )
        for field, uses in facts.pieces.items()
        if uses
    ]


def _used(facts: SystemFacts) -> list[LineFacts]:
    return [one for one in facts.lines if one.mean_vp or any(place.mean_quantity for place in one.places)]


def facts_files(facts: SystemFacts) -> dict[str, DataTable]:
    """By the name in addresses."""
    return {
        "sizes": DataTable(
            ["players", "games", "mean", "mean_winning", "mean_margin"],
            [(one.seats, one.games, one.mean, one.mean_winning, one.mean_margin) for one in facts.by_seats],
        ),
        "lines": _lines(facts),
        "places": _places(facts),
        "ties": DataTable(
            ["games", "decided_by_tie_break", "shared"],
            [(facts.ties.games, facts.ties.decided_by_tie_break, facts.ties.shared)],
        ),
        "rarity": DataTable(
            ["good", "worth", "games"],
            [(one.key, worth, count) for one in facts.rarity for worth, count in one.counts.items()],
        ),
        "options": DataTable(
            ["option", "value", "games", "share"],
            [(one.option, one.value, one.games, one.share) for one in facts.options],
        ),
        **{f"scores-{one.seats}": _bins(one.scores) for one in facts.by_seats},
        **{f"winning-{one.seats}": _bins(one.winning) for one in facts.by_seats},
        **{facet: split_data(splits) for facet, splits in facts.seat_values.items()},
        **{
            field: DataTable(
                ["key", "seats", "share", "mean_place"],
                [(one.key, one.seats, one.share, one.mean_place) for one in uses],
            )
            for field, uses in facts.pieces.items()
        },
    }


def _bins(bins: Iterable[ScoreBin]) -> DataTable:
    return DataTable(["from", "to", "seats"], [(one.low, one.high, one.games) for one in bins])


def _lines(facts: SystemFacts) -> DataTable:
    return DataTable(
        ["line", "seats", "mean_vp", "share"],
        [(one.key, one.games, one.mean_vp, one.share) for one in facts.lines],
    )


def _places(facts: SystemFacts) -> DataTable:
    return DataTable(
        ["line", "place", "seats", "mean_quantity", "mean_vp"],
        [
            (one.key, place.place, place.seats, place.mean_quantity, place.mean_vp)
            for one in facts.lines
            for place in one.places
        ],
    )


def facts_page(request: HttpRequest, system: str) -> HttpResponse:
    asked, facts = _facts(read_request(request, known_system(system)))
    plots = plots_of(facts, system)
    figures = {
        "asked": asked,
        "system": system,
        "address": reverse("statistics:facts", args=[system]),
        "system_name": names.system_name(system),
        "chips": chip_links(asked.filters),
        "facts": facts,
        "sizes": [size_row(one, plots) for one in facts.by_seats if one.games],
        "seat_plots": {facet: plots[facet] for facet in facts.seat_values if facet in plots},
        "places": plots.get("places"),
        "lines": line_table(facts, system),
        "ties": tie_rows(facts),
        "rarity": rarity_table(facts, system),
        "options": option_rows(facts, system),
        "pieces": piece_groups(facts, system),
        "fewest": SMALL_SAMPLE,
    }
    return figures_response(
        request,
        "facts",
        figures,
        lambda: {
            "systems": names.named_systems(),
            "form": FilterForm(request.GET, filters=asked.filters, viewer=request.user, with_seats=False),
        },
    )


def facts_file(request: HttpRequest, system: str, table: str, form: str) -> HttpResponse:
    _asked, facts = _facts(read_strictly(request, known_system(system)))
    return table_response(f"{system}-{table}", facts_files(facts).get(table), form)


def facts_chart(request: HttpRequest, system: str, chart: str, form: str) -> HttpResponse:
    asked, facts = _facts(read_strictly(request, known_system(system)))
    plot = plots_of(facts, system).get(chart)
    return chart_response(f"{system}-{chart}", plot, form, title_of(asked))


@framed
def facts_frame(request: HttpRequest, system: str, chart: str) -> HttpResponse:
    asked, facts = _facts(read_strictly(request, known_system(system), viewer=AnonymousUser()))
    return frame_response(
        request,
        plot=existing(plots_of(facts, system), chart),
        title=title_of(asked),
        address=f"{reverse('statistics:facts', args=[system])}?{asked.query}",
    )


def plots_of(facts: SystemFacts, system: str) -> dict[str, Plot]:
    """By the name in addresses."""
    found: dict[str, Plot | None] = {"places": places_plot(facts, system)}
    for one in facts.by_seats:
        of_seats = {"number": one.seats}
        found[f"scores-{one.seats}"] = scores_plot(one.scores, _("Scores with %(number)s players") % of_seats)
        found[f"winning-{one.seats}"] = scores_plot(
            one.winning, _("Winning scores with %(number)s players") % of_seats
        )
    for facet, splits in facts.seat_values.items():
        labels = {one.key: names.choice_name(system, facet, one.key) for one in splits}
        found[facet] = splits_plot(splits, title=names.field_name(system, facet), labels=labels)
    return {key: plot for key, plot in found.items() if plot is not None}


def _facts(asked: StatsRequest) -> tuple[StatsRequest, SystemFacts]:
    """A filter by seat does not apply to whole tables, so it is not among the chosen ones either."""
    asked = asked.for_tables()
    return asked, system_facts(filters=asked.filters)
