"""Plan a club's meetings, one or several at once, change them, call them off or take that back, and answer to them.

What a meeting says about itself is checked the same way when it is planned and when it changes.
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
from games.clubs.models import Club, Meeting, MeetingAnswer
from games.clubs.services.locks import lock_club
from games.clubs.services.mail import notify_attendees
from games.players.actors import Actor, account_of
from games.players.models import Player
from games.players.names import tidy
from games.players.selectors.players import own_player

USUAL_LENGTH = timedelta(hours=4)
LONGEST = timedelta(days=14)
FARTHEST = timedelta(days=2 * 365)
# What lies before was no meeting of a club on this site, but a slip of the finger.
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
MOST_TIMES = 26
MOST_COMING_MEETINGS = 200


class MeetingGoneError(UserError):
    code = "event_gone"
    message = _("This event does not exist any more.")
    status = 404


class MeetingOverError(UserError):
    code = "event_over"
    message = _("This event is over.")


class MeetingCancelledError(UserError):
    code = "event_cancelled"
    message = _("This event is cancelled.")


class MeetingDetailsError(UserError):
    code = "event_details"
    message = _("Please check the event's details: %(fields)s.")
    status = 400


class MeetingEndsTooEarlyError(UserError):
    code = "event_ends_too_early"
    message = _("The event would end before it begins.")
    status = 400


class MeetingTooLongError(UserError):
    code = "event_too_long"
    message = _("An event lasts %(days)s days at most.")
    status = 400


class MeetingTooFarError(UserError):
    code = "event_too_far"
    message = _("Please check the year: events can be planned up to two years ahead.")
    status = 400


@dataclass(frozen=True, kw_only=True)
class MeetingDetails:
    title: str
    starts_at: datetime
    ends_at: datetime
    place: str = ""
    description: str = ""


class RepeatLimitError(UserError):
    code = "repeat_limit"
    message = _("An event can be planned 1 to %(times)s times at once.")
    status = 400


class TooManyMeetingsError(UserError):
    code = "too_many_events"
    message = _("A club can have %(count)s events ahead of it, and that would be more.")


class MeetingNotCancelledError(UserError):
    code = "event_not_cancelled"
    message = _("This event is not cancelled.")


@transaction.atomic
def plan_meeting(
    *, actor: Actor, club: Club, details: MeetingDetails, repeat: Repeat = Repeat.NEVER, times: int = 1
) -> list[Meeting]:
    """The meeting, and those that repeat it at the same time of the club's day, also across a change of clocks."""
    club = lock_club(club)
    require(actor, "clubs.plan_meeting", club)
    if not 1 <= times <= MOST_TIMES:
        raise RepeatLimitError(times=MOST_TIMES)
    meetings = list(_meetings(actor, club, details, repeat, times))
    if Meeting.objects.coming().filter(club=club).count() + len(meetings) > MOST_COMING_MEETINGS:
        raise TooManyMeetingsError(count=MOST_COMING_MEETINGS)
    return Meeting.objects.bulk_create(meetings)


def _meetings(actor: Actor, club: Club, details: MeetingDetails, repeat: Repeat, times: int) -> list[Meeting]:
    first = Meeting(club=club, created_by=account_of(actor))
    put_details(first, details)
    starts, ends = (on_wall(moment, club.time_zone) for moment in (details.starts_at, details.ends_at))
    walls = list(repeated(starts, repeat, times))
    first.series = new_public_id() if len(walls) > 1 else ""
    meetings = [first]
    for wall in walls[1:]:
        begins, over = span_from_wall(wall, wall + (ends - starts), club.time_zone)
        meeting = Meeting(club=club, created_by=account_of(actor), series=first.series)
        put_details(meeting, replace(details, starts_at=begins, ends_at=over))
        meetings.append(meeting)
    return meetings


@transaction.atomic
def change_meeting(
    *,
    actor: Actor,
    meeting: Meeting,
    details: MeetingDetails,
    with_later: bool = False,
) -> Meeting:
    """With the later ones of its series if wished: they get the same words and move as far as this one does.

    Who means to come hears of another time or place; other words are no news.
    """
    meeting = lock_meeting(meeting)
    require(actor, "clubs.plan_meeting", meeting.club)
    later = list(Meeting.objects.later_in_series(meeting)) if with_later else []
    before = meeting.starts_on_wall, meeting.ends_on_wall
    place_before = meeting.place
    put_details(meeting, details)
    meeting.save()
    moved = meeting.starts_on_wall - before[0], meeting.ends_on_wall - before[1]
    for other in later:
        other.club = meeting.club
        other.title, other.place, other.description = meeting.title, meeting.place, meeting.description
        _move(other, *moved)
        other.save()
    if not meeting.is_cancelled and (any(moved) or meeting.place != place_before):
        notify_attendees([meeting, *later], actor=account_of(actor))
    return meeting


def _move(meeting: Meeting, start: timedelta, end: timedelta) -> None:
    if start or end:
        walls = meeting.starts_on_wall + start, meeting.ends_on_wall + end
        put_times(meeting, *span_from_wall(*walls, meeting.club.time_zone))


@transaction.atomic
def cancel_meeting(*, actor: Actor, meeting: Meeting, with_later: bool = False) -> Meeting:
    """It stays on the club's page, marked, and whoever meant to come gets an e-mail. Answers are kept for an undo."""
    meeting = lock_meeting(meeting)
    require(actor, "clubs.plan_meeting", meeting.club)
    if meeting.is_cancelled:
        raise MeetingCancelledError
    if meeting.is_over:
        raise MeetingOverError
    now = timezone.now()
    meeting.cancelled_at = now
    meeting.save(update_fields=["cancelled_at", "changed_at"])
    later = list(Meeting.objects.later_in_series(meeting).filter(cancelled_at=None)) if with_later else []
    if later:
        Meeting.objects.filter(pk__in=[other.pk for other in later]).update(cancelled_at=now, changed_at=now)
    notify_attendees([meeting, *later], actor=account_of(actor))
    return meeting


@transaction.atomic
def restore_meeting(*, actor: Actor, meeting: Meeting) -> Meeting:
    """Undo a cancellation, also of those that were cancelled in the same stroke. Who meant to come hears of it."""
    meeting = lock_meeting(meeting)
    require(actor, "clubs.plan_meeting", meeting.club)
    if meeting.cancelled_at is None:
        raise MeetingNotCancelledError
    if meeting.is_over:
        raise MeetingOverError
    together = list(Meeting.objects.later_in_series(meeting).filter(cancelled_at=meeting.cancelled_at))
    Meeting.objects.filter(pk__in=[other.pk for other in together]).update(
        cancelled_at=None, changed_at=timezone.now()
    )
    meeting.cancelled_at = None
    meeting.save(update_fields=["cancelled_at", "changed_at"])
    notify_attendees([meeting, *together], actor=account_of(actor))
    return meeting


@transaction.atomic
def answer_meeting(*, actor: Actor, meeting: Meeting, choice: Attendance) -> MeetingAnswer:
    """One answer a member; it can change until the meeting is over."""
    meeting = lock_meeting(meeting)
    require(actor, "clubs.answer_meeting", meeting.club)
    if meeting.is_cancelled:
        raise MeetingCancelledError
    if meeting.is_over:
        raise MeetingOverError
    answer, _created = MeetingAnswer.objects.update_or_create(
        meeting=meeting, player=own_player(actor), defaults={"choice": choice, "answered_at": timezone.now()}
    )
    return answer


def forget_answers(*, club: Club, player: Player) -> None:
    """Answers to meetings that are over stay: they tell who was there."""
    MeetingAnswer.objects.filter(
        player=player, meeting__club=club, meeting__ends_at__gt=timezone.now()
    ).delete()


def lock_meeting(meeting: Meeting) -> Meeting:
    """The meeting as it is now, with its club, which is ours until the transaction ends.

    Locking the club is enough: every service that changes meetings begins here, and an answer must not slip in
    while its giver leaves the club.
    """
    club = lock_club(meeting.club)
    current = Meeting.objects.filter(club=club, pk=meeting.pk).first()
    if current is None:
        raise MeetingGoneError
    current.club = club
    return current


def put_details(meeting: Meeting, details: MeetingDetails) -> None:
    """Put checked details into the meeting; saving is the caller's."""
    meeting.title = tidy(details.title)
    meeting.place = tidy(details.place)
    meeting.description = details.description.strip()
    try:
        meeting.clean_fields(exclude=["club", "starts_at", "ends_at", "created_by"])
    except ValidationError as error:
        names = [str(Meeting._meta.get_field(name).verbose_name) for name in error.message_dict]  # type: ignore[union-attr]
        raise MeetingDetailsError(fields=", ".join(names)) from error
    put_times(meeting, details.starts_at, details.ends_at)


def put_times(meeting: Meeting, starts_at: datetime, ends_at: datetime) -> None:
    if not EARLIEST <= starts_at <= timezone.now() + FARTHEST:
        raise MeetingTooFarError
    if ends_at <= starts_at:
        raise MeetingEndsTooEarlyError
    if ends_at - starts_at > LONGEST:
        raise MeetingTooLongError(days=LONGEST.days)
    meeting.starts_at, meeting.ends_at = starts_at, ends_at
