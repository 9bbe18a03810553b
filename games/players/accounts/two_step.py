"""Two-step sign-in: secrets are kept encrypted, texts are ours."""

from io import BytesIO
from typing import Any, ClassVar

import segno
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from caledonia_site.common.ciphers import cipher_for

SITE_NAME = "Caledonia"
PURPOSE = "two-step sign-in"


class TwoStepAdapter(DefaultMFAAdapter):
    error_messages: ClassVar[dict[str, Any]] = {
        "add_email_blocked": gettext_lazy("Turn two-step sign-in off before you add an address."),
        "cannot_delete_authenticator": gettext_lazy("This way of signing in cannot be removed."),
        "cannot_generate_recovery_codes": gettext_lazy("Set up an authenticator app or a passkey first."),
        "incorrect_code": gettext_lazy("This code is not right."),
        "unverified_email": gettext_lazy("Please confirm your e-mail address first."),
    }

    def encrypt(self, text: str) -> str:
        """A copy of the database alone must not open anyone's second lock."""
        return cipher_for(PURPOSE).encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return cipher_for(PURPOSE).decrypt(encrypted_text.encode()).decode()

    def build_totp_svg(self, url: str) -> str:
        """Black on white with its quiet zone, also on a dark page: scanners want it so."""
        picture = BytesIO()
        segno.make(url, micro=False).save(picture, kind="svg", scale=5, border=4, light="#fff")
        return picture.getvalue().decode()

    def _get_site_name(self) -> str:
        return SITE_NAME

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:  # noqa: A002
        number = Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        return _("Passkey") if number == 1 else _("Passkey %(number)s") % {"number": number}
