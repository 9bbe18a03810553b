"""Whether somebody wants e-mails about games to play, and the link in them that says no."""

from typing import Any

from django.core.signing import BadSignature, Signer
from django.urls import reverse

from games.players.models import User
from tournaments.models import ReminderOptOut

_signer = Signer(sep=".", salt="tournaments.reminders")


def wants_reminders(account: Any) -> bool:
    return not ReminderOptOut.objects.filter(account=account).exists()


def opt_out_address(account: User) -> str:
    """Works without signing in: who reads the e-mail may end it."""
    return reverse("leagues:stop_reminders", args=[_signer.sign(str(account.pk))])


def account_of_token(token: str) -> User | None:
    """The account a link was made for; None for a forged one."""
    try:
        pk = _signer.unsign(token)
    except BadSignature:
        return None
    return User.objects.filter(pk=pk).first()
