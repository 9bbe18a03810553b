"""The code of the table: who are you? Then one's own seat, with both answers."""

from collections.abc import Callable
from contextlib import suppress
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from caledonia_site.common.errors import UserError
from caledonia_site.common.link_limits import limits_wrong_links
from caledonia_site.common.qr_codes import inline_qr_code
from games.models import Game, Seat
from games.selectors.game_detail import game_at_table
from games.selectors.words import said_on_page
from games.services.devices import device_in
from games.services.judge_result import NothingDisputedError, withdraw_dispute
from games.services.table_codes import table_ticket
from games.services.tickets import Ticket
from games.services.voices import has_account, holding
from games.web.devices import device_of
from games.web.life.answering import answer
from games.web.life.columns import columns_of
from games.web.life.confirmations import own_disputes, told_disputes
from games.web.sheet.entry import proof_of
from games.wording import label

View = Callable[..., HttpResponse]


def _with_code(view: View) -> View:
    """The code itself is the right to see the game. What it does not open says why."""

    @wraps(view)
    def wrapped(request: HttpRequest, public_id: str, token: str, **kwargs: int) -> HttpResponse:
        game = game_at_table(public_id=public_id, viewer=request.user)
        if game is None:
            raise Http404
        try:
            ticket = table_ticket(game, token)
        except UserError as error:
            context = {"reason": str(error)}
            return render(request, "games/life/link_closed.html", context, status=error.status)
        return view(request, game, ticket, **kwargs)

    return never_cache(limits_wrong_links(wrapped))


@_with_code
def who_are_you(request: HttpRequest, game: Game, ticket: Ticket) -> HttpResponse:
    """The seats to choose from. Whoever disputed on this phone withdraws it here, wherever they sit now."""
    if request.method == "POST":
        with suppress(NothingDisputedError):
            withdraw_dispute(actor=request.user, game=game, proof=proof_of(request, game, ticket=ticket))
        return redirect(request.path)
    said = said_on_page(game)
    device = device_in(game, device_of(request))
    columns = columns_of(game, own=_own(game, request, device))
    answered = {one.seat.index: one for one in said.seats}
    context = {
        "game": game,
        "system": label(game.system, f"system.{game.system}"),
        "seats": [
            {
                "column": column,
                "said": one,
                "by_account": has_account(one.seat),
            }
            for column in columns
            if (one := answered.get(column.index))
        ],
        "own_disputes": told_disputes(game, own_disputes(request, game)),
        "qr_code": inline_qr_code(request.build_absolute_uri()),
        "link": request.build_absolute_uri(),
    }
    return render(request, "games/life/table.html", context)


@_with_code
def seat_at_table(request: HttpRequest, game: Game, ticket: Ticket, *, index: int) -> HttpResponse:
    seat = next((one for one in game.seats.all() if one.index == index and not one.is_bot), None)
    if seat is None:
        raise Http404
    return answer(request, game, seat, ticket)


def _own(game: Game, request: HttpRequest, device: str) -> Seat | None:
    """By account, or because this phone took it."""
    for seat in game.seats.all():
        account = seat.player.account_id if seat.player else None
        if account:
            if account == request.user.pk:
                return seat
        elif device and (held := holding(seat)) and held.device == device:
            return seat
    return None
