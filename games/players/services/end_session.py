"""Sign a browser out from afar."""

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction

from games.players.models import User


class NoSuchSessionError(LookupError):
    """The person has no such session: it ended already, or is someone else's."""


@transaction.atomic
def end_session(*, account: User, session_id: int) -> None:
    session = UserSession.objects.filter(user=account, pk=session_id).first()
    if session is None:
        raise NoSuchSessionError(session_id)
    Session.objects.filter(session_key=session.session_key).delete()
    session.delete()
