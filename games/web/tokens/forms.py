"""What people choose for a token."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.clubs.models import Club
from games.enums import TokenScope

LIFETIMES = [
    ("30", _("30 days")),
    ("90", _("90 days")),
    ("365", _("1 year")),
    ("", _("Never")),
]


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("Name"), max_length=80, help_text=_("What you use it for, such as a script or an app.")
    )
    scope = forms.ChoiceField(
        label=_("What it may do"),
        choices=TokenScope.choices,
        initial=TokenScope.READ,
        widget=forms.RadioSelect,
    )
    club = forms.ModelChoiceField(
        label=_("Only in one club"),
        queryset=Club.objects.none(),
        to_field_name="slug",
        required=False,
        empty_label=_("Everywhere I may"),
        help_text=_("Elsewhere the program then sees what any visitor sees."),
    )
    days = forms.TypedChoiceField(
        label=_("Expires after"),
        choices=LIFETIMES,
        initial="90",
        required=False,
        coerce=int,
        empty_value=None,
    )

    def __init__(self, *args: Any, account: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["club"].queryset = Club.objects.of(account)  # type: ignore[attr-defined]
