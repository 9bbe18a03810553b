"""A player's page with their games in figures, and one's own."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from caledonia_site.common.permissions import may
from games.clubs.selectors.clubs import clubs_of_player, undoable_merges
from games.clubs.web.forms import PlayerNameField
from games.players.models import PageVisibility, Player
from games.players.selectors.players import player_at
from games.players.services.players import choose_name
from games.players.viewers import Viewer
from games.results.selectors.players import (
    Tally,
    counted,
    head_to_head,
    latest_games,
    played_seats,
    record_of,
)
from games.results.web.browse import rows_of
from games.results.web.browse_forms import faction_names
from games.results.web.markup import TallyRow, opponent_rows, tally_rows
from games.results.web.sections import SectionedPage, sections_context
from games.results.wording import faction_label
from games.systems import label
from games.systems.swatches import swatch_of

RECENT_GAMES = 5


class OwnPlayerForm(forms.Form):
    name = PlayerNameField(
        label=gettext_lazy("Name"), max_length=80, help_text=gettext_lazy("The name others see at the table.")
    )
    visibility = forms.ChoiceField(
        label=gettext_lazy("Who sees your name and page"),
        choices=PageVisibility.choices,
        initial=PageVisibility.PUBLIC,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("Everyone else meets “a player”, on every page and in every export."),
    )


def record_context(player: Player, viewer: Viewer) -> dict[str, Any]:
    """`systems`, `factions` and `opponents` are rows of tables, written here: as templates, these forty rows would
    take a third of the time of the page.
    """
    played = played_seats(player=player, viewer=viewer)
    record = record_of(counted(played))
    ranks = {seat.game_id: seat.rank for seat in counted(played)}
    all_address = f"{reverse('games:browse')}?player={player.public_id}"
    systems = [
        TallyRow(tally, str(label(tally.system, f"system.{tally.system}")), "") for tally in record.systems
    ]
    return {
        "record": record,
        "systems": tally_rows(systems, all_address),
        "factions": tally_rows(map(_faction_row, record.factions), all_address),
        "favourite": _faction_row(record.favourite) if record.favourite else None,
        "strongest": _faction_row(record.strongest) if record.strongest else None,
        "faction_names": faction_names(),
        "opponents": opponent_rows(head_to_head(player=player, viewer=viewer, ranks=ranks)),
        "recent_games": rows_of(latest_games(played, most=RECENT_GAMES), viewer),
        "all_address": all_address,
    }


def _faction_row(tally: Tally) -> TallyRow:
    swatch = swatch_of(tally.system, tally.faction)
    return TallyRow(tally, faction_label(tally.system, tally.faction), swatch)


def player_page(request: HttpRequest, key: str) -> HttpResponse:
    """The id in front finds the player; a changed name or a merge leads on to the present address."""
    player = player_at(key)
    if player is None or not may(request.user, "players.see_player", player):
        raise Http404
    if player.address_key != key:
        return redirect(player, permanent=False)
    context = {
        "player": player,
        "shown": player.shown_for(request.user),
        "is_own": may(request.user, "players.edit_player", player),
        "clubs": clubs_of_player(player=player, viewer=request.user),
        "merges": undoable_merges(player=player, user=request.user),
        **record_context(player, request.user),
        **sections_context(SectionedPage.PLAYER, request, player),
    }
    return render(request, "results/browse/player_page.html", context)


@login_required
def own_player_page(request: HttpRequest) -> HttpResponse:
    player: Any = getattr(request.user, "player_or_none", None)
    present = {"name": player.name, "visibility": player.visibility} if player else None
    form = OwnPlayerForm(request.POST or None, initial=present)
    if request.method == "POST" and form.is_valid():
        changed = choose_name(actor=request.user, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return HttpResponseRedirect(_way_on(request) or changed.get_absolute_url())
    return render(
        request, "players/own_player.html", {"form": form, "player": player, "next": _way_on(request)}
    )


def _way_on(request: HttpRequest) -> str:
    """Where the person wanted to go before they had a name."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if safe else ""
