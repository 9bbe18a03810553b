"""A player's own place by the link of their QR code: no account is needed, so guests see it too."""

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from caledonia_site.common.link_limits import limits_wrong_links
from caledonia_site.common.permissions import may
from caledonia_site.common.user_errors import errors_as_messages
from games.models import Game
from games.players.models import Player
from games.services.personal_links import token_for
from games.services.rights import has_left
from tournaments.event_enums import EntryState
from tournaments.models import EventEntry
from tournaments.selectors.events.own_table import own_table
from tournaments.selectors.events.people import entry_by_token
from tournaments.selectors.events.rounds import TableState
from tournaments.services.events.check_in import check_in_by_token
from tournaments.web.events.table_view import clock_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limits_wrong_links
def place(request: HttpRequest, token: str) -> HttpResponse:
    """Shows the seat; posting says "I am here". The secret in the address stands for the player."""
    entry = entry_by_token(token)
    if entry is None:
        raise Http404
    if request.method == "POST":
        with errors_as_messages(request):
            check_in_by_token(actor=request.user, token=token)
            messages.success(request, _("You are checked in."))
        return redirect("events:place", token)
    found = own_table(entry, AnonymousUser()) if entry.event.has_begun else None
    context = {
        "event": entry.event,
        "entry": entry,
        # The holder of the link is the player: the own name is no secret to them.
        "name": Player.with_merged.get(pk=entry.player_id).name,
        "may_check_in": entry.event.needs_check_in
        and not entry.event.is_finished
        and entry.state == EntryState.REGISTERED,
        # Who holds the code of a private club's player may not see the club's pages.
        "sees_event": may(request.user, "events.see_event", entry.event),
        "place": found,
        "game_address": _game_address(request, entry, found.table.table.game)
        if found and found.table
        else "",
        "what_to_do": _what_to_do(found.table.state) if found and found.table else "",
        "place_clock": clock_of(found.round, timezone.now()) if found else None,
    }
    return render(request, "tournaments/events/place.html", context)


def _game_address(request: HttpRequest, entry: EventEntry, game: Game | None) -> str:
    """Of the table's game, for the holder of the code: by the player's personal link, because the game's own page knows
    by accounts alone who sat there. Who is signed in as the player, or has left the club, has no other page than that.
    """
    if game is None:
        return ""
    seat = game.seats.filter(player=entry.player_id).first()
    is_signed_in = request.user.is_authenticated and entry.player.account_id == request.user.pk
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
