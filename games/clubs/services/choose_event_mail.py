"""Say whether one wants e-mails when an event changes."""

from games.clubs.models import EventMailOptOut
from games.players.models import User


def choose_event_mail(*, account: User, wanted: bool) -> None:
    """Saying the same twice changes nothing."""
    if wanted:
        EventMailOptOut.objects.filter(account=account).delete()
    else:
        EventMailOptOut.objects.get_or_create(account=account)
