"""How django-allauth speaks and behaves on this site."""

from smtplib import SMTPException
from typing import Any, ClassVar

import structlog
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.rate_limits import free_places, room_in_mailbox
from games.players.accounts.devices import remember_device
from games.players.accounts.guesses import take_guess
from games.players.models import User

log = structlog.get_logger(__name__)

WRONG_SIGN_IN = _("The e-mail address and the password do not belong together.")


def name_of(user: User) -> str:
    """What we call the person on their own pages."""
    player = getattr(user, "player", None)
    return player.name if player else user.email


class AccountAdapter(DefaultAccountAdapter):
    # All in our own words: the library's catalogues have gaps in Brazilian Portuguese.
    error_messages: ClassVar[dict[str, Any]] = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account is not active."),
        "duplicate_email": _("This is the address of your account already."),
        "email_password_mismatch": WRONG_SIGN_IN,
        "email_taken": _("There is another account with this e-mail address."),
        "enter_current_password": _("This is not your current password."),
        "incorrect_code": _("This code is not right."),
        "incorrect_password": _("This is not your password."),
        "invalid_login": WRONG_SIGN_IN,
        "invalid_or_expired_key": _("This code is not right or no longer valid."),
        "invalid_password_reset": _("This code is not right or no longer valid."),
        "rate_limited": _("That was too often. Please wait a moment and try again."),
        "same_as_current": _("This is the address of your account already."),
        "too_many_login_attempts": _("Too many wrong attempts. Please wait a few minutes and try again."),
        "unknown_email": WRONG_SIGN_IN,
    }

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        return reverse("account_email") if self.request.user.is_authenticated else reverse("account_login")

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account_overview")

    def get_reauthentication_methods(self, user: AbstractBaseUser | AnonymousUser) -> list[dict[str, Any]]:
        descriptions = {
            "reauthenticate": _("Use your password"),
            "mfa_reauthenticate": _("Use a code"),
            "mfa_reauthenticate:webauthn": _("Use a passkey"),
        }
        return [
            method | {"description": descriptions[method["id"]]}
            for method in super().get_reauthentication_methods(user)
        ]

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """In place of the library's limit, which five wrong passwords from anywhere would turn against the owner."""
        self._guess = take_guess(request, credentials.get("email", ""))
        if self._guess is None:
            raise self.validation_error("too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user and self._guess:
            free_places(self._guess)
        return user

    def post_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **kwargs)
        remember_device(request, response, user)
        return response

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """In the language of the account it concerns; of this page, when there is none. Links begin with the site's
        own address: whoever asks for an e-mail to somebody else must not choose where its links lead.
        """
        language = getattr(context.get("user"), "language", "") or translation.get_language()
        with translation.override(language):
            message: EmailMessage = super().render_mail(
                template_prefix, email, context | {"site_url": settings.PUBLIC_URL}, headers
            )
        return message

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """When the mail server is away, a person who waits for a code is told so; nothing is lost. What a mailbox has
        had enough of is not sent, and the page says nothing of it.
        """
        try:
            if context.get("is_notice"):
                super().send_mail(template_prefix, email, context)
                return
            with room_in_mailbox(email) as is_free:
                if is_free:
                    super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException) as error:
            log.error("mail_not_sent", template=template_prefix, reason=type(error).__name__)
            page = render(self.request, "account/mail_not_sent.html", status=503)
            raise ImmediateHttpResponse(page) from error

    def send_notification_mail(
        self,
        template_prefix: str,
        user: AbstractBaseUser,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """News about a change that is already made: the change stands, also when the news cannot be sent."""
        known = {"user": user, "is_notice": True} | (context or {})
        try:
            super().send_notification_mail(template_prefix, user, known, email)
        except ImmediateHttpResponse:
            log.warning("notification_not_sent", template=template_prefix)
