"""Coming in: signing up, signing in, a new password."""

from allauth.account import forms as allauth_forms
from django import forms
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.themes import theme_of
from caledonia_site.common.time_zones import browser_time_zone
from games.players.accounts.forms.words import CODE_ATTRIBUTES, OurWords
from games.players.models import PageVisibility, User
from games.players.services.change_preferences import change_preferences
from games.players.services.create_account_player import create_account_player, usable_player_name

ADDRESS = _("E-mail address")
PASSWORD = _("Password")
NEW_PASSWORD = _("New password")
PASSWORD_HELP = _("At least 8 characters; not a common password and not digits alone.")
CODE = _("Code from the e-mail")


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
    labels = {"code": CODE}
    attributes = {"code": CODE_ATTRIBUTES}


class ConfirmResetForm(OurWords, allauth_forms.ConfirmPasswordResetCodeForm):
    labels = {"code": CODE}
    attributes = {"code": CODE_ATTRIBUTES}


class ResetPasswordForm(OurWords, allauth_forms.ResetPasswordForm):
    labels = {"email": ADDRESS}


class NewPasswordForm(OurWords, allauth_forms.ResetPasswordKeyForm):
    labels = {"password1": NEW_PASSWORD}
    help_texts = {"password1": PASSWORD_HELP}
    without = ("password2",)
