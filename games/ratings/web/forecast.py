"""Who wins with these players?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from caledonia_site.common.charts import heat_table
from games.players.models.player import ShownPlayer
from games.ratings.models.standing import FEWEST_GAMES
from games.ratings.selectors.pages_forecast import SeatForecast, forecast_table
from games.ratings.selectors.pages_names import offered, suggested
from games.ratings.web.choosing import chosen_pool
from games.ratings.web.forecast_form import ForecastForm
from games.ratings.web.numbers import chance
from games.wording.seats import dimension_label

# Nearer together than this, in chances of winning, nobody is the favourite.
OPEN_TABLE = 0.03


@dataclass(frozen=True, slots=True, kw_only=True)
class ForecastRow:
    """A seat in words; `low` and `high` bound the chance to win."""

    seat: SeatForecast
    shown: ShownPlayer
    clan: str
    wins: str
    low: str
    high: str


def forecast_page(request: HttpRequest) -> HttpResponse:
    choice = chosen_pool(request)
    form = ForecastForm(request.GET, choice=choice, viewer=request.user)
    told: list[SeatForecast] = []
    if choice.pool and form.is_asked and form.is_valid():
        told = forecast_table(pool=choice.pool, seatings=form.seatings)
    context = {
        "choice": choice,
        "form": form,
        "is_asked": form.is_asked,
        "names": offered(pool=choice.pool, viewer=request.user),
        **(forecast_context(told, choice.system) if told else {}),
    }
    return render(request, "ratings/forecast.html", context)


def forecast_names(request: HttpRequest) -> HttpResponse:
    """Suggestions for the field somebody types in, as options of its list."""
    text = next((value for key, value in request.GET.items() if key.startswith("player_")), "")
    names = suggested(text=str(text)[:80], viewer=request.user)
    return render(request, "ratings/names.html", {"names": names})


def forecast_context(told: Sequence[SeatForecast], system: str) -> dict[str, Any]:
    rows = [
        ForecastRow(
            seat=seat,
            shown=seat.seating.player.shown,
            clan=dimension_label(system, seat.seating.clan),
            wins=chance(seat.wins),
            low=chance(seat.low),
            high=chance(seat.high),
        )
        for seat in sorted(told, key=lambda seat: -seat.wins)
    ]
    return {
        "rows": rows,
        "verdict": _verdict(rows),
        "rough": [row.shown.name for row in rows if row.seat.is_rough],
        "fewest": FEWEST_GAMES,
        "chart": _chart(rows),
    }


def _verdict(rows: Sequence[ForecastRow]) -> str:
    best = rows[0].seat.wins
    ahead = [row.shown.name for row in rows if best - row.seat.wins < OPEN_TABLE]
    if len(ahead) == len(rows):
        return _("An open table: all have about the same chance.")
    if len(ahead) > 1:
        return _("About level in front: %(names)s.") % {"names": ", ".join(ahead)}
    return _("%(name)s is the favourite: first in about %(chance)s of such games.") % {
        "name": ahead[0],
        "chance": rows[0].wins,
    }


def _chart(rows: Sequence[ForecastRow]) -> SafeString:
    return heat_table(
        [[100 * part for part in row.seat.places] for row in rows],
        rows=[row.shown.name for row in rows],
        columns=[f"{place}." for place in range(1, len(rows) + 1)],
        title=_("Chance of each place, in percent"),
        middle=100 / len(rows),
        decimals=0,
    )
