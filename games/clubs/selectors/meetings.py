"""A club's meetings for whoever asks, and whether somebody wants e-mails about changed ones: the link in them that
says no is made and read here.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.core.signing import BadSignature, Signer
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from caledonia_site.common.permissions import may
from games.clubs.enums import Attendance
from games.clubs.models import Club, Meeting, MeetingAnswer, MeetingMailOptOut, MeetingQuerySet
from games.clubs.upcoming import UpcomingItem
from games.players.models import User
from games.players.viewers import Viewer

_signer = Signer(sep=".", salt="clubs.event_mail")


@dataclass(frozen=True)
class AnswerGroup:
    choice: Attendance
    count: int
    answers: list[MeetingAnswer]


class UpcomingMeetings:
    """The meetings' own lines on the club's home page."""

    def upcoming(self, *, club: Club, viewer: Viewer, limit: int) -> Iterable[UpcomingItem]:
        if not may(viewer, "clubs.see_club", club):
            return
        coming = Meeting.objects.filter(club=club).coming()
        meetings = list(coming.only("public_id", "title", "place", "starts_at", "cancelled_at")[:limit])
        come = _who_come(meetings)
        for meeting in meetings:
            meeting.club = club
            yield UpcomingItem(
                when=meeting.starts_at,
                title=meeting.title,
                address=meeting.get_absolute_url(),
                kind=_("Event"),
                place=meeting.place,
                note=_how_many_come(come[meeting.pk]),
                is_cancelled=meeting.is_cancelled,
            )


def meetings_of(*, club: Club, viewer: Viewer) -> MeetingQuerySet:
    """All meetings of the club, with the club and the counts of answers; none for whoever may not see the club."""
    meetings = Meeting.objects.select_related("club")
    if not may(viewer, "clubs.see_club", club):
        return meetings.none()
    return meetings.filter(club=club).with_answers(viewer)


def answers_to(*, meeting: Meeting, viewer: Viewer) -> list[AnswerGroup]:
    """By answer; the names only for whoever may read who comes, each as they may see it."""
    answers = meeting.answers.all()
    named = may(viewer, "clubs.see_answers", meeting.club)
    rows = list(answers.shown_to(viewer) if named else answers)
    groups = {choice: [row for row in rows if row.choice == choice] for choice in Attendance}
    return [AnswerGroup(choice, len(given), given if named else []) for choice, given in groups.items()]


def wants_meeting_mail(account: User) -> bool:
    return not MeetingMailOptOut.objects.filter(account=account).exists()


def meeting_mail_address(account: User) -> str:
    """Works without signing in: who reads the e-mail may end it."""
    return reverse("clubs:event_mail", args=[_signer.sign(str(account.pk))])


def account_of_token(token: str) -> User | None:
    """The account a link was made for; None for a forged one."""
    try:
        pk = _signer.unsign(token)
    except BadSignature:
        return None
    return User.objects.filter(pk=pk).first()


def _who_come(meetings: Sequence[Meeting]) -> Counter[int]:
    """How many, by meeting; put together faster than the counts of `with_answers`."""
    if not meetings:
        return Counter()
    answers = MeetingAnswer.objects.filter(
        meeting__in=[meeting.pk for meeting in meetings], choice=Attendance.COMING
    )
    return Counter(answers.order_by().values_list("meeting_id", flat=True))


def _how_many_come(count: int) -> str:
    return ngettext("%(count)s is coming", "%(count)s are coming", count) % {"count": count} if count else ""
