"""What organisers fill in while a season runs."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.forms.widgets import DayInput
from games.models import Game
from games.players.models import Player
from tournaments.enums import Decision, OpenGames
from tournaments.models import Entry, Fixture, Group
from tournaments.selectors.newcomers import GroupPlace
from tournaments.web.fields import NeededChoice, NeededNumbers


class AddPlayerForm(forms.Form):
    """`places`: the groups, when they play already; a group without a place is offered too, and says why not."""

    player = forms.ChoiceField(label=_("Player"))
    group = forms.ChoiceField(
        label=_("Group"), help_text=_("Whoever withdrew comes back into the group they were in.")
    )

    def __init__(
        self, *args: Any, players: Iterable[Player], places: Sequence[GroupPlace] | None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        choices = [(player.public_id, player.shown.name) for player in players]
        self.fields["player"].choices = choices  # type: ignore[attr-defined]
        self.groups = {str(one.group.pk): one.group for one in places or []}
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
        label=_("What becomes of the games still to play?"),
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
        label=_("What do you decide?"), choices=Decision.choices, widget=forms.RadioSelect
    )
    forfeiting = NeededNumbers(
        label=_("Who forfeits?"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("They get no points; the others share the places before them."),
    )

    def __init__(self, *args: Any, fixture: Fixture, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(seat.index, seat.entry.player.shown.name) for seat in fixture.seats.all()]
        self.fields["forfeiting"].choices = choices  # type: ignore[attr-defined]


class AdjustmentForm(forms.Form):
    """A penalty is typed as a number of points, not as a negative one: nobody forgets the minus."""

    player = forms.ChoiceField(label=_("Player"))
    kind = forms.ChoiceField(
        label=_("Bonus or penalty?"),
        choices=[("penalty", _("Penalty: points are taken away")), ("bonus", _("Bonus: points are given"))],
        widget=forms.RadioSelect,
        initial="penalty",
    )
    points = forms.DecimalField(label=_("Points"), max_digits=7, decimal_places=2, min_value=0, localize=True)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        help_text=_("Everybody who sees the standings reads it, and the history keeps it."),
    )

    def __init__(self, *args: Any, players: Iterable[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(player.public_id, player.shown.name) for player in players]
        self.fields["player"].choices = [("", "–"), *choices]  # type: ignore[attr-defined]

    def signed_points(self) -> Decimal:
        points: Decimal = self.cleaned_data["points"]
        return points if self.cleaned_data["kind"] == "bonus" else -points


class DeadlineForm(forms.Form):
    deadline = forms.DateField(label=_("To be played by"), widget=DayInput)


class LinkForm(forms.Form):
    game = forms.ChoiceField(label=_("Recorded game"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, games: Sequence[tuple[Game, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = [(game.public_id, text) for game, text in games]  # type: ignore[attr-defined]


class GroupsForm(forms.Form):
    """One choice for each player: division and group as "2.1", or none."""

    # "No group" is an answer, which a browser would refuse.
    use_required_attribute = False

    def __init__(
        self, *args: Any, entries: Sequence[Entry], groups: Sequence[tuple[str, str]], **kwargs: Any
    ):
        super().__init__(*args, **kwargs)
        self.entries = list(entries)
        for entry in self.entries:
            self.fields[_name(entry)] = NeededChoice(
                label=entry.player.shown.name, choices=[("", _("No group")), *groups]
            )

    def clean(self) -> dict[str, Any]:
        """A browser sends one group for each player; two of them are an old page or a program's mistake."""
        cleaned: dict[str, Any] = super().clean() or {}
        for entry in self.entries:
            sent = {value for value in self.data.getlist(_name(entry)) if value}  # type: ignore[attr-defined]
            if len(sent) > 1:
                text = _("%(name)s would be in two groups: choose one.")
                self.add_error(_name(entry), ValidationError(text, params={"name": entry.player.shown.name}))
        return cleaned

    def pyramid(self) -> list[list[list[int]]]:
        """Divisions, groups and their players, in the order of the list."""
        placed: dict[tuple[int, int], list[int]] = {}
        for entry in self.entries:
            if chosen := self.cleaned_data.get(_name(entry)):
                level, number = (int(part) for part in chosen.split("."))
                placed.setdefault((level, number), []).append(entry.player_id)
        levels = sorted({level for level, _ in placed})
        return [[placed[key] for key in sorted(placed) if key[0] == level] for level in levels]


def _name(entry: Entry) -> str:
    return f"group-{entry.player.public_id}"
