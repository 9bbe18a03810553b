"""What people do with a result on its page: seated players confirm or dispute, from their account or by a personal
link; recorders and organisers settle it, take it out, restore it, or go back to an earlier version.
"""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from caledonia_site.common.errors import UserError
from caledonia_site.common.pictures.qr import inline_qr_code
from caledonia_site.common.rate_limits import limits_wrong_links
from games.results.models import Game, Seat
from games.results.selectors.games import game_at_table, own_seat
from games.results.services.correct import undo_correction
from games.results.services.proofs import link_ticket
from games.results.services.rights import AccountAnswersError
from games.results.services.seats import free_seat
from games.results.services.verdicts import (
    confirm_result,
    dispute_result,
    restore_game,
    settle_game,
    void_game,
    withdraw_dispute,
)
from games.results.web.access import acting_on_a_version, expected_version, find_game, game_allowing
from games.results.web.forms import DisputeForm
from games.results.web.game import kept_as, personal_link, result_context
from games.results.web.proofs import may_correct_here, proof_of
from games.results.web.seats import columns_of
from games.results.web.table import answer, dispute_message
from games.results.wording import seat_name


def _own_seat(request: HttpRequest, public_id: str) -> tuple[Game, Seat]:
    game = game_allowing(request, public_id, "games.judge_game")
    seat = own_seat(game, request.user)
    if seat is None:
        raise PermissionDenied
    return game, seat


@require_POST
@login_required
@acting_on_a_version
def confirm(request: HttpRequest, public_id: str) -> HttpResponse:
    game, seat = _own_seat(request, public_id)
    confirm_result(
        actor=request.user, seat=seat, version=expected_version(request), proof=proof_of(request, game)
    )
    messages.success(request, _("Thank you: you have confirmed the result."))
    return redirect(game)


@login_required
@acting_on_a_version
def dispute(request: HttpRequest, public_id: str) -> HttpResponse:
    game, seat = _own_seat(request, public_id)
    form = DisputeForm(request.POST or None, game=game)
    if request.method == "POST" and form.is_valid():
        dispute_result(
            actor=request.user,
            seat=seat,
            version=expected_version(request),
            objections=form.objections(),
            proof=proof_of(request, game),
        )
        messages.success(request, dispute_message(game))
        return redirect(game)
    context = result_context(game, own=seat) | {"form": form, "kept_as": kept_as(request, game)}
    return render(request, "results/life/dispute.html", context)


@require_POST
@acting_on_a_version
def withdraw(request: HttpRequest, public_id: str) -> HttpResponse:
    """By account, or on the phone that disputed."""
    game = find_game(request, public_id)
    withdraw_dispute(actor=request.user, game=game, proof=proof_of(request, game))
    messages.success(request, _("Your dispute is withdrawn."))
    return redirect(game)


@require_POST
@acting_on_a_version
def free(request: HttpRequest, public_id: str, index: int) -> HttpResponse:
    """Another phone may take the seat: for whoever may correct the game, by account or browser."""
    game = find_game(request, public_id)
    free_seat(actor=request.user, seat=_seat_at(game, index), proof=proof_of(request, game))
    messages.success(request, _("The seat is free: another phone can take it."))
    return redirect(game)


@never_cache
@limits_wrong_links
def mine(request: HttpRequest, public_id: str, token: str) -> HttpResponse:
    """What a personal link opens: the result, and both answers. The link itself is the right to see it."""
    game = game_at_table(public_id=public_id, viewer=request.user)
    if game is None:
        raise Http404
    try:
        seat, ticket = link_ticket(game, token)
    except UserError as error:
        context = {"reason": str(error)}
        return render(request, "results/life/link_closed.html", context, status=error.status)
    return answer(request, game, seat, ticket)


@never_cache
@login_required
@acting_on_a_version
def personal_link_page(request: HttpRequest, public_id: str, index: int) -> HttpResponse:
    """One seat's link to copy and its code to scan, for whoever hands it over."""
    game = game_allowing(request, public_id, "games.see_personal_links")
    seat = _seat_at(game, index)
    if seat.player and seat.player.account_id:
        raise AccountAnswersError(name=seat_name(seat, game.system))
    link = personal_link(request, game, seat)
    context = {
        "game": game,
        "columns": columns_of(game),
        "name": seat_name(seat, game.system),
        "link": link,
        "qr_code": inline_qr_code(link),
    }
    return render(request, "results/life/personal_link.html", context)


def _seat_at(game: Game, index: int) -> Seat:
    seat = next(
        (candidate for candidate in game.seats.all() if candidate.index == index and not candidate.is_bot),
        None,
    )
    if seat is None:
        raise Http404
    return seat


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
        return render(request, "results/life/void.html", {"game": game})
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
