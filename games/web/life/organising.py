"""What recorders and organisers do with a game: settle, take out, restore, go back to an earlier version."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.services.settle_game import settle_game
from games.services.undo_correction import undo_correction
from games.services.void_game import restore_game, void_game
from games.web.life.access import acting_on_a_version, expected_version, find_game, game_allowing
from games.web.sheet.entry import may_correct_here, proof_of


@require_POST
@login_required
@acting_on_a_version
def settle(request: HttpRequest, public_id: str) -> HttpResponse:
    game = game_allowing(request, public_id, "games.settle_game")
    settle_game(actor=request.user, game=game, version=expected_version(request))
    messages.success(request, _("The result is settled. It counts as it stands."))
    return redirect(game)


@login_required
@acting_on_a_version
def void(request: HttpRequest, public_id: str) -> HttpResponse:
    game = game_allowing(request, public_id, "games.void_game")
    if request.method != "POST":
        return render(request, "games/life/void.html", {"game": game})
    void_game(actor=request.user, game=game)
    messages.success(request, _("The game is taken out. It counts nowhere."))
    return redirect(game)


@require_POST
@login_required
@acting_on_a_version
def restore(request: HttpRequest, public_id: str) -> HttpResponse:
    game = game_allowing(request, public_id, "games.void_game")
    restore_game(actor=request.user, game=game)
    messages.success(request, _("The game is back."))
    return redirect(game)


@require_POST
@acting_on_a_version
def undo(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Go back to the version with that number, as a new version: for whoever may correct, by account or browser."""
    game = find_game(request, public_id)
    if not may_correct_here(request, game):
        raise PermissionDenied
    version = get_object_or_404(game.versions, number=number)
    undo_correction(
        actor=request.user,
        version=version,
        expected_version=expected_version(request),
        proof=proof_of(request, game),
    )
    messages.success(
        request, _("The game says again what it said in version %(number)s.") % {"number": number}
    )
    return redirect("games:history", public_id=public_id)
