"""What people fill in about clubs."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.forms.widgets import StepperInput
from caledonia_site.common.time_zones import time_zone_choices
from games.clubs.enums import Role
from games.clubs.models import Club
from games.clubs.services.admission import LONGEST_LIFE, MOST_USES
from games.clubs.services.clubs import ClubDetails
from games.players.models import PageVisibility
from games.players.services.players import usable_player_name


class ClubForm(forms.ModelForm):
    class Meta:
        model = Club
        fields = ["name", "town", "description", "visibility", "time_zone", "language"]
        widgets = {"description": forms.Textarea(attrs={"rows": 5}), "visibility": forms.RadioSelect}
        help_texts = {
            "visibility": _("An unlisted or private club gets an address nobody can guess."),
            "time_zone": _("Times of the club's events are shown in this zone."),
            "language": _("Of the e-mails the club sends."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zones: list[Any] = time_zone_choices()
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"),
            help_text=self.fields["time_zone"].help_text,
            choices=[("UTC", "UTC"), *zones],
        )

    def details(self) -> ClubDetails:
        return ClubDetails(**self.cleaned_data)


class PlayerNameField(forms.CharField):
    def clean(self, value: Any) -> str:
        return usable_player_name(super().clean(value))


class GuestForm(forms.Form):
    name = PlayerNameField(label=_("Name"), max_length=80)
    visibility = forms.ChoiceField(
        label=_("Who sees the name"),
        choices=[(PageVisibility.CLUB, _("Members of the club")), (PageVisibility.PUBLIC, _("Everyone"))],
        initial=PageVisibility.CLUB,
        widget=forms.RadioSelect,
        help_text=_("Ask your guest before you show their name to everyone."),
    )


class InvitationForm(forms.Form):
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        help_text=_("We send the link there. Without an address you get a link and a QR code to show."),
    )
    role = forms.ChoiceField(label=_("Role"), choices=[], initial=Role.MEMBER)
    days = forms.IntegerField(
        label=_("Valid for how many days"),
        initial=14,
        min_value=1,
        max_value=LONGEST_LIFE.days,
        widget=StepperInput,
    )
    max_uses = forms.IntegerField(
        label=_("For how many people"),
        initial=1,
        min_value=1,
        max_value=MOST_USES,
        widget=StepperInput,
        help_text=_("An invitation by e-mail is always for one."),
    )

    def __init__(self, *args: Any, roles: list[Role], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].choices = [(role.value, role.label) for role in roles]  # type: ignore[attr-defined]


class RoleForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=[])

    def __init__(self, *args: Any, roles: list[Role], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].choices = [(role.value, role.label) for role in roles]  # type: ignore[attr-defined]


class SpellingForm(forms.Form):
    spelling = forms.CharField(
        label=_("Another spelling"),
        max_length=80,
        help_text=_("As it stands in files you import, such as a nickname."),
    )


class JoinRequestForm(forms.Form):
    message = forms.CharField(
        label=_("A word to the organisers"),
        required=False,
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class MergeForm(forms.Form):
    """Which player the guest is in truth."""

    into = forms.ChoiceField(label=_("Is the same person as"), choices=[])

    def __init__(self, *args: Any, choices: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["into"].choices = [("", _("Choose a player")), *choices]  # type: ignore[attr-defined]

    def clean_into(self) -> str:
        into: str = self.cleaned_data["into"]
        if not into:
            raise ValidationError(_("Choose a player"))
        return into
