"""What a player still needs."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.players.models import Player
from tournaments.models import Season
from tournaments.selectors.outlook import GoalOutlook, player_outlook
from tournaments.web.access import find_season, season_context
from tournaments.wording.reasons import shown_value

# A chance drawn from fewer seasons played to the end would be noise.
FEWEST_SAMPLES = 20
# Sums of probabilities miss 1 by so little.
ROUNDING = 1e-9

GOALS = {
    "first": _("To win the season"),
    "up": _("To be promoted"),
    "stay": _("To stay in the division"),
}


@require_safe
def outlook_page(request: HttpRequest, key: str) -> HttpResponse:
    """Of the player chosen, or of whoever looks."""
    season = find_season(request, key)
    players = _players(season, request)
    chosen = _chosen(players, request)
    found = player_outlook(season, chosen) if chosen and season.is_running else None
    context = season_context(
        request,
        season,
        "outlook",
        players=[(player.public_id, player.shown.name) for player in players],
        chosen=chosen.public_id if chosen else "",
        chosen_name=chosen.shown.name if chosen else "",
        found=found,
        goals=[_told(one) for one in found.goals] if found else [],
    )
    return render(request, "tournaments/outlook.html", context)


def _players(season: Season, request: HttpRequest) -> list[Player]:
    """Only those whose names the viewer may know."""
    playing = season.entries.active().filter(group__isnull=False).values("player")
    players = Player.objects.visible_to(request.user).shown_to(request.user).filter(pk__in=playing)
    return list(players.order_by("name_key", "pk"))


def _chosen(players: list[Player], request: HttpRequest) -> Player | None:
    asked = request.GET.get("player")
    if asked:
        return next((one for one in players if one.public_id == asked), None)
    own = [one for one in players if one.account_id and one.account_id == request.user.pk]
    return own[0] if own else None


def _told(one: GoalOutlook) -> dict[str, Any]:
    result = one.outlook
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
        "title": GOALS[one.goal.key],
        "first": one.goal.first,
        "last": one.goal.last,
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
