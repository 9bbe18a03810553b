"""Whether somebody wants e-mails about changed events, and the link in them that says no."""

from typing import Any

from django.core.signing import BadSignature, Signer
from django.urls import reverse

from games.clubs.models import EventMailOptOut
from games.players.models import User

_signer = Signer(sep=".", salt="clubs.event_mail")


def wants_event_mail(account: Any) -> bool:
    return not EventMailOptOut.objects.filter(account=account).exists()


def event_mail_address(account: User) -> str:
    """Works without signing in: who reads the e-mail may end it."""
    return reverse("clubs:event_mail", args=[_signer.sign(str(account.pk))])


def account_of_token(token: str) -> User | None:
    """The account a link was made for; None for a forged one."""
    try:
        pk = _signer.unsign(token)
    except BadSignature:
        return None
    return User.objects.filter(pk=pk).first()
