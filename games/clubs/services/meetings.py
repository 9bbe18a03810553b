"""One change of an event at a time.

Say whether one comes.

Call an event off.

What an event says about itself, checked the same way when it is planned and when it changes.

Change what was planned.

Whoever leaves a club does not come to its next events.

Plan a club night, or several at once.

It takes place after all.
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from caledonia_site.common.permissions import require
from caledonia_site.common.public_id import new_public_id
from games.clubs.enums import Attendance, Repeat
from games.clubs.meeting_times import on_wall, repeated, span_from_wall
from games.clubs.models import Club, ClubEvent, EventAnswer
from games.clubs.services.locking import lock_club
from games.clubs.services.mail import tell_those_coming
from games.players.actors import Actor, account_of
from games.players.models import Player
from games.players.names import tidy
from games.players.selectors.players import own_player


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


@transaction.atomic
def answer_event(*, actor: Actor, event: ClubEvent, choice: Attendance) -> EventAnswer:
    """One answer a member; it can change until the event is over."""
    event = lock_event(event)
    require(actor, "clubs.answer_event", event.club)
    if event.is_cancelled:
        raise EventCancelledError
    if event.is_over:
        raise EventOverError
    answer, _created = EventAnswer.objects.update_or_create(
        event=event, player=own_player(actor), defaults={"choice": choice, "answered_at": timezone.now()}
    )
    return answer


@transaction.atomic
def cancel_event(*, actor: Actor, event: ClubEvent, with_later: bool = False) -> ClubEvent:
    """It stays on the club's page, marked, and whoever meant to come gets an e-mail. Answers are kept for an undo."""
    event = lock_event(event)
    require(actor, "clubs.plan_event", event.club)
    if event.is_cancelled:
        raise EventCancelledError
    if event.is_over:
        raise EventOverError
    now = timezone.now()
    event.cancelled_at = now
    event.save(update_fields=["cancelled_at", "changed_at"])
    later = list(ClubEvent.objects.later_in_series(event).filter(cancelled_at=None)) if with_later else []
    if later:
        ClubEvent.objects.filter(pk__in=[one.pk for one in later]).update(cancelled_at=now, changed_at=now)
    tell_those_coming([event, *later], actor=account_of(actor))
    return event


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


@transaction.atomic
def change_event(
    *,
    actor: Actor,
    event: ClubEvent,
    details: EventDetails,
    with_later: bool = False,
) -> ClubEvent:
    """With the later ones of its series if wished: they get the same words and move as far as this one does.

    Who means to come hears of another time or place; other words are no news.
    """
    event = lock_event(event)
    require(actor, "clubs.plan_event", event.club)
    later = list(ClubEvent.objects.later_in_series(event)) if with_later else []
    before = event.starts_on_wall, event.ends_on_wall
    place_before = event.place
    put_details(event, details)
    event.save()
    moved = event.starts_on_wall - before[0], event.ends_on_wall - before[1]
    for other in later:
        other.club = event.club
        other.title, other.place, other.description = event.title, event.place, event.description
        _move(other, *moved)
        other.save()
    if not event.is_cancelled and (any(moved) or event.place != place_before):
        tell_those_coming([event, *later], actor=account_of(actor))
    return event


def _move(event: ClubEvent, start: timedelta, end: timedelta) -> None:
    if start or end:
        walls = event.starts_on_wall + start, event.ends_on_wall + end
        put_times(event, *span_from_wall(*walls, event.club.time_zone))


def forget_answers(*, club: Club, player: Player) -> None:
    """Answers to events that are over stay: they tell who was there."""
    EventAnswer.objects.filter(player=player, event__club=club, event__ends_at__gt=timezone.now()).delete()


MOST_TIMES = 26
MOST_COMING_EVENTS = 200


class RepeatLimitError(UserError):
    code = "repeat_limit"
    message = _("An event can be planned 1 to %(times)s times at once.")
    status = 400


class TooManyEventsError(UserError):
    code = "too_many_events"
    message = _("A club can have %(count)s events ahead of it, and that would be more.")


@transaction.atomic
def plan_event(
    *, actor: Actor, club: Club, details: EventDetails, repeat: Repeat = Repeat.NEVER, times: int = 1
) -> list[ClubEvent]:
    """The event, and those that repeat it at the same time of the club's day, also across a change of clocks."""
    club = lock_club(club)
    require(actor, "clubs.plan_event", club)
    if not 1 <= times <= MOST_TIMES:
        raise RepeatLimitError(times=MOST_TIMES)
    events = list(_events(actor, club, details, repeat, times))
    if ClubEvent.objects.coming().filter(club=club).count() + len(events) > MOST_COMING_EVENTS:
        raise TooManyEventsError(count=MOST_COMING_EVENTS)
    return ClubEvent.objects.bulk_create(events)


def _events(actor: Actor, club: Club, details: EventDetails, repeat: Repeat, times: int) -> list[ClubEvent]:
    first = ClubEvent(club=club, created_by=account_of(actor))
    put_details(first, details)
    starts, ends = (on_wall(moment, club.time_zone) for moment in (details.starts_at, details.ends_at))
    walls = list(repeated(starts, repeat, times))
    first.series = new_public_id() if len(walls) > 1 else ""
    events = [first]
    for wall in walls[1:]:
        begins, over = span_from_wall(wall, wall + (ends - starts), club.time_zone)
        event = ClubEvent(club=club, created_by=account_of(actor), series=first.series)
        put_details(event, replace(details, starts_at=begins, ends_at=over))
        events.append(event)
    return events


class EventNotCancelledError(UserError):
    code = "event_not_cancelled"
    message = _("This event is not cancelled.")


@transaction.atomic
def restore_event(*, actor: Actor, event: ClubEvent) -> ClubEvent:
    """Undo a cancellation, also of those that were cancelled in the same stroke. Who meant to come hears of it."""
    event = lock_event(event)
    require(actor, "clubs.plan_event", event.club)
    if event.cancelled_at is None:
        raise EventNotCancelledError
    if event.is_over:
        raise EventOverError
    together = list(ClubEvent.objects.later_in_series(event).filter(cancelled_at=event.cancelled_at))
    ClubEvent.objects.filter(pk__in=[one.pk for one in together]).update(
        cancelled_at=None, changed_at=timezone.now()
    )
    event.cancelled_at = None
    event.save(update_fields=["cancelled_at", "changed_at"])
    tell_those_coming([event, *together], actor=account_of(actor))
    return event
