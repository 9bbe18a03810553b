"""The e-mails of clubs: an invitation, and to those who mean to come that a meeting has moved, is cancelled, or takes
place after all; who wants none of the latter says so here.
"""

from collections.abc import Iterable, Sequence
from datetime import date

from django.core.mail import send_mail
from django.db.models import Exists, OuterRef, QuerySet
from django.template.loader import render_to_string
from django.utils import timezone, translation

from caledonia_site.common.formatting import site_url
from caledonia_site.common.jobs.marks import mark_dirty
from caledonia_site.common.jobs.topics import Topic
from caledonia_site.common.mail import send_stoppable_mail
from caledonia_site.common.rate_limits import room_in_mailbox
from games.clubs.enums import Attendance
from games.clubs.models import Invitation, Meeting, MeetingAnswer, MeetingMailOptOut
from games.clubs.models.admission import InvitationQuerySet
from games.clubs.selectors.meetings import meeting_mail_address
from games.players.models import User

# Names of jobs as stored marks have them.
INVITATION_MAIL = "invitation_mail"
MEETING_MAIL = "event_mail"
# Ends the key of an e-mail about several meetings.
LATER = "later"


class MeetingMail(Topic[None]):
    """One e-mail for one answer (key: its row; with ":later" when later ones of the series changed too), about the
    meeting as it is now: two changes in a row are one e-mail.

    It may go out twice when a worker dies between sending and noting it, and is never forgotten.
    """

    name = MEETING_MAIL

    def all_keys(self) -> Iterable[str]:
        # Nothing to rebuild: nobody wants old news again.
        return []

    def compute(self, *, key: str, since: date | None) -> None:
        row, _, later = key.partition(":")
        answer = (
            _answers_to_notify().filter(pk=row).select_related("meeting__club", "player__account").first()
        )
        if answer is not None and answer.player.account is not None:
            _send(answer.meeting, answer.player.account, with_later=later == LATER)

    def publish(self, *, key: str, result: None) -> None:
        """There is nothing to write: the mark itself was the task."""


class InvitationMail(Topic[bool]):
    """A job, so that an absent mail server costs the inviter neither time nor the invitation.

    An e-mail may go out twice when a worker dies between sending and noting it, and is never forgotten. When the
    mailbox has had enough of us for now, it waits (`wake_waiting_invitations`).
    """

    name = INVITATION_MAIL

    def all_keys(self) -> Iterable[str]:
        return _unsent().values_list("public_id", flat=True)

    def compute(self, *, key: str, since: date | None) -> bool:
        invitation = _unsent().select_related("club").filter(public_id=key).first()
        if invitation is None:
            return False
        with translation.override(invitation.club.language):
            address = site_url(invitation.get_absolute_url())
            context = {"invitation": invitation, "club": invitation.club, "address": address}
            subject = render_to_string("clubs/mail/invitation_subject.txt", context).strip()
            text = render_to_string("clubs/mail/invitation.txt", context)
        with room_in_mailbox(invitation.email) as is_free:
            if is_free:
                send_mail(subject, text, None, [invitation.email])
        return is_free

    def publish(self, *, key: str, result: bool) -> None:
        if result:
            Invitation.objects.filter(public_id=key).update(mail_sent_at=timezone.now())


def choose_meeting_mail(*, account: User, wants_mail: bool) -> None:
    """Saying the same twice changes nothing."""
    if wants_mail:
        MeetingMailOptOut.objects.filter(account=account).delete()
    else:
        MeetingMailOptOut.objects.get_or_create(account=account)


def notify_attendees(meetings: Sequence[Meeting], *, actor: User | None) -> None:
    """In the caller's transaction, with the changed meetings in their order; one e-mail a person, and none to whoever
    changed them.
    """
    answers = _answers_to_notify().filter(meeting__in=meetings).exclude(player__account=actor)
    first: dict[int, MeetingAnswer] = {}
    several: set[int] = set()
    for answer in answers.order_by("meeting__starts_at", "pk"):
        if answer.player_id in first:
            several.add(answer.player_id)
        else:
            first[answer.player_id] = answer
    for player_id, answer in first.items():
        key = f"{answer.pk}:{LATER}" if player_id in several else str(answer.pk)
        mark_dirty(topic=MEETING_MAIL, key=key)


def _answers_to_notify() -> QuerySet[MeetingAnswer]:
    refused = MeetingMailOptOut.objects.filter(account=OuterRef("player__account"))
    return MeetingAnswer.objects.filter(
        ~Exists(refused),
        choice__in=[Attendance.COMING, Attendance.MAYBE],
        meeting__ends_at__gt=timezone.now(),
        player__account__is_active=True,
        # Nobody reads the mail of invented people.
        player__account__is_demo=False,
    )


def wake_waiting_invitations() -> int:
    """Mark the invitations whose e-mail had to wait; how many there were."""
    keys = _unsent().values_list("public_id", flat=True)
    for key in keys:
        mark_dirty(topic=INVITATION_MAIL, key=key)
    return len(keys)


def _unsent() -> InvitationQuerySet:
    return Invitation.objects.usable().exclude(email="").filter(mail_sent_at=None)


def _send(meeting: Meeting, account: User, *, with_later: bool) -> None:
    with translation.override(account.language or meeting.club.language):
        send_stoppable_mail(
            "clubs/mail/meeting",
            to=account.email,
            stop_address=site_url(meeting_mail_address(account)),
            context={
                "meeting": meeting,
                "club": meeting.club,
                "with_later": with_later,
                "address": site_url(meeting.get_absolute_url()),
            },
        )
