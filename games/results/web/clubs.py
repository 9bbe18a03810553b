"""Save a game that has no club into one, and choose how a club decides that a game counts."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from caledonia_site.common.permissions import may
from games.clubs.models import Club
from games.clubs.selectors.clubs import clubs_of_viewer
from games.clubs.web.access import club_allowing, signed_in_player
from games.players.models import Player
from games.players.names import normalised
from games.results.models import ClubConfirmation, Game, Seat
from games.results.services.clubs import SeatOfAnotherError, Sitter, adopt_game
from games.results.services.rights import OtherSeatError
from games.results.services.verdicts import change_confirmation
from games.results.web.access import acting_on_a_version, expected_version, find_game, may_save_here
from games.results.web.forms import ConfirmationForm
from games.results.web.proofs import proof_of
from games.results.web.seats import columns_of

NAME_ONLY, NEW_GUEST = "name", "guest"


class SeatingForm(forms.Form):
    """Who each typed name is. The viewer keeps or is in the club, so they know its members' names."""

    def __init__(
        self, *args: Any, seats: list[Seat], members: list[Player], may_add: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.members = {member.public_id: member for member in members}
        for seat in seats:
            choices = [(NAME_ONLY, _("Only the name “%(name)s”") % {"name": seat.name})]
            if may_add:
                choices.append((NEW_GUEST, _("A new guest, %(name)s") % {"name": seat.name}))
            choices += [(member.public_id, member.name) for member in members]
            known = [member for member in members if normalised(member.name) == normalised(seat.name)]
            default = known[0].public_id if len(known) == 1 else (NEW_GUEST if may_add else NAME_ONLY)
            self.fields[f"seat_{seat.index}"] = forms.ChoiceField(
                label=seat.name, choices=choices, initial=default
            )

    def sitters(self) -> dict[int, Sitter]:
        return {
            int(name.removeprefix("seat_")): Sitter(self.members.get(chosen), new_guest=chosen == NEW_GUEST)
            for name, chosen in self.cleaned_data.items()
        }


@signed_in_player
@acting_on_a_version
def save(request: HttpRequest, public_id: str) -> HttpResponse:
    """First the club, then who is who; a person in one club only is not asked for it."""
    game = find_game(request, public_id)
    if not may_save_here(request, game):
        raise PermissionDenied
    clubs = [
        club for club in clubs_of_viewer(request.user) if may(request.user, "games.record_in_club", club)
    ]
    chosen = request.POST.get("club") or request.GET.get("club") or ""
    club = next((club for club in clubs if club.slug == chosen), clubs[0] if len(clubs) == 1 else None)
    context: dict[str, Any] = {"game": game, "clubs": clubs, "club": club, "columns": columns_of(game)}
    if club is None:
        return render(request, "results/life/save.html", context)
    form = _form(request, game, club)
    if request.method == "POST" and form.is_valid():
        try:
            adopt_game(
                actor=request.user,
                game=game,
                expected_version=expected_version(request),
                club=club,
                sitters=form.sitters(),
                proof=proof_of(request, game),
            )
        except (OtherSeatError, SeatOfAnotherError) as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("The game is saved in %(club)s.") % {"club": club.name})
            return redirect(game)
    return render(request, "results/life/save.html", context | {"form": form})


def _form(request: HttpRequest, game: Game, club: Club) -> SeatingForm:
    seats = [seat for seat in game.seats.all() if not seat.is_bot and seat.player is None and seat.name]
    members = Player.objects.visible_to(request.user).filter(memberships__club=club).order_by("name", "pk")
    return SeatingForm(
        request.POST or None,
        seats=seats,
        members=list(members),
        may_add=may(request.user, "clubs.add_guest", club),
    )


@signed_in_player
def edit_confirmation(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_allowing(request, slug, "games.change_confirmation")
    present = ClubConfirmation.objects.filter(club=club).first() or ClubConfirmation(club=club)
    form = ConfirmationForm(request.POST or None, instance=present)
    if request.method == "POST" and form.is_valid():
        change_confirmation(
            actor=request.user,
            club=club,
            rule=form.rule(),
            silence_days=form.cleaned_data["silence_days"],
            links_count=form.cleaned_data["links_count"],
        )
        messages.success(request, _("Saved."))
        return redirect(club)
    return render(request, "results/life/confirmation.html", {"club": club, "form": form})
