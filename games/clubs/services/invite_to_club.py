"""Open a door into a club."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.counting import DAY, counted, digest
from caledonia_site.common.errors import UserError
from caledonia_site.common.jobs.marking import mark_dirty
from caledonia_site.common.mail_limits import mailbox_of
from caledonia_site.common.permissions import require
from games.clubs.enums import Role
from games.clubs.models import Club, Invitation
from games.clubs.services.locking import lock_club
from games.clubs.topics import INVITATION_MAIL

MOST_OPEN_INVITATIONS = 50
LONGEST_LIFE = timedelta(days=90)
MOST_USES = 200
MOST_MAILS_A_DAY = 50
MOST_MAILS_TO_ONE_ADDRESS = 3


class OwnerInvitationError(UserError):
    code = "owner_invitation"
    message = _("Nobody becomes an owner by invitation: hand the club over to a member instead.")
    status = 400


class InvitationLimitsError(UserError):
    code = "invitation_limits"
    message = _("An invitation is valid for 1 to %(days)s days and for 1 to %(uses)s people.")
    status = 400


class TooManyInvitationsError(UserError):
    code = "too_many_invitations"
    message = _("This club has %(count)s open invitations: revoke some first.")


class TooManyMailsError(UserError):
    code = "too_many_mails"
    message = _("You have sent many invitations by e-mail today. Make a link, or go on tomorrow.")
    status = 429


class MailboxFullError(UserError):
    code = "mailbox_full"
    message = _("This address has got several invitations today. Make a link, or try again tomorrow.")
    status = 429


@transaction.atomic
def invite_to_club(
    *,
    actor: Any,
    club: Club,
    role: Role = Role.MEMBER,
    email: str = "",
    days: int = 14,
    max_uses: int = 1,
) -> Invitation:
    """A link, or an e-mail with the link in it, which a job sends after the commit and tries again if it fails."""
    club = lock_club(club)
    require(actor, "clubs.invite", club)
    require(actor, "clubs.handle_invitation", Invitation(club=club, role=role))
    if role == Role.OWNER:
        raise OwnerInvitationError
    if not (1 <= days <= LONGEST_LIFE.days and 1 <= max_uses <= MOST_USES):
        raise InvitationLimitsError(days=LONGEST_LIFE.days, uses=MOST_USES)
    if club.invitations.usable().count() >= MOST_OPEN_INVITATIONS:
        raise TooManyInvitationsError(count=MOST_OPEN_INVITATIONS)
    if email:
        _check_mail_limits(actor, email)
    invitation = Invitation.objects.create(
        club=club,
        role=role,
        email=email,
        created_by=actor,
        expires_at=timezone.now() + timedelta(days=days),
        max_uses=1 if email else max_uses,
    )
    if email:
        mark_dirty(topic=INVITATION_MAIL, key=invitation.public_id)
    return invitation


def _check_mail_limits(actor: Any, email: str) -> None:
    """Nobody sends e-mail to the world in our name, or fills one person's mailbox, by way of any number of clubs.

    Counted in the cache, because invitations go with a club that is deleted and founded again.
    """
    if counted(f"invitation-mails:by:{actor.pk}", per=DAY) > MOST_MAILS_A_DAY:
        raise TooManyMailsError
    if counted(f"invitation-mails:to:{digest(mailbox_of(email))}", per=DAY) > MOST_MAILS_TO_ONE_ADDRESS:
        raise MailboxFullError
