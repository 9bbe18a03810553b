"""Write the e-mail of an invitation."""

from collections.abc import Iterable
from datetime import date

from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils import timezone, translation

from caledonia_site.common.addresses import site_url
from caledonia_site.common.jobs.marking import mark_dirty
from caledonia_site.common.jobs.topics import Topic
from caledonia_site.common.mail_limits import room_in_mailbox
from games.clubs.models import Invitation
from games.clubs.models.invitation import InvitationQuerySet
from games.clubs.topics import INVITATION_MAIL


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


def _unsent() -> InvitationQuerySet:
    return Invitation.objects.usable().exclude(email="").filter(mail_sent_at=None)


def wake_waiting_invitations() -> int:
    """Mark the invitations whose e-mail had to wait; how many there were."""
    keys = _unsent().values_list("public_id", flat=True)
    for key in keys:
        mark_dirty(topic=INVITATION_MAIL, key=key)
    return len(keys)
