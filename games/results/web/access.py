"""Finding a game for whoever asks, by account or by the phone they hold: what they may not see does not exist for
them.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from caledonia_site.common.formatting import parse_int
from caledonia_site.common.middleware import errors_as_messages
from caledonia_site.common.permissions import may
from games.results.models import Game, Seat
from games.results.selectors.games import fetch_claims, game_for, name_everyone, name_guests
from games.results.services.errors import VersionConflictError
from games.results.services.proofs import device_in
from games.results.services.rights import held_by, may_save
from games.results.web.names import carries_names
from games.results.web.proofs import device_of, may_see_history_here, proof_of, was_entered_here

View = Callable[..., HttpResponse]


def find_game(request: HttpRequest, public_id: str) -> Game:
    """With the names that the account, the browser that entered it, the phone that answers for a seat, or the link
    with names lets one read.
    """
    game = game_for(public_id=public_id, viewer=request.user)
    if game is None:
        raise Http404
    if was_entered_here(request, game) or held_seat(request, game):
        name_everyone(game)
    elif carries_names(request, game):
        name_guests(game)
    return game


def held_seat(request: HttpRequest, game: Game) -> Seat | None:
    """The seat this phone answers for."""
    if not (device := device_of(request)):
        return None
    fetch_claims(game)
    return held_by(device_in(game, device), game, game.seats.all())


def may_save_here(request: HttpRequest, game: Game) -> bool:
    """With this account, or on this phone."""
    held = held_seat(request, game)
    return may_save(request.user, game, proof_of(request, game), held=held)


def game_allowing(request: HttpRequest, public_id: str, permission: str) -> Game:
    game = find_game(request, public_id)
    if not may(request.user, permission, game):
        raise PermissionDenied
    return game


def expected_version(request: HttpRequest) -> int:
    """The version the person had before their eyes when they decided; nonsense is a version nobody saw."""
    return parse_int(request.POST.get("version", ""), digits=8) or 0


def acting_on_a_version(view: View) -> View:
    """When somebody else was faster, nothing happens but a page that says so; other errors become messages."""

    @wraps(view)
    def wrapped(request: HttpRequest, public_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        with errors_as_messages(request):
            try:
                return view(request, public_id, *args, **kwargs)
            except VersionConflictError as error:
                game = game_for(public_id=public_id, viewer=request.user)
                context = {
                    "public_id": public_id,
                    "reason": str(error),
                    "sees_history": game is not None and may_see_history_here(request, game),
                }
                return render(request, "results/life/conflict.html", context, status=error.status)
        return redirect("games:detail", public_id=public_id)

    return wrapped
