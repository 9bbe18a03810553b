"""Whether somebody wants e-mails about changed events, and the link in them that says no.

A club's events for whoever asks.
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
from games.clubs.models import Club, ClubEvent, ClubEventQuerySet, EventAnswer, EventMailOptOut
from games.clubs.upcoming import ComingEntry
from games.players.models import User
from games.players.viewers import Viewer

_signer = Signer(sep=".", salt="clubs.event_mail")


def wants_event_mail(account: User) -> bool:
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


def events_of(*, club: Club, viewer: Viewer) -> ClubEventQuerySet:
    """All events of the club, with the club and the counts of answers; none for whoever may not see the club."""
    events = ClubEvent.objects.select_related("club")
    if not may(viewer, "clubs.see_club", club):
        return events.none()
    return events.filter(club=club).with_answers(viewer)


@dataclass(frozen=True)
class AnswerGroup:
    choice: Attendance
    count: int
    answers: list[EventAnswer]


def answers_to(*, event: ClubEvent, viewer: Viewer) -> list[AnswerGroup]:
    """By answer; the names only for whoever may read who comes, each as they may see it."""
    answers = event.answers.all()
    named = may(viewer, "clubs.see_answers", event.club)
    rows = list(answers.shown_to(viewer) if named else answers)
    groups = {choice: [row for row in rows if row.choice == choice] for choice in Attendance}
    return [AnswerGroup(choice, len(found), found if named else []) for choice, found in groups.items()]


class ComingEvents:
    """The events' own lines on the club's home page."""

    def coming(self, *, club: Club, viewer: Viewer, limit: int) -> Iterable[ComingEntry]:
        if not may(viewer, "clubs.see_club", club):
            return
        found = ClubEvent.objects.filter(club=club).coming()
        events = list(found.only("public_id", "title", "place", "starts_at", "cancelled_at")[:limit])
        come = _who_come(events)
        for event in events:
            event.club = club
            yield ComingEntry(
                when=event.starts_at,
                title=event.title,
                address=event.get_absolute_url(),
                kind=_("Event"),
                place=event.place,
                note=_how_many_come(come[event.pk]),
                is_cancelled=event.is_cancelled,
            )


def _who_come(events: Sequence[ClubEvent]) -> Counter[int]:
    """How many, by event; put together faster than the counts of `with_answers`."""
    if not events:
        return Counter()
    answers = EventAnswer.objects.filter(event__in=[event.pk for event in events], choice=Attendance.COMING)
    return Counter(answers.order_by().values_list("event_id", flat=True))


def _how_many_come(count: int) -> str:
    return ngettext("%(count)s is coming", "%(count)s are coming", count) % {"count": count} if count else ""
