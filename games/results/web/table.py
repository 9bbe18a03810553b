"""What a personal link or the code of the table opens: who are you? Then one's own seat with the result and both
answers.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from caledonia_site.common.errors import UserError
from caledonia_site.common.pictures.qr import inline_qr_code
from caledonia_site.common.rate_limits import limits_wrong_links
from games.results.enums import ClaimState
from games.results.models import Game, Seat, SeatClaim
from games.results.selectors.games import game_at_table
from games.results.selectors.history import links_count_in, verdicts_on_page
from games.results.services.proofs import Proof, Ticket, device_in, person_in, table_ticket
from games.results.services.rights import (
    AccountAnswersError,
    OtherSeatError,
    has_account,
    holding,
    name_in,
    voice_for,
)
from games.results.services.seats import ask_for_seat, change_seat, give_back_seat, keep_seat, take_seat
from games.results.services.verdicts import (
    NothingDisputedError,
    confirm_result,
    dispute_result,
    withdraw_dispute,
)
from games.results.web.access import expected_version
from games.results.web.forms import DisputeForm
from games.results.web.game import describe_disputes, kept_as, own_disputes, result_context
from games.results.web.proofs import device_of, proof_of
from games.results.web.seats import columns_of
from games.results.web.share import sharing_of
from games.systems import label

View = Callable[..., HttpResponse]


class ReaderState(StrEnum):
    """Where the reader stands towards the seat."""

    ANSWERS = "answers"
    SIGNS_IN = "signs_in"
    TAKEN = "taken"
    WAITS = "waits"
    REFUSED = "refused"
    CANNOT = "cannot"


@dataclass(frozen=True, slots=True)
class Reader:
    """`holder` is the phone that answers for the seat, whichever it is; `is_asked` that another one says it is them.
    `other` is the name of another seat that this phone answers for instead.
    """

    state: ReaderState
    reason: str
    holder: SeatClaim | None
    holds: bool
    is_asked: bool
    other: str


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
            return render(request, "results/life/link_closed.html", context, status=error.status)
        return view(request, game, ticket, **kwargs)

    return never_cache(limits_wrong_links(wrapped))


@_with_code
def who_are_you(request: HttpRequest, game: Game, ticket: Ticket) -> HttpResponse:
    """The seats to choose from. Whoever disputed on this phone withdraws it here, wherever they sit now."""
    if request.method == "POST":
        with suppress(NothingDisputedError):
            withdraw_dispute(actor=request.user, game=game, proof=proof_of(request, game, ticket=ticket))
        return redirect(request.path)
    verdicts = verdicts_on_page(game)
    device = device_in(game, device_of(request))
    columns = columns_of(game, own=_own(game, request, device))
    answered = {seat_verdicts.seat.index: seat_verdicts for seat_verdicts in verdicts.seats}
    context = {
        "game": game,
        "system": label(game.system, f"system.{game.system}"),
        "seats": [
            {
                "column": column,
                "verdicts": seat_verdicts,
                "by_account": has_account(seat_verdicts.seat),
            }
            for column in columns
            if (seat_verdicts := answered.get(column.index))
        ],
        "own_disputes": describe_disputes(game, own_disputes(request, game)),
        "qr_code": inline_qr_code(request.build_absolute_uri()),
        "link": request.build_absolute_uri(),
    }
    return render(request, "results/life/table.html", context)


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


@_with_code
def seat_at_table(request: HttpRequest, game: Game, ticket: Ticket, *, index: int) -> HttpResponse:
    seat = next(
        (candidate for candidate in game.seats.all() if candidate.index == index and not candidate.is_bot),
        None,
    )
    if seat is None:
        raise Http404
    return answer(request, game, seat, ticket)


def answer(request: HttpRequest, game: Game, seat: Seat, ticket: Ticket) -> HttpResponse:
    proof = proof_of(request, game, ticket=ticket)
    form = DisputeForm(request.POST if request.POST.get("do") == "dispute" else None, game=game)
    if request.method != "POST":
        return _show(request, game, seat, proof, form)
    if form.is_bound and not form.is_valid():
        return _show(request, game, seat, proof, form)
    try:
        _act(request, game, seat, proof, form)
    except UserError as error:
        return _show(request, game, seat, proof, form, refused=error)
    if request.POST.get("do") == "give_back" and ticket.index is None:
        # The code of the table asks once more who they are.
        return redirect(request.path.removesuffix(f"{seat.index}/"))
    return redirect(request.path)


def _act(request: HttpRequest, game: Game, seat: Seat, proof: Proof, form: DisputeForm) -> None:
    seen: dict[str, Any] = {"actor": request.user, "seat": seat, "proof": proof}
    match request.POST.get("do"):
        case "confirm":
            confirm_result(**seen, version=expected_version(request))
            messages.success(request, _("Thank you: you have confirmed the result."))
        case "dispute":
            dispute_result(**seen, version=expected_version(request), objections=form.objections())
            messages.success(request, dispute_message(game))
        case "withdraw":
            withdraw_dispute(actor=request.user, game=game, proof=proof)
            messages.success(request, _("Your dispute is withdrawn."))
        case "take":
            take_seat(**seen)
        case "ask":
            ask_for_seat(**seen)
        case "change":
            held = _held_elsewhere(game, seat, proof)
            if held is None:
                take_seat(**seen)
            else:
                change_seat(**seen, held=held)
        case "keep":
            keep_seat(seat=seat, proof=proof)
        case "give_back":
            give_back_seat(seat=seat, proof=proof)


def _held_elsewhere(game: Game, seat: Seat, proof: Proof) -> Seat | None:
    device = device_in(game, proof.device)
    others = (other for other in game.seats.all() if other.pk != seat.pk and not has_account(other))
    return next((other for other in others if (held := holding(other)) and held.device == device), None)


def _show(
    request: HttpRequest,
    game: Game,
    seat: Seat,
    proof: Proof,
    form: DisputeForm,
    *,
    refused: UserError | None = None,
) -> HttpResponse:
    if refused:
        # Somebody may have been faster: the page tells how things stand now.
        game, seat = _fetched_again(request, game, seat)
    seat_verdicts = verdicts_on_page(game).of(seat)
    reader = _reader(request, game, seat, proof)
    own = seat if reader.state == ReaderState.ANSWERS else None
    disputed = own_disputes(request, game)
    context = result_context(game, own=own) | {
        "form": form,
        "kept_as": kept_as(request, game),
        "seat": seat,
        "own_name": name_in(seat),
        "reader": reader,
        "verdicts": seat_verdicts,
        "only_accounts_count": not has_account(seat) and not links_count_in(game),
        "sharing": sharing_of(request, game, sat_there=True),
        "own_disputes": describe_disputes(game, disputed),
        "corrected_since": own is not None and any(verdict.content != game.content for verdict in disputed),
        "disputed_before": any(verdict not in disputed for verdict in seat_verdicts.disputes),
        "refused": str(refused) if refused else "",
        "sign_in": f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': request.path})}",
        "table_address": request.path.removesuffix(f"{seat.index}/") if _is_of_table(proof) else "",
    }
    return render(request, "results/life/answer.html", context, status=refused.status if refused else 200)


def _fetched_again(request: HttpRequest, game: Game, seat: Seat) -> tuple[Game, Seat]:
    fresh = game_at_table(public_id=game.public_id, viewer=request.user)
    seats = fresh.seats.all() if fresh else []
    same = next(
        (candidate for candidate in seats if candidate.index == seat.index and not candidate.is_bot), None
    )
    if fresh is None or same is None:
        raise Http404
    return fresh, same


def _is_of_table(proof: Proof) -> bool:
    return proof.ticket is not None and proof.ticket.index is None


def _reader(request: HttpRequest, game: Game, seat: Seat, proof: Proof) -> Reader:
    device = device_in(game, proof.device)
    holder = holding(seat)
    holds = holder is not None and holder.device == device
    own = next((claim for claim in seat.claims.all() if claim.device == device), None)
    is_asked = holds and any(
        claim.state == ClaimState.ASKS and claim.person == person_in(seat) for claim in seat.claims.all()
    )
    reason, state, other = "", ReaderState.ANSWERS, None
    try:
        voice_for(actor=request.user, game=game, index=seat.index, proof=proof)
    except AccountAnswersError as error:
        reason, state = str(error), ReaderState.SIGNS_IN
    except OtherSeatError as error:
        reason, state, other = str(error), ReaderState.CANNOT, _held_elsewhere(game, seat, proof)
    except UserError as error:
        reason, state = str(error), ReaderState.CANNOT
    else:
        if holder is not None and not holds and not has_account(seat):
            states = {ClaimState.ASKS: ReaderState.WAITS, ClaimState.REFUSED: ReaderState.REFUSED}
            state = states.get(ClaimState(own.state), ReaderState.TAKEN) if own else ReaderState.TAKEN
    return Reader(state, reason, holder, holds, is_asked, name_in(other) if other else "")


def dispute_message(game: Game) -> str:
    # Asked anew: the organiser may have been faster than this page.
    if Game.objects.filter(pk=game.pk, settled=True).exists():
        return _("An organiser has settled this result; your objection is kept for them to see.")
    if game.club_id:
        return _(
            "Your dispute is noted. The game does not count until you withdraw it or an organiser settles it."
        )
    return _("Your dispute is noted. The game does not count until you withdraw it.")
