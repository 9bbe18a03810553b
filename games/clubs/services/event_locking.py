"""One change of an event at a time."""

from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.clubs.models import ClubEvent
from games.clubs.services.locking import lock_club


class EventGoneError(UserError):
    code = "event_gone"
    message = _("This event does not exist any more.")
    status = 404


class EventOverError(UserError):
    code = "event_over"
    message = _("This event is over.")


class EventCancelledError(UserError):
    code = "event_cancelled"
    message = _("This event is cancelled.")


def lock_event(event: ClubEvent) -> ClubEvent:
    """The event as it is now, with its club, which is ours until the transaction ends.

    Locking the club is enough: every service that changes events begins here, and an answer must not slip in
    while its giver leaves the club.
    """
    club = lock_club(event.club)
    found = ClubEvent.objects.filter(club=club, pk=event.pk).first()
    if found is None:
        raise EventGoneError
    found.club = club
    return found
