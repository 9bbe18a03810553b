"""A player's page with their games in figures, and one's own."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from caledonia_site.common.formatting import escaped, writer
from caledonia_site.common.permissions import may
from games.clubs.selectors.clubs import clubs_of_player, undoable_merges
from games.clubs.web.forms import PlayerNameField
from games.players.models import PageVisibility, Player
from games.players.models.player import ShownPlayer
from games.players.selectors.players import player_at
from games.players.services.players import choose_name
from games.players.viewers import Viewer
from games.results.selectors.players import (
    HeadToHead,
    Tally,
    counted,
    head_to_head,
    latest_games,
    played_seats,
    record_of,
)
from games.results.web.browse import rows_of
from games.results.web.browse_forms import faction_names
from games.results.web.sections import SectionedPage, sections_context
from games.results.wording import faction_label
from games.systems import label
from games.systems.swatches import swatch_of
from games.systems.templatetags.systems import clan_swatch

RECENT_GAMES = 5


@dataclass(frozen=True, slots=True)
class TallyRow:
    """`swatch` is the name of a pattern where the faction has one."""

    tally: Tally
    label: str
    swatch: str


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
        "systems": _written_tallies(systems, all_address),
        "factions": _written_tallies(map(_faction_row, record.factions), all_address),
        "favourite": _faction_row(record.favourite) if record.favourite else None,
        "strongest": _faction_row(record.strongest) if record.strongest else None,
        "faction_names": faction_names(),
        "opponents": _written_opponents(head_to_head(player=player, viewer=viewer, ranks=ranks)),
        "recent_games": rows_of(latest_games(played, most=RECENT_GAMES), viewer),
        "all_address": all_address,
    }


def _faction_row(tally: Tally) -> TallyRow:
    swatch = swatch_of(tally.system, tally.faction)
    return TallyRow(tally, faction_label(tally.system, tally.faction), swatch)


def _written_tallies(rows: Iterable[TallyRow], all_address: str) -> SafeString:
    return SafeString("".join(_written_tally(row, all_address) for row in rows))


def _written_tally(row: TallyRow, all_address: str) -> str:
    tally, write = row.tally, writer()
    swatch = clan_swatch(row.swatch) if row.swatch else ""
    faction = f"&dimension={tally.faction}" if tally.faction else ""
    address = escaped(f"{all_address}&system={tally.system}{faction}&sort=highest")
    figures = [
        write(tally.games, 0),
        write(tally.wins, 0),
        "–" if tally.win_rate is None else write(tally.win_rate, 0),
        write(tally.mean, 1),
        write(tally.best, 0),
    ]
    return (
        f'<tr><th scope="row"><span class="labelled">{swatch} <a href="{address}">{escaped(row.label)}</a></span></th>'
        f"{_cells(figures)}</tr>"
    )


def _cells(figures: Iterable[str]) -> str:
    return "".join(f'<td class="figure">{figure}</td>' for figure in figures)


def _written_opponents(rows: Iterable[HeadToHead]) -> SafeString:
    write = writer()
    return SafeString(
        "".join(
            f'<tr><th scope="row">{_opponent(row.opponent)}</th>'
            f"{_cells(write(number, 0) for number in (row.games, row.ahead, row.level, row.behind))}</tr>"
            for row in rows
        )
    )


def _opponent(shown: ShownPlayer) -> str:
    name = escaped(shown.name)
    return f'<a href="{escaped(shown.address)}">{name}</a>' if shown.address else name


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
