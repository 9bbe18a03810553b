"""A game in figures, as a page and as files: scores, seats, lines, ties, and what was on the table."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from caledonia_site.common.charts import StackedBar
from games.stats import terms, wording
from games.stats.filters.forms import FilterForm
from games.stats.intervals import SMALL_SAMPLE
from games.stats.selectors.system import LineFacts, ScoreBin, SeatsFacts, SystemFacts, Usage, system_facts
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


def size_row(size: SeatsFacts, plots: dict[str, Plot]) -> SizeRow:
    return SizeRow(
        size.seats,
        wording.number(size.games, 0),
        wording.number(size.mean),
        wording.number(size.mean_winning),
        wording.difference(size.mean_margin),
        plots[f"scores-{size.seats}"],
        plots[f"winning-{size.seats}"],
    )


def places_plot(facts: SystemFacts, system: str) -> Parts | None:
    """What the first, the second ... made their VP of."""
    lines = _used(facts)
    if not lines:
        return None
    shown = sorted(lines, key=lambda line: -abs(line.mean_vp))[:MOST_LINES]
    shown = [line for line in lines if line in shown]
    rest = [line for line in lines if line not in shown]
    series = [terms.line_name(system, line.key) for line in shown]
    bars = []
    for number, place in enumerate(lines[0].places):
        parts = [line.places[number].mean_vp for line in shown]
        if rest:
            parts.append(sum(line.places[number].mean_vp for line in rest))
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
                terms.line_name(system, line.key),
                wording.percent(line.share),
                wording.number(line.mean_vp),
                [wording.number(place.mean_quantity) for place in line.places],
                [wording.number(place.mean_vp) for place in line.places],
            )
            for line in lines
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
    known = [good for good in facts.rarity if good.games]
    if not known:
        return None
    worths = sorted({worth for good in known for worth in good.counts}, reverse=True)
    return RarityTable(
        worths,
        [
            (
                terms.line_name(system, good.key),
                [wording.percent(good.counts.get(worth, 0) / good.games) for worth in worths],
            )
            for good in known
        ],
    )


def option_rows(facts: SystemFacts, system: str) -> list[tuple[str, str, str]]:
    """The most used first; what nobody used is left out."""
    used = sorted((usage for usage in facts.options if usage.games), key=lambda usage: -usage.games)
    return [
        (option_words(usage, system), wording.number(usage.games, 0), wording.percent(usage.share))
        for usage in used
    ]


def option_words(usage: Usage, system: str) -> str:
    name = terms.option_name(system, usage.option)
    return name if usage.value == "yes" else f"{name}: {terms.choice_name(system, usage.option, usage.value)}"


def piece_groups(facts: SystemFacts, system: str) -> list[PieceGroup]:
    return [
        PieceGroup(
            field,
            terms.field_name(system, field),
            [
                (
                    terms.choice_name(system, field, use.key),
                    wording.number(use.seats, 0),
                    wording.percent(use.share, 1),
                    wording.number(use.mean_place, 2),
                )
                for use in uses[:MOST_PIECES]
            ],
        )
        for field, uses in facts.pieces.items()
        if uses
    ]


def _used(facts: SystemFacts) -> list[LineFacts]:
    return [line for line in facts.lines if line.mean_vp or any(place.mean_quantity for place in line.places)]


def facts_files(facts: SystemFacts) -> dict[str, DataTable]:
    """By the name in addresses."""
    return {
        "sizes": DataTable(
            ["players", "games", "mean", "mean_winning", "mean_margin"],
            [
                (size.seats, size.games, size.mean, size.mean_winning, size.mean_margin)
                for size in facts.by_seats
            ],
        ),
        "lines": _lines(facts),
        "places": _places(facts),
        "ties": DataTable(
            ["games", "decided_by_tie_break", "shared"],
            [(facts.ties.games, facts.ties.decided_by_tie_break, facts.ties.shared)],
        ),
        "rarity": DataTable(
            ["good", "worth", "games"],
            [(good.key, worth, count) for good in facts.rarity for worth, count in good.counts.items()],
        ),
        "options": DataTable(
            ["option", "value", "games", "share"],
            [(usage.option, usage.value, usage.games, usage.share) for usage in facts.options],
        ),
        **{f"scores-{size.seats}": _bins(size.scores) for size in facts.by_seats},
        **{f"winning-{size.seats}": _bins(size.winning) for size in facts.by_seats},
        **{facet: split_data(splits) for facet, splits in facts.seat_values.items()},
        **{
            field: DataTable(
                ["key", "seats", "share", "mean_place"],
                [(use.key, use.seats, use.share, use.mean_place) for use in uses],
            )
            for field, uses in facts.pieces.items()
        },
    }


def _bins(bins: Iterable[ScoreBin]) -> DataTable:
    return DataTable(
        ["from", "to", "seats"], [(score_bin.low, score_bin.high, score_bin.games) for score_bin in bins]
    )


def _lines(facts: SystemFacts) -> DataTable:
    return DataTable(
        ["line", "seats", "mean_vp", "share"],
        [(line.key, line.games, line.mean_vp, line.share) for line in facts.lines],
    )


def _places(facts: SystemFacts) -> DataTable:
    return DataTable(
        ["line", "place", "seats", "mean_quantity", "mean_vp"],
        [
            (line.key, place.place, place.seats, place.mean_quantity, place.mean_vp)
            for line in facts.lines
            for place in line.places
        ],
    )


def facts_page(request: HttpRequest, system: str) -> HttpResponse:
    stats_request, facts = _facts(read_request(request, known_system(system)))
    plots = plots_of(facts, system)
    figures = {
        "asked": stats_request,
        "system": system,
        "address": reverse("statistics:facts", args=[system]),
        "system_name": terms.system_name(system),
        "chips": chip_links(stats_request),
        "facts": facts,
        "sizes": [size_row(size, plots) for size in facts.by_seats if size.games],
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
            "systems": terms.named_systems(),
            "form": FilterForm(
                request.GET, filters=stats_request.filters, viewer=request.user, with_seats=False
            ),
        },
    )


def facts_file(request: HttpRequest, system: str, table: str, form: str) -> HttpResponse:
    _stats_request, facts = _facts(read_strictly(request, known_system(system)))
    return table_response(f"{system}-{table}", facts_files(facts).get(table), form)


def facts_chart(request: HttpRequest, system: str, chart: str, form: str) -> HttpResponse:
    stats_request, facts = _facts(read_strictly(request, known_system(system)))
    plot = plots_of(facts, system).get(chart)
    return chart_response(f"{system}-{chart}", plot, form, title_of(stats_request))


@framed
def facts_frame(request: HttpRequest, system: str, chart: str) -> HttpResponse:
    stats_request, facts = _facts(read_strictly(request, known_system(system), viewer=AnonymousUser()))
    return frame_response(
        request,
        plot=existing(plots_of(facts, system), chart),
        title=title_of(stats_request),
        address=f"{reverse('statistics:facts', args=[system])}?{stats_request.query}",
    )


def plots_of(facts: SystemFacts, system: str) -> dict[str, Plot]:
    """By the name in addresses."""
    plots: dict[str, Plot | None] = {"places": places_plot(facts, system)}
    for size in facts.by_seats:
        of_seats = {"number": size.seats}
        plots[f"scores-{size.seats}"] = scores_plot(
            size.scores, _("Scores with %(number)s players") % of_seats
        )
        plots[f"winning-{size.seats}"] = scores_plot(
            size.winning, _("Winning scores with %(number)s players") % of_seats
        )
    for facet, splits in facts.seat_values.items():
        labels = {size.key: terms.choice_name(system, facet, size.key) for size in splits}
        plots[facet] = splits_plot(splits, title=terms.field_name(system, facet), labels=labels)
    return {key: plot for key, plot in plots.items() if plot is not None}


def _facts(stats_request: StatsRequest) -> tuple[StatsRequest, SystemFacts]:
    """A filter by seat does not apply to whole tables, so it is not among the chosen ones either."""
    stats_request = stats_request.for_tables()
    return stats_request, system_facts(filters=stats_request.filters)
