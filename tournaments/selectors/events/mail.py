"""The link in a tournament's e-mails that ends them."""

from django.core.signing import BadSignature, Signer
from django.urls import reverse

from tournaments.models import EventEntry

_signer = Signer(sep=".", salt="tournaments.events.mail")


def stop_mail_address(entry: EventEntry) -> str:
    """Works without signing in: who reads the e-mail may end it."""
    return reverse("events:stop_mail", args=[_signer.sign(entry.public_id)])


def entry_of_mail_token(token: str) -> EventEntry | None:
    """The entry a link was made for; None for a forged one."""
    try:
        public_id = _signer.unsign(token)
    except BadSignature:
        return None
    return EventEntry.objects.filter(public_id=public_id).select_related("event", "player").first()
