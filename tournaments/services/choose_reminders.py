"""Say whether one wants e-mails about games to play."""

from games.players.models import User
from tournaments.models import ReminderOptOut


def choose_reminders(*, account: User, wanted: bool) -> None:
    """Saying the same twice changes nothing."""
    if wanted:
        ReminderOptOut.objects.filter(account=account).delete()
    else:
        ReminderOptOut.objects.get_or_create(account=account)
