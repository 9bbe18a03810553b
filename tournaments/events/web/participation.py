"""Coming into a tournament and leaving it by oneself, and a player's own place by the link of their QR code: no account
is needed for that, so guests see it too.
"""

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from caledonia_site.common.middleware import errors_as_messages
from caledonia_site.common.permissions import may
from caledonia_site.common.rate_limits import limits_wrong_links
from games.clubs.web.access import signed_in_player
from games.clubs.web.clubs import confirmation
from games.players.models import Player
from games.results.models import Game
from games.results.services.proofs import has_left, token_for
from tournaments.events.enums import ParticipantMail, ParticipantState
from tournaments.events.models import Participant
from tournaments.events.selectors.events import (
    own_participant,
    participant_by_token,
    participant_of_mail_token,
)
from tournaments.events.selectors.rounds import TableState, own_table
from tournaments.events.services.check_in import check_in_at_door, check_in_by_token, drop_participant
from tournaments.events.services.mail import choose_mail
from tournaments.events.services.mail import stop_mail as stop_mail_of
from tournaments.events.services.registration import register, withdraw_participant
from tournaments.events.web.event import event_context, find_event
from tournaments.events.web.tables import clock_of
from tournaments.shared.names import has_read_of_names


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limits_wrong_links
def place(request: HttpRequest, token: str) -> HttpResponse:
    """Shows the seat; posting says "I am here". The secret in the address stands for the player."""
    participant = participant_by_token(token)
    if participant is None:
        raise Http404
    if request.method == "POST":
        with errors_as_messages(request):
            check_in_by_token(actor=request.user, token=token)
            messages.success(request, _("You are checked in."))
        return redirect("events:place", token)
    own = own_table(participant, AnonymousUser()) if participant.event.has_begun else None
    context = {
        "event": participant.event,
        "participant": participant,
        # The holder of the link is the player: the own name is no secret to them.
        "name": Player.with_merged.get(pk=participant.player_id).name,
        "may_check_in": participant.event.needs_check_in
        and not participant.event.is_finished
        and participant.state == ParticipantState.REGISTERED,
        # Who holds the code of a private club's player may not see the club's pages.
        "sees_event": may(request.user, "events.see_event", participant.event),
        "place": own,
        "game_address": _game_address(request, participant, own.table.table.game)
        if own and own.table
        else "",
        "what_to_do": _what_to_do(own.table.state) if own and own.table else "",
        "place_clock": clock_of(own.round, timezone.now()) if own else None,
    }
    return render(request, "events/place.html", context)


def _game_address(request: HttpRequest, participant: Participant, game: Game | None) -> str:
    """Of the table's game, for the holder of the code: by the player's personal link, because the game's own page knows
    by accounts alone who sat there. Who is signed in as the player, or has left the club, has no other page than that.
    """
    if game is None:
        return ""
    seat = game.seats.filter(player=participant.player_id).first()
    is_signed_in = request.user.is_authenticated and participant.player.account_id == request.user.pk
    if seat is None or is_signed_in or has_left(seat, game):
        return game.get_absolute_url()
    return reverse("games:mine", args=[game.public_id, token_for(seat, game)])


def _what_to_do(state: TableState) -> str:
    match state:
        case TableState.OPEN:
            return _(
                "Play your game at this table. When it is over, someone at the table who has an account enters the "
                "result, or an organiser does."
            )
        case TableState.CONFLICT:
            return _("Different results of this table came in. An organiser decides which one counts.")
        case TableState.PLAYED | TableState.WAITING:
            return _("The result is in. Your next table appears here when the next round is published.")
        case _:
            return ""


@require_POST
@signed_in_player
def register_self(request: HttpRequest, key: str) -> HttpResponse:
    event = find_event(request, key)
    with errors_as_messages(request):
        participant = register(actor=request.user, event=event, names_shown=has_read_of_names(request))
        messages.success(request, _said(participant))
    return redirect(event)


def _said(participant: Participant) -> str:
    match participant.state:
        case ParticipantState.REQUESTED:
            return _("You asked to take part. An organiser will answer.")
        case ParticipantState.WAITING:
            return _("All places are taken: you are on the waiting list.")
        case _:
            return _("You take part.")


@signed_in_player
def leave(request: HttpRequest, key: str) -> HttpResponse:
    """Before the first round the place goes to the next who waits; later one is out from the next round on."""
    event = find_event(request, key)
    participant = own_participant(event, request.user)
    if participant is None or participant.state == ParticipantState.WITHDRAWN or participant.has_left:
        return redirect(event)
    plays = event.has_begun and participant.plays
    if request.method == "POST":
        with errors_as_messages(request):
            if plays:
                drop_participant(actor=request.user, participant=participant)
            else:
                withdraw_participant(actor=request.user, participant=participant)
            messages.success(request, _("You are out of the tournament."))
        return redirect(event)
    return confirmation(
        request,
        club=event.club,
        title=_("Leave %(tournament)s?") % {"tournament": event.name},
        text=_("You play no further round; what you played stays.")
        if plays
        else _("Your place goes to the next on the waiting list."),
        action=_("Leave the tournament"),
        back=event.get_absolute_url(),
    )


@require_POST
@signed_in_player
def mail(request: HttpRequest, key: str) -> HttpResponse:
    """Which e-mails I want."""
    event = find_event(request, key)
    participant = own_participant(event, request.user)
    choice = request.POST.get("mail", "")
    if participant is not None and choice in ParticipantMail.values:
        choose_mail(actor=request.user, participant=participant, mail=ParticipantMail(choice))
        messages.success(request, _("Saved."))
    return redirect(event)


# The link of an e-mail is its own proof, and mail programs send the form without our cookie (RFC 8058).
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limits_wrong_links
def stop_mail(request: HttpRequest, token: str) -> HttpResponse:
    participant = participant_of_mail_token(token)
    if participant is None:
        raise Http404
    if request.method == "POST":
        stop_mail_of(participant=participant)
        participant.refresh_from_db(fields=["mail"])
    return render(request, "events/stop_mail.html", {"participant": participant})


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in_player
def door(request: HttpRequest, key: str, door_key: str) -> HttpResponse:
    """Behind the QR code on the door: "I am here"."""
    event = find_event(request, key)
    if request.method == "POST":
        with errors_as_messages(request):
            check_in_at_door(actor=request.user, event=event, door_key=door_key)
            messages.success(request, _("You are checked in."))
        return redirect(event)
    participant = own_participant(event, request.user)
    context = event_context(request, event, "event", participant=participant, door_key=door_key)
    return render(request, "events/door.html", context)
