"""Where a recorded sheet leads, and what scripts are told."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from games.models import Game
from games.services.errors import SpentKeyError


def is_script(request: HttpRequest) -> bool:
    return request.headers.get("X-Requested-With") == "fetch"


def lead_to(request: HttpRequest, game: Game) -> HttpResponse:
    """A script is told the address and goes there itself: following a redirect, it would fetch the page unseen
    and use up the messages that stand on it."""
    if is_script(request):
        return JsonResponse({"game": game.get_absolute_url()})
    return redirect(game)


def tell_of_spent_key(error: SpentKeyError) -> JsonResponse:
    """With the address of the game the key was used for, as far as it is the sender's."""
    address = error.game.get_absolute_url() if error.game else ""
    return JsonResponse({"code": error.code, "detail": str(error), "game": address}, status=error.status)
