"""Forms of what happens to a game: a dispute, a verdict, how a club counts."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from caledonia_site.common.forms.widgets import StepperInput
from games.results.enums import ConfirmationRule
from games.results.models import ClubConfirmation, Game
from games.systems import label
from scoring import registry

LONGEST_COMMENT = 300


class DisputeForm(forms.Form):
    """A comment for each line one objects to, and one for the result as a whole."""

    whole = forms.CharField(
        label=gettext_lazy("The result as a whole"),
        required=False,
        max_length=LONGEST_COMMENT,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("For instance: a player is missing, or the seats are mixed up."),
    )

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        scored = {key for seat in game.seats.all() for key in seat.lines}
        self.lines = [line.key for line in registry.get(game.system).description.lines if line.key in scored]
        for key in self.lines:
            self.fields[f"line_{key}"] = forms.CharField(
                label=str(label(game.system, f"line.{key}")), required=False, max_length=LONGEST_COMMENT
            )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not any(cleaned.values()) and not self.errors:
            raise ValidationError(
                gettext_lazy("Say at one line at least what is wrong with it."), code="nothing_said"
            )
        return cleaned

    def objections(self) -> dict[str, str]:
        """By line key, "" for the whole."""
        comments = {key: self.cleaned_data[f"line_{key}"] for key in self.lines}
        comments[""] = self.cleaned_data["whole"]
        return {key: comment for key, comment in comments.items() if comment}


class ConfirmationForm(forms.ModelForm):
    class Meta:
        model = ClubConfirmation
        fields = ["rule", "silence_days", "links_count"]
        widgets = {"rule": forms.RadioSelect, "silence_days": StepperInput}
        help_texts = {
            "rule": gettext_lazy(
                "Only games that count feed ratings, statistics and standings. A dispute stops any of them until it is "
                "withdrawn or an organiser settles it."
            ),
            "silence_days": gettext_lazy("Only where games count after some days without an objection."),
            "links_count": gettext_lazy(
                "People without an account confirm by the table code or a personal link. If that does not "
                "count, their confirmation is still shown, and where everyone has to confirm, an organiser settles "
                "the game. A dispute always stops a game."
            ),
        }

    def rule(self) -> ConfirmationRule:
        return ConfirmationRule(self.cleaned_data["rule"])
