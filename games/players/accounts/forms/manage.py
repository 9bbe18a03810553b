"""The account of a person who is signed in."""

from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.themes import Theme
from caledonia_site.common.time_zones import is_time_zone, time_zone_choices
from games.players.accounts.forms.entrance import NEW_PASSWORD, PASSWORD, PASSWORD_HELP
from games.players.accounts.forms.words import OurWords
from games.players.models import User
from games.players.services.change_preferences import change_preferences

# The account keeps an empty text for it; a form field with a choice for it is never empty.
BROWSER = "browser"
AS_THE_BROWSER = (BROWSER, _("As the browser says"))


class PasswordAgainForm(OurWords, allauth_forms.ReauthenticateForm):
    labels = {"password": PASSWORD}


class ChangeAddressForm(OurWords, allauth_forms.AddEmailForm):
    labels = {"email": _("New e-mail address")}
    help_texts = {"email": _("We send a code there. Until you enter it, your present address stays.")}


class ChangePasswordForm(OurWords, allauth_forms.ChangePasswordForm):
    labels = {"oldpassword": _("Current password"), "password1": NEW_PASSWORD}
    help_texts = {"password1": PASSWORD_HELP}
    without = ("password2",)


class SetPasswordForm(OurWords, allauth_forms.SetPasswordForm):
    labels = {"password1": PASSWORD}
    help_texts = {"password1": PASSWORD_HELP}
    without = ("password2",)


class PreferencesForm(forms.Form):
    language = forms.ChoiceField(label=_("Language"), help_text=_("Also of the e-mails we send you."))
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("Times of events are shown in the zone of their club; everything else in yours."),
    )
    theme = forms.ChoiceField(label=_("Colours"), choices=Theme.choices, widget=forms.RadioSelect)

    def __init__(self, *args: Any, account: User, **kwargs: Any) -> None:
        kwargs["initial"] = {
            "language": account.language or BROWSER,
            "time_zone": account.time_zone or BROWSER,
            "theme": account.theme,
        }
        super().__init__(*args, **kwargs)
        self.account = account
        zones: list[Any] = [AS_THE_BROWSER, *time_zone_choices()]
        if is_time_zone(account.time_zone) and not _offers(zones, account.time_zone):
            zones.insert(1, (account.time_zone, account.time_zone))
        self.fields["language"].choices = [AS_THE_BROWSER, *settings.LANGUAGES]  # type: ignore[attr-defined]
        self.fields["time_zone"].choices = zones  # type: ignore[attr-defined]

    def save(self) -> User:
        chosen = {name: "" if value == BROWSER else value for name, value in self.cleaned_data.items()}
        return change_preferences(account=self.account, **chosen)


def _offers(groups: list[Any], name: str) -> bool:
    return any(name in dict(zones) for region, zones in groups if isinstance(zones, list))


class DeleteAccountForm(forms.Form):
    understood = forms.BooleanField(label=_("I understand that this cannot be undone."))
