"""When and where a game was played: the part of the sheet that is the same for every game system."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from caledonia_site.common.forms.widgets import DayInput, StepperInput
from games.clubs.models import Club, ClubQuerySet
from games.results.services.results import LONGEST_GAME_MINUTES, Circumstances


class CircumstancesForm(forms.Form):
    club = forms.ModelChoiceField(
        label=_("Club"),
        queryset=Club.objects.none(),
        to_field_name="slug",
        required=False,
        empty_label=_("No club"),
    )
    played_on = forms.DateField(label=_("Date of play"), widget=DayInput)
    place = forms.CharField(
        label=pgettext_lazy("where it was played", "Place"), max_length=80, required=False
    )
    duration_minutes = forms.IntegerField(
        label=_("Duration in minutes"),
        min_value=1,
        max_value=LONGEST_GAME_MINUTES,
        required=False,
        widget=StepperInput,
    )
    notes = forms.CharField(
        label=_("Notes"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, *args: Any, clubs: ClubQuerySet | None = None, **kwargs: Any) -> None:
        """Without clubs to choose from there is nothing to ask."""
        kwargs["initial"] = {"played_on": timezone.localdate()} | kwargs.get("initial", {})
        super().__init__(*args, **kwargs)
        if clubs:
            self.fields["club"].queryset = clubs  # type: ignore[attr-defined]
        else:
            del self.fields["club"]

    def circumstances(self, **kept: Any) -> Circumstances:
        data = {name: value for name, value in self.cleaned_data.items() if name not in {"club", "comment"}}
        return Circumstances(**data, **kept)

    @property
    def chosen_club(self) -> Club | None:
        """Also of a form with other mistakes: whose names are offered depends on it."""
        if "club" not in self.fields:
            return None
        value = self["club"].value()
        if isinstance(value, Club) or not value:
            return value or None
        return self.fields["club"].queryset.filter(slug=value).first()  # type: ignore[attr-defined, no-any-return]


class CorrectionForm(CircumstancesForm):
    comment = forms.CharField(
        label=_("What was wrong?"),
        max_length=300,
        required=False,
        help_text=_("Stands in the history of the game."),
    )

    def __init__(self, *args: Any, asks_notes: bool, **kwargs: Any) -> None:
        """Whoever may not read the notes does not write over them either."""
        super().__init__(*args, **kwargs)
        if not asks_notes:
            del self.fields["notes"]
