"""What the views of a sheet have in common: which rules it is of, where a recorded one leads, and what scripts read."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.results.models import Game
from games.results.services.errors import SpentKeyError
from games.results.web.proofs import remember_secret
from games.sheets.record import Recorded
from games.sheets.rules import tell_of_other_rules
from scoring import registry
from scoring.ruleset import Ruleset

REFUSED = 422


def ruleset_at(system: str) -> Ruleset[Any]:
    try:
        return registry.get(system)
    except KeyError:
        raise Http404 from None


def is_script(request: HttpRequest) -> bool:
    return request.headers.get("X-Requested-With") == "fetch"


def lead_to(request: HttpRequest, game: Game) -> HttpResponse:
    """A script is told the address and goes there itself: following a redirect, it would fetch the page unseen
    and use up the messages that stand on it."""
    if is_script(request):
        return JsonResponse({"game": game.get_absolute_url()})
    return redirect(game)


def say_if_rules_differ(request: HttpRequest, game: Game) -> None:
    if not request.POST.get("shown_totals"):
        return
    totals = [seat.total for seat in game.seats.order_by("index")]
    if told := tell_of_other_rules(request.POST, game.system, totals):
        messages.warning(request, told)


def tell_of_recorded(request: HttpRequest, recorded: Recorded, edit_secret: str) -> None:
    """On the next page; a browser without an account keeps what lets it correct the game."""
    if recorded.game.recorded_by_id is None:
        remember_secret(request, recorded.game, edit_secret)
    if recorded.instead:
        messages.info(request, recorded.instead)
    else:
        messages.success(request, _("The game is recorded."))
    if recorded.misfit:
        messages.warning(request, recorded.misfit)
    say_if_rules_differ(request, recorded.game)


def tell_of_spent_key(error: SpentKeyError) -> JsonResponse:
    """With the address of the game the key was used for, as far as it is the sender's."""
    address = error.game.get_absolute_url() if error.game else ""
    return JsonResponse({"code": error.code, "detail": str(error), "game": address}, status=error.status)
