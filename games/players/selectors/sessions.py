"""The browsers a person is signed in with."""

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games.players.models import User


def open_sessions_of(account: User) -> QuerySet[UserSession]:
    """Those still open, the one last seen first."""
    still_open = Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gt=timezone.now())
    sessions: QuerySet[UserSession] = UserSession.objects.filter(Exists(still_open), user=account)
    return sessions.order_by("-last_seen_at", "-pk")
