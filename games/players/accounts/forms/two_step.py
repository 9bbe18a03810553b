"""The second step of signing in."""

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as base_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn import forms as webauthn_forms
from django import forms
from django.utils.translation import gettext_lazy as _

from games.players.accounts.forms.words import CODE_ATTRIBUTES, OurWords

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
