"""What organisers fill in about the people of a tournament."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.players.models import Player
from tournaments.event_enums import WishKind
from tournaments.models import EventEntry


class TagsForm(forms.Form):
    """What the draw should know of somebody."""

    team = forms.CharField(
        label=_("Club or team"),
        max_length=40,
        required=False,
        help_text=_("The draw keeps people of one club or team apart where it can."),
    )
    family = forms.CharField(
        label=_("Family"),
        max_length=40,
        required=False,
        help_text=_("The draw keeps a family apart where it can."),
    )


class AddEntriesForm(forms.Form):
    """Players of the club, new guests, or both."""

    players = forms.MultipleChoiceField(
        label=_("Players of the club"), required=False, widget=forms.CheckboxSelectMultiple
    )
    guests = forms.CharField(
        label=_("New guests"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("People without an account, one name a line. They become guests of the club."),
    )

    def __init__(self, *args: Any, players: Iterable[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(player.public_id, player.shown.name) for player in players]
        self.fields["players"].choices = choices  # type: ignore[attr-defined]
        if not choices:
            del self.fields["players"]

    def clean_guests(self) -> list[str]:
        lines = str(self.cleaned_data["guests"]).splitlines()
        return [line.strip() for line in lines if line.strip()]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors and not cleaned.get("players") and not cleaned.get("guests"):
            self.add_error(None, str(_("Choose players, or enter the names of guests.")))
        return cleaned


class EntryForm(TagsForm):
    rating = forms.IntegerField(
        label=_("Rating"),
        min_value=0,
        max_value=4000,
        required=False,
        help_text=_("For who has none here; the site’s own is read when the tournament begins."),
    )


class WishForm(forms.Form):
    one = forms.ChoiceField(label=_("Player"))
    other = forms.ChoiceField(label=_("And"))
    kind = forms.ChoiceField(label=_("Wish"), choices=WishKind.choices, widget=forms.RadioSelect)

    def __init__(self, *args: Any, entries: Sequence[EventEntry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = {entry.public_id: entry for entry in entries}
        choices = [("", "–"), *((key, entry.player.shown.name) for key, entry in self.entries.items())]
        for name in ("one", "other"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]

    def chosen(self, name: str) -> EventEntry:
        return self.entries[self.cleaned_data[name]]
