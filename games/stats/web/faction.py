"""The tables of a clan's page as files.

Rows of the tables on a clan's page.

Everything about one clan.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Self

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from caledonia_site.common.formatting import escaped, writer
from games.results.wording import seat_name
from games.stats import wording
from games.stats.filters.base import StatsFilter
from games.stats.filters.forms import StatsFilterForm, chips_of
from games.stats.index.layout import layout_of
from games.stats.intervals import SMALL_SAMPLE
from games.stats.selectors.cache import Ground, remembered
from games.stats.selectors.faction import FactionProfile, LineMean, faction_profile
from games.stats.selectors.faction_people import RecordGame, best_players, record_games
from games.stats.selectors.sums import Split
from games.stats.web import faction_charts as draw
from games.stats.web.board import COLUMNS
from games.stats.web.charts import Plot, figures_response
from games.stats.web.downloads import chart_response, existing, frame_response, framed, title_of
from games.stats.web.formatting import DataTable, ends_of, fit_words, named, split_data, table_response
from games.stats.web.request import Asked, asked_for, faction_system, strictly_asked_for
from games.systems.swatches import swatch_of


def faction_files(
    profile: FactionProfile, wanted: StatsFilter, faction: str, viewer: Any
) -> dict[str, Callable[[], DataTable]]:
    """By the name in addresses; nothing is asked of the database before a table is wanted."""
    splits = {"seats": profile.by_seats, "time": profile.over_time, **profile.by_facet, **profile.by_setup}
    return {
        "lines": lambda: _lines(profile),
        "scores": lambda: DataTable(
            ["from", "to", "seats"], [(one.low, one.high, one.games) for one in profile.scores]
        ),
        "against": lambda: _against(profile),
        "mastery": lambda: _mastery(profile),
        "best-players": lambda: _best(wanted, faction, viewer),
        "records": lambda: _records(wanted, faction, viewer),
        **{key: lambda found=found: split_data(found) for key, found in splits.items()},  # type: ignore[misc]
    }


def _lines(profile: FactionProfile) -> DataTable:
    return DataTable(
        ["line", "mean", "average", "share"],
        [(one.key, one.mean, one.average, one.share) for one in profile.lines],
    )


def _against(profile: FactionProfile) -> DataTable:
    return DataTable(
        ["other", "games", "ahead", *named("share_ahead"), "mean_difference"],
        [
            (one.other, one.games, one.ahead, *ends_of(one.share_ahead), one.mean_difference)
            for one in profile.against
        ],
    )


def _mastery(profile: FactionProfile) -> DataTable:
    return DataTable(
        ["games_before_from", "games_before_to", "games", *named("vp")],
        [(one.low, one.high, one.games, *ends_of(one.vp)) for one in profile.mastery],
    )


def _best(wanted: StatsFilter, faction: str, viewer: Any) -> DataTable:
    """Names as the reader may know them."""
    return DataTable(
        ["player", "public_id", "games", "wins", *named("win_index"), "mean_vp", "mean_margin"],
        [
            (
                one.shown.name, one.shown.public_id, one.games, one.wins,
                *ends_of(one.win_index), one.mean_vp, one.mean_margin,
            )
            for one in best_players(wanted=wanted, faction=faction, viewer=viewer)
        ],
    )  # fmt: skip


def _records(wanted: StatsFilter, faction: str, viewer: Any) -> DataTable:
    return DataTable(
        ["game", "played_on", "total", "margin", "seat"],
        [
            (one.game.public_id, one.game.played_on, one.total, one.margin, one.seat_index + 1)
            for one in record_games(wanted=wanted, faction=faction, viewer=viewer)
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
            wording.line_name(system, one.key),
            wording.number(one.mean),
            wording.number(one.average),
            wording.signed(one.mean - one.average),
            wording.percent(one.share),
        )
        for one in lines
        if one.mean or one.average
    ]


def split_groups(profile: FactionProfile, system: str) -> list[SplitGroup]:
    """What was in the game: scoring tiles, ports, map sides ...; only what was met at least once."""
    groups = [
        SplitGroup(field, wording.field_name(system, field), split_rows(splits, system, field))
        for field, splits in profile.by_setup.items()
    ]
    return [group for group in groups if group.rows]


def split_rows(splits: Iterable[Split], system: str, field: str) -> SafeString:
    """The best first, small samples after the others."""
    played = sorted(
        (one for one in splits if one.games),
        key=lambda one: (one.is_small, -(one.win_index.value if one.win_index else 0.0)),
    )
    few, write = f' <span class="badge">{escaped(_("few games"))}</span>', writer()
    rows = []
    for one in played:
        name, index = escaped(wording.choice_name(system, field, one.key)), one.win_index
        span = f"{write(index.low, 2)} … {write(index.high, 2)}" if index else ""
        figures = [
            write(one.games, 0),
            f'{wording.number(index.value if index else None, 2, write)} <span class="stats-span">{span}</span>',
            wording.number(one.mean_vp, 1, write),
            wording.difference(one.mean_margin, 1, write),
        ]
        cells = "".join([f'<td class="figure">{figure}</td>' for figure in figures])
        muted, badge = (' class="muted"', few) if one.is_small else ("", "")
        rows.append(f'<tr{muted}><th scope="row">{name}{badge}</th>{cells}</tr>')
    # Names are escaped, the rest are numbers.
    return mark_safe("".join(rows))  # noqa: S308


def record_rows(records: Iterable[RecordGame]) -> list[RecordRow]:
    return [
        RecordRow(one, seat_name(one.seat, one.game.system), one.seat.rank, wording.signed(one.margin))
        for one in records
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
    asked = asked_for(request, faction_system(request))
    ground = Ground.of(asked.wanted)
    profile = _profile(asked, faction, ground)
    system, name = asked.system, wording.faction_name(asked.system, faction)
    wanted, viewer = asked.wanted, request.user
    # What is drawn follows from the figures alone, and is kept as long as they are.
    drawn = remembered(
        ("drawn", faction, get_language(), profile.mastery),
        wanted,
        lambda _selection: Drawn.of(profile, system, name),
        ground=ground,
    )
    figures = {
        "asked": asked,
        "faction": faction,
        "address": reverse("statistics:faction", args=[faction]),
        "name": name,
        "swatch": swatch_of(system, faction),
        "chips": chips_of(asked),
        "profile": profile,
        "columns": COLUMNS,
        "tiles": _tiles(profile),
        "fit": fit_words(profile.fit, is_exact=profile.fit_is_exact),
        "plots": drawn.plots,
        "lines": drawn.lines,
        "groups": drawn.groups,
        "best": best_players(wanted=wanted, faction=faction, viewer=viewer, ground=ground),
        "records": record_rows(record_games(wanted=wanted, faction=faction, viewer=viewer, ground=ground)),
        "fewest": SMALL_SAMPLE,
    }
    return figures_response(
        request,
        "faction",
        figures,
        lambda: {"form": StatsFilterForm(request.GET, asked=asked, viewer=viewer)},
    )


def faction_file(request: HttpRequest, faction: str, table: str, form: str) -> HttpResponse:
    asked = strictly_asked_for(request, faction_system(request))
    profile = _profile(asked, faction)
    found = faction_files(profile, asked.wanted, faction, request.user).get(table)
    return table_response(f"{faction}-{table}", found() if found else None, form)


def faction_chart(request: HttpRequest, faction: str, chart: str, form: str) -> HttpResponse:
    asked = strictly_asked_for(request, faction_system(request))
    profile = _profile(asked, faction)
    name = wording.faction_name(asked.system, faction)
    plot = plots_of(profile, asked.system, name).get(chart)
    return chart_response(f"{faction}-{chart}", plot, form, f"{name} · {title_of(asked)}")


@framed
def faction_frame(request: HttpRequest, faction: str, chart: str) -> HttpResponse:
    system = faction_system(request)
    asked = strictly_asked_for(request, system, viewer=AnonymousUser())
    profile = _profile(asked, faction)
    name = wording.faction_name(asked.system, faction)
    return frame_response(
        request,
        plot=existing(plots_of(profile, asked.system, name), chart),
        title=f"{name} · {title_of(asked)}",
        address=f"{reverse('statistics:faction', args=[faction])}?{asked.query}",
    )


def plots_of(profile: FactionProfile, system: str, name: str) -> dict[str, Plot]:
    """By the name in addresses; what there is nothing to draw of is left out."""
    seats = {one.key: _("%(number)s players") % {"number": one.key} for one in profile.by_seats}
    found: dict[str, Plot | None] = {
        "profile": draw.profile_plot(profile, system, name),
        "scores": draw.scores_plot(profile.scores, _("Distribution of scores")),
        "seats": draw.splits_plot(profile.by_seats, title=_("By number of players"), labels=seats),
        "against": draw.against_plot(profile.against, system),
        "mastery": draw.mastery_plot(profile.mastery),
        "time": draw.over_time_plot(profile.over_time),
    }
    for facet, splits in profile.by_facet.items():
        labels = {one.key: wording.choice_name(system, facet, one.key) for one in splits}
        found[facet] = draw.splits_plot(splits, title=wording.field_name(system, facet), labels=labels)
    return {key: plot for key, plot in found.items() if plot is not None}


def _profile(asked: Asked, faction: str, ground: Ground | None = None) -> FactionProfile:
    if faction not in layout_of(asked.system).faction_codes:
        raise Http404
    return faction_profile(wanted=asked.wanted, faction=faction, ground=ground)


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
