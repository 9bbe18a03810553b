"""A player's page, and one's own."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from caledonia_site.common.permissions import may
from games.clubs.selectors.clubs import clubs_of_player
from games.clubs.selectors.merges import undoable_merges
from games.clubs.web.forms import PlayerNameField
from games.players.models import PageVisibility
from games.players.selectors.player_pages import player_at
from games.players.services.choose_name import choose_name
from games.web.players.record import record_context
from games.web.sections import SectionedPage, sections_context


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
    return render(request, "games/browse/player_page.html", context)


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
