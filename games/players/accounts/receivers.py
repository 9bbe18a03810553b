"""What the account answers to; connected when the app starts."""

import time
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed, password_changed, password_reset, password_set
from allauth.usersessions.internal.flows.sessions import end_other_sessions
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from games.players.accounts.middleware import SEEN_KEY
from games.players.models import PageVisibility, Player, User


@receiver(user_logged_in)
def note_sign_in(request: HttpRequest, **kwargs: Any) -> None:
    request.session[SEEN_KEY] = int(time.time())


@receiver(email_confirmed)
def show_who_has_confirmed(email_address: EmailAddress, **kwargs: Any) -> None:
    """At the first confirmation, before the first sign-in; a later one says nothing about who sees the page."""
    hidden = Player.objects.filter(
        account=email_address.user, account__last_login=None, visibility=PageVisibility.HIDDEN
    )
    hidden.update(visibility=PageVisibility.PUBLIC)


@receiver([password_changed, password_set, password_reset])
def end_sessions_opened_with_the_old_password(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Whoever changes a password may do so because somebody else knows the old one."""
    end_other_sessions(request, user)
