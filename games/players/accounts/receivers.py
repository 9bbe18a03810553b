"""What the account answers to; connected when the app starts."""

import time
from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from allauth.usersessions.internal.flows.sessions import end_other_sessions
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from games.players.accounts.middleware import SEEN_KEY
from games.players.models import User


@receiver(user_logged_in)
def note_sign_in(request: HttpRequest, **kwargs: Any) -> None:
    request.session[SEEN_KEY] = int(time.time())


@receiver([password_changed, password_set, password_reset])
def end_sessions_opened_with_the_old_password(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Whoever changes a password may do so because somebody else knows the old one."""
    end_other_sessions(request, user)
