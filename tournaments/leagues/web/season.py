"""A season for its readers: standings, one player's games and what they still need, the race, honours, people and
history.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from caledonia_site.common.charts.lines import Line, LinePoint, line_chart
from caledonia_site.common.formatting import format_date, format_number
from caledonia_site.common.permissions import may
from games.players.models import Player
from tournaments.leagues.models import Group, Season
from tournaments.leagues.selectors.leagues import season_honours
from tournaments.leagues.selectors.seasons import history_of, own_participant, people_of, season_player
from tournaments.leagues.selectors.standings import (
    GoalOutlook,
    RaceTable,
    player_outlook,
    race_tables,
    tables_of,
)
from tournaments.leagues.web.access import find_season, season_context
from tournaments.leagues.web.leagues import settings_list
from tournaments.shared.wording import shown_value

# A chance drawn from fewer seasons played to the end would be noise.
FEWEST_SAMPLES = 20
# Sums of probabilities miss 1 by so little.
ROUNDING = 1e-9

GOALS = {
    "first": gettext_lazy("To win the season"),
    "up": gettext_lazy("To be promoted"),
    "stay": gettext_lazy("To stay in the division"),
}


@require_safe
def outlook_page(request: HttpRequest, key: str) -> HttpResponse:
    """Of the player chosen, or of whoever looks."""
    season = find_season(request, key)
    players = _players(season, request)
    chosen = _chosen(players, request)
    outlook = player_outlook(season, chosen) if chosen and season.is_running else None
    context = season_context(
        request,
        season,
        "outlook",
        players=[(player.public_id, player.shown.name) for player in players],
        chosen=chosen.public_id if chosen else "",
        chosen_name=chosen.shown.name if chosen else "",
        found=outlook,
        goals=[_describe_goal(goal) for goal in outlook.goals] if outlook else [],
    )
    return render(request, "leagues/outlook.html", context)


def _players(season: Season, request: HttpRequest) -> list[Player]:
    """Only those whose names the viewer may know."""
    playing = season.participants.active().filter(group__isnull=False).values("player")
    players = Player.objects.visible_to(request.user).shown_to(request.user).filter(pk__in=playing)
    return list(players.order_by("name_key", "pk"))


def _chosen(players: list[Player], request: HttpRequest) -> Player | None:
    key = request.GET.get("player")
    if key:
        return next((player for player in players if player.public_id == key), None)
    own = [player for player in players if player.account_id and player.account_id == request.user.pk]
    return own[0] if own else None


def _describe_goal(goal: GoalOutlook) -> dict[str, Any]:
    result = goal.outlook
    needs = [
        {
            "points": shown_value("points", str(need.points)),
            "likelihood": shown_chance(need.likelihood, is_known=result.exact),
            "chance": shown_chance(need.chance, is_known=result.exact),
        }
        for need in result.needs
        if result.exact or need.likelihood * result.samples >= FEWEST_SAMPLES
    ]
    return {
        "title": GOALS[goal.goal.key],
        "first": goal.goal.first,
        "last": goal.goal.last,
        "chance": shown_chance(result.chance, is_known=result.exact or result.certain is not None),
        "error": 100 * result.error,
        "exact": result.exact,
        "samples": result.samples,
        "certain": result.certain,
        "best": result.best,
        "worst": result.worst,
        "needs": needs,
    }


def shown_chance(share: float, *, is_known: bool) -> str:
    """In percent. What is merely very likely or unlikely never reads as certain."""
    percent = round(100 * share)
    is_sure = is_known and min(share, 1 - share) < ROUNDING
    if percent == 0 and not is_sure:
        return "< 1\N{NO-BREAK SPACE}%"
    if percent == 100 and not is_sure:
        return "> 99\N{NO-BREAK SPACE}%"
    return f"{percent}\N{NO-BREAK SPACE}%"


@dataclass(frozen=True, slots=True)
class RaceChart:
    group: Group | None
    chart: SafeString


def race_charts(tables: Iterable[RaceTable]) -> list[RaceChart]:
    """Only of tables with at least two days of play: one day is no race."""
    return [
        RaceChart(table.group, _chart(table)) for table in tables if len(table.dates) > 1 and table.runners
    ]


def _chart(table: RaceTable) -> SafeString:
    lines = []
    for runner in table.runners:
        points = [
            LinePoint(
                at=day.toordinal(),
                value=value,
                label=format_date(day),
                mark=date_format(day, "SHORT_DATE_FORMAT"),
            )
            for day, value in zip(table.dates, runner.points, strict=True)
        ]
        name = _("%(name)s (you)") % {"name": runner.name} if runner.is_viewer else runner.name
        lines.append(Line(name, points))
    title = f"{table.group.division} · {table.group}" if table.group else _("Points over time")
    return line_chart(
        lines,
        title=title,
        about=_("Points that count after each day of play, of those in front."),
        write=_points,
    )


def _points(value: float) -> str:
    return format_number(value, 0 if value == int(value) else 1)


PEOPLE_ON_A_PAGE = 100
EVENTS_ON_A_PAGE = 50


@require_safe
def season_page(request: HttpRequest, key: str) -> HttpResponse:
    season = find_season(request, key)
    context = season_context(
        request,
        season,
        "season",
        tables=tables_of(season, request.user),
        settings=settings_list(season),
        own_participant=own_participant(season, request.user),
        own_player=getattr(request.user, "player_or_none", None),
        groups_play=season.has_groups and season.is_running,
    )
    return render(request, "leagues/season.html", context)


@require_safe
def player_page(request: HttpRequest, key: str, player_id: str) -> HttpResponse:
    """Somebody whose name the viewer may not know has no page here either."""
    season = find_season(request, key)
    player = Player.objects.filter(public_id=player_id).first()
    if player is None or not may(request.user, "players.see_player", player):
        raise Http404
    shown = season_player(season, player, request.user)
    if shown is None:
        raise Http404
    return render(request, "leagues/season_player.html", season_context(request, season, "", found=shown))


@require_safe
def race_page(request: HttpRequest, key: str) -> HttpResponse:
    season = find_season(request, key)
    charts = race_charts(race_tables(season, request.user))
    return render(request, "leagues/race.html", season_context(request, season, "race", charts=charts))


@require_safe
def honours_page(request: HttpRequest, key: str) -> HttpResponse:
    season = find_season(request, key)
    honours = season_honours(season, request.user)
    context = season_context(request, season, "honours", honours=honours)
    return render(request, "leagues/honours.html", context)


@require_safe
def people_page(request: HttpRequest, key: str) -> HttpResponse:
    season = find_season(request, key)
    page = Paginator(people_of(season, request.user), PEOPLE_ON_A_PAGE).get_page(request.GET.get("page"))
    context = season_context(
        request,
        season,
        "people",
        page=page,
        own_participant=own_participant(season, request.user),
        own_player=getattr(request.user, "player_or_none", None),
        groups_play=season.has_groups and season.is_running,
    )
    return render(request, "leagues/people.html", context)


@require_safe
def history_page(request: HttpRequest, key: str) -> HttpResponse:
    season = find_season(request, key)
    page = Paginator(history_of(season, request.user), EVENTS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "leagues/history.html", season_context(request, season, "history", page=page))
