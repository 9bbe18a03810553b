"""Everything about one clan."""

from dataclasses import dataclass
from typing import Any, Self

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from caledonia_site.common.tartans import TARTANS
from games.stats.figures import SMALL_SAMPLE
from games.stats.layout import layout_of
from games.stats.selectors.answers import Ground, remembered
from games.stats.selectors.faction_people import best_players, record_games
from games.stats.selectors.faction_profile import FactionProfile, faction_profile
from games.stats.web import faction_plots as draw
from games.stats.web import words
from games.stats.web.chips import chips_of
from games.stats.web.choosing import Asked, asked_for, faction_system, strictly_asked_for
from games.stats.web.columns import COLUMNS
from games.stats.web.data_tables import table_response
from games.stats.web.embedding import chart_response, existing, frame_response, framed, title_of
from games.stats.web.faction_data import faction_files
from games.stats.web.faction_rows import LineRow, SplitGroup, line_rows, record_rows, split_groups
from games.stats.web.fit_words import fit_words
from games.stats.web.forms import StatsFilterForm
from games.stats.web.fragments import figures_response
from games.stats.web.plots import Plot


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
    system, name = asked.system, words.faction_name(asked.system, faction)
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
        "swatch": faction if faction in TARTANS else "",
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
    name = words.faction_name(asked.system, faction)
    plot = plots_of(profile, asked.system, name).get(chart)
    return chart_response(f"{faction}-{chart}", plot, form, f"{name} · {title_of(asked)}")


@framed
def faction_frame(request: HttpRequest, faction: str, chart: str) -> HttpResponse:
    system = faction_system(request)
    asked = strictly_asked_for(request, system, viewer=AnonymousUser())
    profile = _profile(asked, faction)
    name = words.faction_name(asked.system, faction)
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
        labels = {one.key: words.choice_name(system, facet, one.key) for one in splits}
        found[facet] = draw.splits_plot(splits, title=words.field_name(system, facet), labels=labels)
    return {key: plot for key, plot in found.items() if plot is not None}


def _profile(asked: Asked, faction: str, ground: Ground | None = None) -> FactionProfile:
    if faction not in layout_of(asked.system).faction_codes:
        raise Http404
    return faction_profile(wanted=asked.wanted, faction=faction, ground=ground)


def _tiles(profile: FactionProfile) -> list[dict[str, Any]]:
    row, worth = profile.row, profile.row.worth
    return [
        {"label": _("Games"), "value": words.number(row.games, 0), "note": ""},
        {
            "label": _("Win index"),
            "value": words.number(row.win_index.value if row.win_index else None, 2),
            "note": words.span(row.win_index, 2),
        },
        {
            "label": _("Worth in VP"),
            "value": words.difference(worth.worth.value if worth and worth.worth else None),
            "note": words.span(worth.worth, with_sign=True) if worth else "",
        },
        {
            "label": _("Fair bid"),
            "value": words.number(worth.fair_bid.value if worth and worth.fair_bid else None, 0),
            "note": words.span(worth.fair_bid, 0) if worth else "",
        },
        {
            "label": _("Mean VP"),
            "value": words.number(row.mean_vp),
            "note": _("median %(median)s, from %(lowest)s to %(highest)s")
            % {
                "median": words.number(profile.median, 0),
                "lowest": words.number(profile.lowest, 0),
                "highest": words.number(profile.highest, 0),
            }
            if row.games
            else "",
        },
        {"label": _("Mean place"), "value": words.number(row.mean_place, 2), "note": ""},
    ]
