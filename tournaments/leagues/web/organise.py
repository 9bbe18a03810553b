"""Running a season: its people, bonus and penalty points, its end, and reminders by e-mail."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from caledonia_site.common.errors import NotAllowedError, UserError
from caledonia_site.common.forms.widgets import DayInput
from caledonia_site.common.middleware import errors_as_messages
from caledonia_site.common.permissions import may
from caledonia_site.common.rate_limits import limits_wrong_links
from games.clubs.web.access import signed_in_player
from games.clubs.web.clubs import confirmation
from games.players.models import Player
from games.results.models import Game
from tournaments.leagues.enums import Decision, OpenGames
from tournaments.leagues.models import Fixture, Group, Participant, Season
from tournaments.leagues.selectors.schedule import account_of_token, own_open_fixtures, wants_reminders
from tournaments.leagues.selectors.seasons import (
    GroupSpot,
    adjustments_of,
    people_of,
    players_to_add,
    spots_for_newcomers,
)
from tournaments.leagues.services.adjustments import adjust_points, undo_adjustment
from tournaments.leagues.services.participants import add_late_player, join_season, withdraw_participant
from tournaments.leagues.services.reminders import choose_reminders
from tournaments.leagues.services.seasons import close_season, reopen_season
from tournaments.leagues.web.access import find_season, put_error, season_allowing, season_context
from tournaments.shared.names import has_read_of_names
from tournaments.shared.web.fields import NeededChoice, NeededNumbers


class AddPlayerForm(forms.Form):
    """`places`: the groups, when they play already; a group without a place is offered too, and says why not."""

    player = forms.ChoiceField(label=gettext_lazy("Player"))
    group = forms.ChoiceField(
        label=gettext_lazy("Group"),
        help_text=gettext_lazy("Whoever withdrew comes back into the group they were in."),
    )

    def __init__(
        self, *args: Any, players: Iterable[Player], places: Sequence[GroupSpot] | None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        choices = [(player.public_id, player.shown.name) for player in players]
        self.fields["player"].choices = choices  # type: ignore[attr-defined]
        self.groups = {str(place.group.pk): place.group for place in places or []}
        if places is None:
            del self.fields["group"]
        else:
            # From the bottom: that is where new players belong.
            named = [(key, f"{group.division} · {group}") for key, group in self.groups.items()]
            self.fields["group"].choices = named[::-1]  # type: ignore[attr-defined]

    def chosen_group(self) -> Group:
        return self.groups[self.cleaned_data["group"]]


class WithdrawForm(forms.Form):
    """`asks`: there are games still to play, so somebody must say what becomes of them; the service says who."""

    open_games = NeededChoice(
        label=gettext_lazy("What becomes of the games still to play?"),
        choices=OpenGames.choices,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, asks: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not asks:
            del self.fields["open_games"]

    def chosen(self) -> OpenGames | None:
        chosen = self.cleaned_data.get("open_games")
        return OpenGames(chosen) if chosen else None


class DecisionForm(forms.Form):
    decision = forms.ChoiceField(
        label=gettext_lazy("What do you decide?"), choices=Decision.choices, widget=forms.RadioSelect
    )
    forfeiting = NeededNumbers(
        label=gettext_lazy("Who forfeits?"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("They get no points; the others share the places before them."),
    )

    def __init__(self, *args: Any, fixture: Fixture, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(seat.index, seat.participant.player.shown.name) for seat in fixture.seats.all()]
        self.fields["forfeiting"].choices = choices  # type: ignore[attr-defined]


class AdjustmentForm(forms.Form):
    """A penalty is typed as a number of points, not as a negative one: nobody forgets the minus."""

    player = forms.ChoiceField(label=gettext_lazy("Player"))
    kind = forms.ChoiceField(
        label=gettext_lazy("Bonus or penalty?"),
        choices=[
            ("penalty", gettext_lazy("Penalty: points are taken away")),
            ("bonus", gettext_lazy("Bonus: points are given")),
        ],
        widget=forms.RadioSelect,
        initial="penalty",
    )
    points = forms.DecimalField(
        label=gettext_lazy("Points"), max_digits=7, decimal_places=2, min_value=0, localize=True
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        help_text=gettext_lazy("Everybody who sees the standings reads it, and the history keeps it."),
    )

    def __init__(self, *args: Any, players: Iterable[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(player.public_id, player.shown.name) for player in players]
        self.fields["player"].choices = [("", "–"), *choices]  # type: ignore[attr-defined]

    def signed_points(self) -> Decimal:
        points: Decimal = self.cleaned_data["points"]
        return points if self.cleaned_data["kind"] == "bonus" else -points


class DeadlineForm(forms.Form):
    deadline = forms.DateField(label=gettext_lazy("To be played by"), widget=DayInput)


class LinkForm(forms.Form):
    game = forms.ChoiceField(label=gettext_lazy("Recorded game"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, games: Sequence[tuple[Game, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = [(game.public_id, text) for game, text in games]  # type: ignore[attr-defined]


class GroupsForm(forms.Form):
    """One choice for each player: division and group as "2.1", or none."""

    # "No group" is an answer, which a browser would refuse.
    use_required_attribute = False

    def __init__(
        self,
        *args: Any,
        participants: Sequence[Participant],
        groups: Sequence[tuple[str, str]],
        **kwargs: Any,
    ):
        super().__init__(*args, **kwargs)
        self.participants = list(participants)
        for participant in self.participants:
            self.fields[_name(participant)] = NeededChoice(
                label=participant.player.shown.name, choices=[("", _("No group")), *groups]
            )

    def clean(self) -> dict[str, Any]:
        """A browser sends one group for each player; two of them are an old page or a program's mistake."""
        cleaned: dict[str, Any] = super().clean() or {}
        for participant in self.participants:
            sent = {value for value in self.data.getlist(_name(participant)) if value}  # type: ignore[attr-defined]
            if len(sent) > 1:
                text = _("%(name)s would be in two groups: choose one.")
                self.add_error(
                    _name(participant), ValidationError(text, params={"name": participant.player.shown.name})
                )
        return cleaned

    def pyramid(self) -> list[list[list[int]]]:
        """Divisions, groups and their players, in the order of the list."""
        placed: dict[tuple[int, int], list[int]] = {}
        for participant in self.participants:
            if chosen := self.cleaned_data.get(_name(participant)):
                level, number = (int(part) for part in chosen.split("."))
                placed.setdefault((level, number), []).append(participant.player_id)
        levels = sorted({level for level, _ in placed})
        return [[placed[key] for key in sorted(placed) if key[0] == level] for level in levels]


def _name(participant: Participant) -> str:
    return f"group-{participant.player.public_id}"


@signed_in_player
def adjustments(request: HttpRequest, key: str) -> HttpResponse:
    season = season_allowing(request, key, "tournaments.change_season")
    if season.is_planned:
        return redirect(season)
    people = [participant.player for participant in people_of(season, request.user)]
    form = AdjustmentForm(request.POST if request.method == "POST" else None, players=people)
    if request.method == "POST" and form.is_valid():
        player = get_object_or_404(Player, public_id=form.cleaned_data["player"])
        try:
            adjust_points(
                actor=request.user,
                season=season,
                player=player,
                points=form.signed_points(),
                reason=form.cleaned_data["reason"],
            )
        except NotAllowedError:
            raise
        except UserError as error:
            put_error(form, error)
        else:
            messages.success(request, _("Saved; the standings follow in a moment."))
            return _to_adjustments(season)
    context = season_context(
        request, season, "", form=form, found=adjustments_of(season, request.user), has_players=bool(people)
    )
    return render(request, "leagues/adjustments.html", context)


@require_POST
@signed_in_player
def undo(request: HttpRequest, key: str, adjustment_id: str) -> HttpResponse:
    season = season_allowing(request, key, "tournaments.change_season")
    with errors_as_messages(request):
        undo_adjustment(actor=request.user, season=season, public_id=adjustment_id)
        messages.success(request, _("Taken back; the history keeps both."))
    return _to_adjustments(season)


def _to_adjustments(season: Season) -> HttpResponse:
    return redirect("leagues:adjustments", key=season.address_key)


@require_POST
@signed_in_player
def join(request: HttpRequest, key: str) -> HttpResponse:
    """By oneself, in one tap."""
    season = find_season(request, key)
    with errors_as_messages(request):
        join_season(
            actor=request.user,
            season=season,
            player=request.user.player,  # type: ignore[union-attr]
            names_shown=has_read_of_names(request),
        )
        messages.success(request, _("You take part in %(season)s.") % {"season": season.name})
        return redirect(season)
    # Where it stands what taking part means.
    return redirect("leagues:people", key=season.address_key)


@signed_in_player
def add_player(request: HttpRequest, key: str) -> HttpResponse:
    """Onto the list; into groups that play already, if one of them has a place."""
    season = season_allowing(request, key, "tournaments.change_season")
    players = list(players_to_add(season, request.user))
    places = spots_for_newcomers(season) if season.has_groups and season.is_running else None
    form = AddPlayerForm(request.POST if request.method == "POST" else None, players=players, places=places)
    if request.method == "POST" and form.is_valid():
        player = get_object_or_404(Player, public_id=form.cleaned_data["player"])
        try:
            if places is None:
                join_season(actor=request.user, season=season, player=player)
            else:
                add_late_player(actor=request.user, season=season, player=player, group=form.chosen_group())
        except NotAllowedError:
            raise
        except UserError as error:
            put_error(form, error)
        else:
            name = player.shown_for(request.user).name
            messages.success(request, _("%(name)s takes part.") % {"name": name})
            return redirect("leagues:people", key=season.address_key)
    context = season_context(
        request, season, "people", form=form, has_players=bool(players), places=places or []
    )
    return render(request, "leagues/add_player.html", context)


@signed_in_player
def withdraw(request: HttpRequest, key: str, player_id: str) -> HttpResponse:
    """Somebody leaves the season: an organiser says so, or they themselves."""
    season = find_season(request, key)
    participant = _participant(request, season, player_id)
    if participant.player.account_id != request.user.pk and not may(
        request.user, "tournaments.change_season", season
    ):
        raise NotAllowedError
    waiting = Fixture.objects.open().filter(season=season, seats__participant=participant).count()
    form = WithdrawForm(
        request.POST if request.method == "POST" else None, asks=bool(waiting) and season.is_running
    )
    if request.method == "POST" and form.is_valid():
        try:
            withdraw_participant(actor=request.user, participant=participant, open_games=form.chosen())
        except NotAllowedError:
            raise
        except UserError as error:
            put_error(form, error)
        else:
            messages.success(request, _("%(name)s has withdrawn.") % {"name": participant.player.shown.name})
            return redirect("leagues:people", key=season.address_key)
    context = season_context(request, season, "people", form=form, participant=participant, waiting=waiting)
    return render(request, "leagues/withdraw.html", context)


@signed_in_player
def close(request: HttpRequest, key: str) -> HttpResponse:
    season = season_allowing(request, key, "tournaments.close_season")
    if request.method == "POST":
        with errors_as_messages(request):
            close_season(actor=request.user, season=season)
            messages.success(request, _("The season is closed; its standings are final."))
        return redirect(season)
    unplayed = Fixture.objects.open().filter(season=season).count()
    text = _(
        "The standings stay as they are now, whatever becomes of its games. Only an owner can reopen it."
    )
    if unplayed:
        text = (
            _("Games of the schedule that nobody has played: %(count)s. They stay unplayed.")
            % {"count": unplayed}
            + f" {text}"
        )
    return confirmation(
        request,
        club=season.club,
        title=_("Close %(season)s?") % {"season": season.name},
        text=text,
        action=_("Close the season"),
        back=season.get_absolute_url(),
    )


@signed_in_player
def reopen(request: HttpRequest, key: str) -> HttpResponse:
    season = season_allowing(request, key, "tournaments.reopen_season")
    if request.method == "POST":
        with errors_as_messages(request):
            reopen_season(actor=request.user, season=season)
            messages.success(request, _("The season runs again; its history says who reopened it."))
        return redirect(season)
    return confirmation(
        request,
        club=season.club,
        title=_("Reopen %(season)s?") % {"season": season.name},
        text=_(
            "Its standings follow the games again, also those that were corrected since. The history keeps it."
        ),
        action=_("Reopen the season"),
        back=reverse("leagues:season", args=[season.address_key]),
    )


def _participant(request: HttpRequest, season: Season, player_id: str) -> Participant:
    participants = Participant.objects.filter(season=season).shown_to(request.user, named=season.shows_names)
    participant = get_object_or_404(participants, player__public_id=player_id)
    participant.season = season
    return participant


@signed_in_player
def my_games(request: HttpRequest) -> HttpResponse:
    """What I still have to play in all my leagues, and whether I want to be reminded."""
    account = request.user
    if request.method == "POST":
        choose_reminders(account=account, wanted=request.POST.get("wanted") == "yes")  # type: ignore[arg-type]
        messages.success(request, _("Saved."))
        return redirect("leagues:mine")
    context = {
        "fixtures": own_open_fixtures(account),
        "wants_reminders": wants_reminders(account),
    }
    return render(request, "leagues/my_games.html", context)


# The link of an e-mail is its own proof, and mail programs send the form without our cookie (RFC 8058).
@csrf_exempt
@never_cache
@limits_wrong_links
def stop_reminders(request: HttpRequest, token: str) -> HttpResponse:
    account = account_of_token(token)
    if account is None:
        raise Http404
    if request.method == "POST":
        choose_reminders(account=account, wanted=False)
    context = {"stopped": not wants_reminders(account)}
    return render(request, "leagues/stop_reminders.html", context)
