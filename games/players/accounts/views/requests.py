"""A request of someone who is signed in."""

from typing import Protocol

from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest

from games.players.models import User


class _HasRequest(Protocol):
    request: HttpRequest


class AccountRequired(LoginRequiredMixin):
    """Sends visitors to sign in; the views behind it have an account."""

    @property
    def account(self: _HasRequest) -> User:
        user = self.request.user
        if not isinstance(user, User):
            raise TypeError("reached without an account")
        return user
