"""How ratings work, in plain words, with the numbers in use."""

from dataclasses import asdict, dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.ratings.engine import reference
from games.ratings.engine.reference import Belief, Parameters
from games.ratings.models import Pool
from games.ratings.models.pool import FEWEST_GAMES
from games.ratings.scopes import EVERYONE
from games.ratings.web.pool import chance, points, system_label

MEANINGS: dict[str, str | Promise] = {
    "player": _("How far players differ at the start"),
    "clan": _("How far clans may differ"),
    "position": _("How far places in turn order may differ"),
    "drift": _("How far a player may change from one game to the next"),
}
# Differences in rating, to show what they mean at the table.
DIFFERENCES = (0, 50, 100, 200, 400)


@dataclass(frozen=True, slots=True)
class ParameterRow:
    """On the engine's scale and in points."""

    name: str | Promise
    value: float
    points: str


def about_page(request: HttpRequest) -> HttpResponse:
    parameters = Parameters()
    start = reference.player_prior(parameters)
    context = {
        "engine": reference.NAME,
        "version": reference.VERSION,
        "parameters": [
            ParameterRow(MEANINGS[key], value, points(reference.POINTS_PER_LOGIT * value))
            for key, value in asdict(parameters).items()
        ],
        "centre": points(start.rating),
        "start_deviation": points(start.deviation),
        "fewest": FEWEST_GAMES,
        "differences": [(difference, _chance_at(difference)) for difference in DIFFERENCES],
        "pools": [
            (system_label(pool.system), pool)
            for pool in Pool.objects.filter(scope=EVERYONE, games__gt=0).order_by("system")
        ],
    }
    return render(request, "ratings/about.html", context)


def _chance_at(difference: float) -> str:
    """Between two well-known players."""
    return chance(
        reference.chance_ahead(Belief(difference / reference.POINTS_PER_LOGIT, 0.0), Belief(0.0, 0.0))
    )
