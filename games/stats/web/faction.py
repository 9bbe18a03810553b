"""Everything about one clan: the page, the rows of its tables, and the tables as files."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Self

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.players.actors import Actor
from games.results.wording import seat_name
from games.stats import terms, wording
from games.stats.filters.filter_set import FilterSet
from games.stats.filters.forms import FilterForm
from games.stats.index import layout_of
from games.stats.intervals import SMALL_SAMPLE
from games.stats.selectors.cache import QueryContext, remember
from games.stats.selectors.faction import FactionProfile, LineMean, faction_profile
from games.stats.selectors.faction_people import RecordGame, best_players, record_games
from games.stats.web import faction_charts as draw
from games.stats.web.board import COLUMNS
from games.stats.web.charts import Plot, figures_response
from games.stats.web.downloads import chart_response, existing, frame_response, framed, title_of
from games.stats.web.formatting import DataTable, ends_of, fit_words, named, split_data, table_response
from games.stats.web.markup import split_rows
from games.stats.web.request import StatsRequest, chip_links, faction_system, read_request, read_strictly
from games.systems.swatches import swatch_of


def faction_files(
    profile: FactionProfile, filters: FilterSet, faction: str, viewer: Actor
) -> dict[str, Callable[[], DataTable]]:
    """By the name in addresses; nothing is asked of the database before a table is asked for."""
    splits = {"seats": profile.by_seats, "time": profile.over_time, **profile.by_facet, **profile.by_setup}
    return {
        "lines": lambda: _lines(profile),
        "scores": lambda: DataTable(
            ["from", "to", "seats"],
            [(score_bin.low, score_bin.high, score_bin.games) for score_bin in profile.scores],
        ),
        "against": lambda: _against(profile),
        "mastery": lambda: _mastery(profile),
        "best-players": lambda: _best(filters, faction, viewer),
        "records": lambda: _records(filters, faction, viewer),
        **{key: lambda split=split: split_data(split) for key, split in splits.items()},  # type: ignore[misc]
    }


def _lines(profile: FactionProfile) -> DataTable:
    return DataTable(
        ["line", "mean", "average", "share"],
        [(line.key, line.mean, line.average, line.share) for line in profile.lines],
    )


def _against(profile: FactionProfile) -> DataTable:
    return DataTable(
        ["other", "games", "ahead", *named("share_ahead"), "mean_difference"],
        [
            (pair.other, pair.games, pair.ahead, *ends_of(pair.share_ahead), pair.mean_difference)
            for pair in profile.against
        ],
    )


def _mastery(profile: FactionProfile) -> DataTable:
    return DataTable(
        ["games_before_from", "games_before_to", "games", *named("vp")],
        [(step.low, step.high, step.games, *ends_of(step.vp)) for step in profile.mastery],
    )


def _best(filters: FilterSet, faction: str, viewer: Actor) -> DataTable:
    """Names as the reader may know them."""
    return DataTable(
        ["player", "public_id", "games", "wins", *named("win_index"), "mean_vp", "mean_margin"],
        [
            (
                best.shown.name, best.shown.public_id, best.games, best.wins,
                *ends_of(best.win_index), best.mean_vp, best.mean_margin,
            )
            for best in best_players(filters=filters, faction=faction, viewer=viewer)
        ],
    )  # fmt: skip


def _records(filters: FilterSet, faction: str, viewer: Actor) -> DataTable:
    return DataTable(
        ["game", "played_on", "total", "margin", "seat"],
        [
            (record.game.public_id, record.game.played_on, record.total, record.margin, record.seat_index + 1)
            for record in record_games(filters=filters, faction=faction, viewer=viewer)
        ],
    )


@dataclass(frozen=True, slots=True)
class LineRow:
    name: str
    mean: str
    average: str
    difference: str
    share: str


@dataclass(frozen=True, slots=True)
class SplitGroup:
    """All tiles of a kind; `key` names the table in addresses, `rows` are markup: a page has a hundred of them, and a
    template would take longer for these than for everything else.
    """

    key: str
    name: str
    rows: SafeString


@dataclass(frozen=True, slots=True)
class RecordRow:
    record: RecordGame
    name: str
    place: int
    margin: str


def line_rows(lines: Iterable[LineMean], system: str) -> list[LineRow]:
    return [
        LineRow(
            terms.line_name(system, line.key),
            wording.number(line.mean),
            wording.number(line.average),
            wording.signed(line.mean - line.average),
            wording.percent(line.share),
        )
        for line in lines
        if line.mean or line.average
    ]


def split_groups(profile: FactionProfile, system: str) -> list[SplitGroup]:
    """What was in the game: scoring tiles, ports, map sides ...; only what was met at least once."""
    groups = [
        SplitGroup(field, terms.field_name(system, field), split_rows(splits, system, field))
        for field, splits in profile.by_setup.items()
    ]
    return [group for group in groups if group.rows]


def record_rows(records: Iterable[RecordGame]) -> list[RecordRow]:
    return [
        RecordRow(
            record,
            seat_name(record.seat, record.game.system),
            record.seat.rank,
            wording.signed(record.margin),
        )
        for record in records
    ]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A profile's charts and tables as a page shows them, in one language."""

    plots: dict[str, Plot]
    lines: list[LineRow]
    groups: list[SplitGroup]

    @classmethod
    def of(cls, profile: FactionProfile, system: str, name: str) -> Self:
        return cls(
            plots_of(profile, system, name), line_rows(profile.lines, system), split_groups(profile, system)
        )


def faction_page(request: HttpRequest, faction: str) -> HttpResponse:
    stats_request = read_request(request, faction_system(request))
    context = QueryContext.of(stats_request.filters)
    profile = _profile(stats_request, faction, context)
    system, name = stats_request.system, terms.faction_name(stats_request.system, faction)
    filters, viewer = stats_request.filters, request.user
    # What is drawn follows from the figures alone, and is kept as long as they are.
    drawn = remember(
        ("drawn", faction, get_language(), profile.mastery),
        filters,
        lambda _selection: Drawn.of(profile, system, name),
        context=context,
    )
    figures = {
        "asked": stats_request,
        "faction": faction,
        "address": reverse("statistics:faction", args=[faction]),
        "name": name,
        "swatch": swatch_of(system, faction),
        "chips": chip_links(stats_request),
        "profile": profile,
        "columns": COLUMNS,
        "tiles": _tiles(profile),
        "fit": fit_words(profile.fit, system, is_exact=profile.fit_is_exact),
        "plots": drawn.plots,
        "facet_plots": {facet: drawn.plots[facet] for facet in profile.by_facet if facet in drawn.plots},
        "lines": drawn.lines,
        "groups": drawn.groups,
        "best": best_players(filters=filters, faction=faction, viewer=viewer, context=context),
        "records": record_rows(
            record_games(filters=filters, faction=faction, viewer=viewer, context=context)
        ),
        "fewest": SMALL_SAMPLE,
    }
    return figures_response(
        request,
        "faction",
        figures,
        lambda: {"form": FilterForm(request.GET, filters=stats_request.filters, viewer=viewer)},
    )


def faction_file(request: HttpRequest, faction: str, table: str, form: str) -> HttpResponse:
    stats_request = read_strictly(request, faction_system(request))
    profile = _profile(stats_request, faction)
    make_table = faction_files(profile, stats_request.filters, faction, request.user).get(table)
    return table_response(f"{faction}-{table}", make_table() if make_table else None, form)


def faction_chart(request: HttpRequest, faction: str, chart: str, form: str) -> HttpResponse:
    stats_request = read_strictly(request, faction_system(request))
    profile = _profile(stats_request, faction)
    name = terms.faction_name(stats_request.system, faction)
    plot = plots_of(profile, stats_request.system, name).get(chart)
    return chart_response(f"{faction}-{chart}", plot, form, f"{name} · {title_of(stats_request)}")


@framed
def faction_frame(request: HttpRequest, faction: str, chart: str) -> HttpResponse:
    system = faction_system(request)
    stats_request = read_strictly(request, system, viewer=AnonymousUser())
    profile = _profile(stats_request, faction)
    name = terms.faction_name(stats_request.system, faction)
    return frame_response(
        request,
        plot=existing(plots_of(profile, stats_request.system, name), chart),
        title=f"{name} · {title_of(stats_request)}",
        address=f"{reverse('statistics:faction', args=[faction])}?{stats_request.query}",
    )


def plots_of(profile: FactionProfile, system: str, name: str) -> dict[str, Plot]:
    """By the name in addresses; what there is nothing to draw of is left out."""
    seats = {split.key: _("%(number)s players") % {"number": split.key} for split in profile.by_seats}
    plots: dict[str, Plot | None] = {
        "profile": draw.profile_plot(profile, system, name),
        "scores": draw.scores_plot(profile.scores, _("Distribution of scores")),
        "seats": draw.splits_plot(profile.by_seats, title=_("By number of players"), labels=seats),
        "against": draw.against_plot(profile.against, system),
        "mastery": draw.mastery_plot(profile.mastery),
        "time": draw.over_time_plot(profile.over_time),
    }
    for facet, splits in profile.by_facet.items():
        labels = {split.key: terms.choice_name(system, facet, split.key) for split in splits}
        plots[facet] = draw.splits_plot(splits, title=terms.field_name(system, facet), labels=labels)
    return {key: plot for key, plot in plots.items() if plot is not None}


def _profile(
    stats_request: StatsRequest, faction: str, context: QueryContext | None = None
) -> FactionProfile:
    if faction not in layout_of(stats_request.system).faction_codes:
        raise Http404
    return faction_profile(filters=stats_request.filters, faction=faction, context=context)


def _tiles(profile: FactionProfile) -> list[dict[str, Any]]:
    row, worth = profile.row, profile.row.worth
    return [
        {"label": _("Games"), "value": wording.number(row.games, 0), "note": ""},
        {
            "label": _("Win index"),
            "value": wording.number(row.win_index.value if row.win_index else None, 2),
            "note": wording.span(row.win_index, 2),
        },
        {
            "label": _("Worth in VP"),
            "value": wording.difference(worth.worth.value if worth and worth.worth else None),
            "note": wording.span(worth.worth, with_sign=True) if worth else "",
        },
        {
            "label": _("Fair bid"),
            "value": wording.number(worth.fair_bid.value if worth and worth.fair_bid else None, 0),
            "note": wording.span(worth.fair_bid, 0) if worth else "",
        },
        {
            "label": _("Mean VP"),
            "value": wording.number(row.mean_vp),
            "note": _("median %(median)s, from %(lowest)s to %(highest)s")
            % {
                "median": wording.number(profile.median, 0),
                "lowest": wording.number(profile.lowest, 0),
                "highest": wording.number(profile.highest, 0),
            }
            if row.games
            else "",
        },
        {"label": _("Mean place"), "value": wording.number(row.mean_place, 2), "note": ""},
    ]
