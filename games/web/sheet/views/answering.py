"""Where a recorded sheet leads."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from games.models import Game


def lead_to(request: HttpRequest, game: Game) -> HttpResponse:
    """A script is told the address and goes there itself: following a redirect, it would fetch the page unseen
    and use up the messages that stand on it."""
    if request.headers.get("X-Requested-With") == "fetch":
        return JsonResponse({"game": game.get_absolute_url()})
    return redirect(game)
