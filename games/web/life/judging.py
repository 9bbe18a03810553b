"""Seated players confirm or dispute, from their account or by a personal link."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from caledonia_site.common.errors import UserError
from caledonia_site.common.link_limits import limits_wrong_links
from caledonia_site.common.qr_codes import inline_qr_code
from games.models import Game, Seat
from games.selectors.game_detail import game_at_table, own_seat, verdict_on
from games.services.judge_result import confirm_result, dispute_result
from games.services.personal_links import seat_of_token
from games.web.life.access import acting_on_a_version, expected_version, game_allowing
from games.web.life.columns import columns_of
from games.web.life.confirmations import personal_link
from games.web.life.detail import result_context
from games.web.life.forms import DisputeForm
from games.web.share.page import sharing_of
from games.wording.seats import seat_name


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
    _confirm(request, seat, account=request.user)
    return redirect(game)


@login_required
@acting_on_a_version
def dispute(request: HttpRequest, public_id: str) -> HttpResponse:
    game, seat = _own_seat(request, public_id)
    form = DisputeForm(request.POST or None, game=game)
    if request.method == "POST" and form.is_valid():
        _dispute(request, seat, form, account=request.user)
        return redirect(game)
    context = result_context(game, own=seat) | {"form": form}
    return render(request, "games/life/dispute.html", context)


@never_cache
@limits_wrong_links
def mine(request: HttpRequest, public_id: str, token: str) -> HttpResponse:
    """What a personal link opens: the result, and both answers. The link itself is the right to see it."""
    game = game_at_table(public_id=public_id, viewer=request.user)
    if game is None:
        raise Http404
    try:
        seat = seat_of_token(game, token)
    except UserError as error:
        context = {"reason": str(error)}
        return render(request, "games/life/link_closed.html", context, status=error.status)
    return _answer(request, public_id, game, seat)


@acting_on_a_version
def _answer(request: HttpRequest, public_id: str, game: Game, seat: Seat) -> HttpResponse:
    form = DisputeForm(request.POST if "dispute" in request.POST else None, game=game)
    if request.method == "POST":
        if "dispute" not in request.POST:
            _confirm(request, seat, account=None)
            return redirect(request.path)
        if form.is_valid():
            _dispute(request, seat, form, account=None)
            return redirect(request.path)
    context = result_context(game, own=seat) | {
        "form": form,
        "own_name": seat_name(seat, game.system),
        "sharing": sharing_of(request, game, sat_there=True),
        "own_verdict": verdict_on(seat, game.version),
    }
    return render(request, "games/life/mine.html", context)


@never_cache
@login_required
def personal_link_page(request: HttpRequest, public_id: str, index: int) -> HttpResponse:
    """One seat's link to copy and its code to scan, for whoever hands it over."""
    game = game_allowing(request, public_id, "games.see_personal_links")
    seat = next((one for one in game.seats.all() if one.index == index and not one.is_bot), None)
    if seat is None:
        raise Http404
    link = personal_link(request, game, seat)
    context = {
        "game": game,
        "columns": columns_of(game),
        "name": seat_name(seat, game.system),
        "link": link,
        "qr_code": inline_qr_code(link),
    }
    return render(request, "games/life/personal_link.html", context)


def _confirm(request: HttpRequest, seat: Seat, *, account: Any) -> None:
    confirm_result(seat=seat, version=expected_version(request), account=account)
    messages.success(request, _("Thank you: you have confirmed the result."))


def _dispute(request: HttpRequest, seat: Seat, form: DisputeForm, *, account: Any) -> None:
    dispute_result(
        seat=seat, version=expected_version(request), objections=form.objections(), account=account
    )
    # Asked anew: the organiser may have been faster than this page.
    if Game.objects.filter(pk=seat.game_id, settled=True).exists():
        said = _("An organiser has settled this result; your objection is kept for them to see.")
    else:
        said = _("Your objection is noted. The game does not count until it is settled.")
    messages.success(request, said)
