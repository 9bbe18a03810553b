"""What an event says about itself, checked the same way when it is planned and when it changes."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.clubs.models import ClubEvent
from games.players.names import tidy

USUAL_LENGTH = timedelta(hours=4)
LONGEST = timedelta(days=14)
FARTHEST = timedelta(days=2 * 365)
# What lies before was no event of a club on this site, but a slip of the finger.
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)


class EventDetailsError(UserError):
    code = "event_details"
    message = _("Please check the event's details: %(fields)s.")
    status = 400


class EventEndsTooEarlyError(UserError):
    code = "event_ends_too_early"
    message = _("The event would end before it begins.")
    status = 400


class EventTooLongError(UserError):
    code = "event_too_long"
    message = _("An event lasts %(days)s days at most.")
    status = 400


class EventTooFarError(UserError):
    code = "event_too_far"
    message = _("Please check the year: events can be planned up to two years ahead.")
    status = 400


@dataclass(frozen=True, kw_only=True)
class EventDetails:
    title: str
    starts_at: datetime
    ends_at: datetime
    place: str = ""
    description: str = ""


def put_details(event: ClubEvent, details: EventDetails) -> None:
    """Put checked details into the event; saving is the caller's."""
    event.title = tidy(details.title)
    event.place = tidy(details.place)
    event.description = details.description.strip()
    try:
        event.clean_fields(exclude=["club", "starts_at", "ends_at", "created_by"])
    except ValidationError as error:
        names = [str(ClubEvent._meta.get_field(name).verbose_name) for name in error.message_dict]  # type: ignore[union-attr]
        raise EventDetailsError(fields=", ".join(names)) from error
    put_times(event, details.starts_at, details.ends_at)


def put_times(event: ClubEvent, starts_at: datetime, ends_at: datetime) -> None:
    if not EARLIEST <= starts_at <= timezone.now() + FARTHEST:
        raise EventTooFarError
    if ends_at <= starts_at:
        raise EventEndsTooEarlyError
    if ends_at - starts_at > LONGEST:
        raise EventTooLongError(days=LONGEST.days)
    event.starts_at, event.ends_at = starts_at, ends_at
