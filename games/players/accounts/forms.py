"""Our words on the forms that the library brings: coming in, the second step of signing in, and the account of a
person who is signed in.
"""

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from allauth.account import forms as allauth_forms
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as base_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn import forms as webauthn_forms
from django import forms
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.middleware import Theme, theme_of
from caledonia_site.common.time_zones import browser_time_zone, is_time_zone, time_zone_choices
from games.players.models import PageVisibility, User
from games.players.services.accounts import change_preferences
from games.players.services.players import create_account_player, usable_player_name

# A phone offers the code of the e-mail just received, and its number pad.
CODE_ATTRIBUTES = {
    "autocomplete": "one-time-code",
    "inputmode": "numeric",
    "autocapitalize": "off",
    "spellcheck": "false",
}


class OurWords(forms.Form):
    """Labels and help in our own catalogues; no placeholder that only repeats the label."""

    labels: ClassVar[dict[str, Any]] = {}
    help_texts: ClassVar[dict[str, Any]] = {}
    attributes: ClassVar[dict[str, dict[str, str]]] = {}
    without: ClassVar[tuple[str, ...]] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.without:
            self.fields.pop(name, None)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.widget.attrs.update(self.attributes.get(name, {}))
            field.label = self.labels.get(name, field.label)
            field.help_text = self.help_texts.get(name, field.help_text)


ADDRESS = _("E-mail address")
PASSWORD = _("Password")
NEW_PASSWORD = _("New password")
PASSWORD_HELP = _("At least 8 characters; not a common password and not digits alone.")
MAILED_CODE = _("Code from the e-mail")


class SignUpForm(OurWords, allauth_forms.SignupForm):
    name = forms.CharField(widget=forms.TextInput(attrs={"autocomplete": "name"}))

    field_order = ["name", "email", "password1"]
    labels = {"name": _("Your name"), "email": ADDRESS, "password1": PASSWORD}
    help_texts = {
        "name": _(
            "Others see it on score sheets and in tables. A nickname is fine, and you can change it later."
        ),
        "email": _("Nobody else sees it. We send you a code to confirm it."),
        "password1": PASSWORD_HELP,
    }

    def clean_name(self) -> str:
        return usable_player_name(self.cleaned_data["name"])

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        try:
            user, response = super().try_save(request)
        except IntegrityError:
            # Someone else signed up with this address between our check and now.
            if not User.objects.filter(email__iexact=self.cleaned_data["email"]).exists():
                raise
            self.account_already_exists = True
            user, response = super().try_save(request)
        if self.account_already_exists:
            # Hashing the password is most of the work; without it a clock would tell that there is an account.
            User().set_password(self.cleaned_data["password1"])
        return user, response

    @transaction.atomic
    def save(self, request: HttpRequest) -> User:
        """The account, its player and what the browser told us, or nothing at all."""
        account: User = super().save(request)
        language = translation.get_language()
        change_preferences(
            account=account,
            language=language if language in dict(settings.LANGUAGES) else "",
            time_zone=browser_time_zone(request),
            theme=theme_of(request),
        )
        # Nobody's name appears anywhere before its owner has shown that the address is theirs.
        create_account_player(
            account=account, name=self.cleaned_data["name"], visibility=PageVisibility.HIDDEN
        )
        return account


class SignInForm(OurWords, allauth_forms.LoginForm):
    labels = {"login": ADDRESS, "password": PASSWORD}
    attributes = {"login": {"autocomplete": "username"}}


class ConfirmAddressForm(OurWords, allauth_forms.ConfirmEmailVerificationCodeForm):
    labels = {"code": MAILED_CODE}
    attributes = {"code": CODE_ATTRIBUTES}


class ConfirmResetForm(OurWords, allauth_forms.ConfirmPasswordResetCodeForm):
    labels = {"code": MAILED_CODE}
    attributes = {"code": CODE_ATTRIBUTES}


class ResetPasswordForm(OurWords, allauth_forms.ResetPasswordForm):
    labels = {"email": ADDRESS}


class NewPasswordForm(OurWords, allauth_forms.ResetPasswordKeyForm):
    labels = {"password1": NEW_PASSWORD}
    help_texts = {"password1": PASSWORD_HELP}
    without = ("password2",)


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


CODE = _("Code")
CODE_HELP = _("From your authenticator app, or one of your recovery codes.")
KEY_NAME = _("Name of this passkey")
LONGEST_KEY_NAME = 60


class CodeForm(OurWords, base_forms.AuthenticateForm):
    labels = {"code": CODE}
    help_texts = {"code": CODE_HELP}
    attributes = {"code": CODE_ATTRIBUTES}


class CodeAgainForm(OurWords, base_forms.ReauthenticateForm):
    labels = {"code": CODE}
    help_texts = {"code": CODE_HELP}
    attributes = {"code": CODE_ATTRIBUTES}


class ActivateAppForm(OurWords, ActivateTOTPForm):
    labels = {"code": _("Code that the app shows")}
    attributes = {"code": CODE_ATTRIBUTES}


@contextmanager
def _forged_answers_are_wrong_answers() -> Iterator[None]:
    """No device sends these, only someone who tries the door; the library would fall over them."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError, struct.error) as error:
        raise get_adapter().validation_error("incorrect_code") from error


class _PasskeyAnswer(forms.Form):
    def clean_credential(self) -> Authenticator:
        with _forged_answers_are_wrong_answers():
            authenticator: Authenticator = super().clean_credential()  # type: ignore[misc]
        return authenticator


class PasskeyForm(_PasskeyAnswer, webauthn_forms.AuthenticateWebAuthnForm):
    pass


class PasskeyAgainForm(_PasskeyAnswer, webauthn_forms.ReauthenticateWebAuthnForm):
    pass


class PasskeySignInForm(_PasskeyAnswer, webauthn_forms.LoginWebAuthnForm):
    pass


class AddPasskeyForm(OurWords, webauthn_forms.AddWebAuthnForm):
    """Every key we add can sign in on its own: a passkey is what people know, a mere second factor is not."""

    name = forms.CharField(max_length=LONGEST_KEY_NAME, required=False)
    passwordless = forms.BooleanField(widget=forms.HiddenInput, initial=True)

    labels = {"name": KEY_NAME}
    help_texts = {"name": _("So that you can tell several apart: the phone or computer it lives on.")}

    def clean(self) -> dict[str, Any]:
        with _forged_answers_are_wrong_answers():
            return super().clean() or {}


class RenamePasskeyForm(OurWords, webauthn_forms.EditWebAuthnForm):
    name = forms.CharField(max_length=LONGEST_KEY_NAME)

    labels = {"name": KEY_NAME}
