"""Come into a club: by an invitation, by asking to be let in, or as a guest who takes over their player with an
account.
"""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import NotAllowedError, UserError
from caledonia_site.common.jobs.marks import mark_dirty
from caledonia_site.common.permissions import require
from caledonia_site.common.rate_limits import DAY, count_up, digest, mailbox_of
from games.clubs.enums import Role
from games.clubs.models import Club, Invitation, JoinRequest, Membership
from games.clubs.models.admission import JoinRequestState
from games.clubs.services.locks import lock_club, membership_in
from games.clubs.services.mail import INVITATION_MAIL
from games.players.actors import Actor, account_of
from games.players.models import Player, User
from games.players.selectors.players import own_player
from games.players.services.merges import AlreadyMergedError, PlayerHasAccountError, merge_players

MOST_OPEN_INVITATIONS = 50
LONGEST_LIFE = timedelta(days=90)
MOST_USES = 200
MOST_MAILS_A_DAY = 50
MOST_MAILS_TO_ONE_ADDRESS = 3
MOST_REQUESTS_A_DAY = 10
MOST_REQUESTS_TO_A_CLUB = 3
REQUEST_WINDOW = timedelta(days=14)


class InvitationUnknownError(UserError):
    code = "invitation_unknown"
    message = _("This invitation does not exist. Was the link copied whole?")
    status = 404


class InvitationRevokedError(UserError):
    code = "invitation_revoked"
    message = _("This invitation has been revoked. Ask the club for a new one.")
    status = 410


class InvitationExpiredError(UserError):
    code = "invitation_expired"
    message = _("This invitation has expired. Ask the club for a new one.")
    status = 410


class InvitationUsedUpError(UserError):
    code = "invitation_used"
    message = _("This invitation has been used already. Ask the club for a new one.")
    status = 410


class PlayerClaimedError(UserError):
    code = "player_claimed"
    message = _("Somebody has taken over this player already. If it was not you, ask the club.")
    status = 410


class AlreadyMemberError(UserError):
    code = "already_member"
    message = _("You are a member of this club already.")


class JoinRequestClosedError(UserError):
    code = "join_request_closed"
    message = _("This request has been answered or withdrawn already.")


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


class AlreadyAskedError(UserError):
    code = "already_asked"
    message = _("You have asked already. The club's organisers see your request.")


class AskedTooOftenError(UserError):
    code = "asked_too_often"
    message = _("You have asked to join too often lately. Please wait some days, or speak to the club.")
    status = 429


@transaction.atomic
def invite_to_club(
    *,
    actor: Actor,
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
        created_by=account_of(actor),
        expires_at=timezone.now() + timedelta(days=days),
        max_uses=1 if email else max_uses,
    )
    if email:
        mark_dirty(topic=INVITATION_MAIL, key=invitation.public_id)
    return invitation


def _check_mail_limits(actor: Actor, email: str) -> None:
    """Nobody sends e-mail to the world in our name, or fills one person's mailbox, by way of any number of clubs.

    Counted in the cache, because invitations go with a club that is deleted and founded again.
    """
    if count_up(f"invitation-mails:by:{actor.pk}", per=DAY) > MOST_MAILS_A_DAY:
        raise TooManyMailsError
    if count_up(f"invitation-mails:to:{digest(mailbox_of(email))}", per=DAY) > MOST_MAILS_TO_ONE_ADDRESS:
        raise MailboxFullError


@transaction.atomic
def revoke_invitation(*, actor: Actor, invitation: Invitation) -> None:
    """Revoking twice is no error; who came in before stays in."""
    invitation.club = lock_club(invitation.club)
    require(actor, "clubs.handle_invitation", invitation)
    Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=timezone.now())


@transaction.atomic
def accept_invitation(*, actor: Actor, invitation: Invitation) -> Membership:
    """Join with the role of the invitation. A member who opens a link again uses nothing up."""
    player = own_player(actor)
    club = lock_club(invitation.club)
    invitation = Invitation.objects.select_related("for_player").get(pk=invitation.pk)
    if Membership.objects.filter(club=club, player=player).exists():
        raise AlreadyMemberError
    check_open(invitation)
    count_use(invitation)
    return let_in(club=club, player=player, role=invitation.role, answered_by=invitation.created_by)


@transaction.atomic
def invite_to_claim(*, actor: Actor, membership: Membership) -> Invitation:
    """One open link for each guest: asking again gives the same one."""
    club = lock_club(membership.club)
    membership = membership_in(club, membership)
    require(actor, "clubs.invite_to_claim", membership)
    links = Invitation.objects.usable().filter(club=club, for_player=membership.player)
    return links.first() or Invitation.objects.create(
        club=club, for_player=membership.player, created_by=account_of(actor)
    )


@transaction.atomic
def claim_player(*, actor: Actor, invitation: Invitation) -> Player:
    """The actor becomes the guest; whoever has a player already keeps it, and the guest is merged into it.

    The link is the organiser's consent and opening it the person's own. Of two people who claim at the same
    moment the first gets the player, the second a clear message.
    """
    if not actor.is_authenticated:
        raise NotAllowedError
    lock_club(invitation.club)
    invitation = Invitation.objects.get(pk=invitation.pk)
    # The guest may be in several clubs, so the club's lock is not enough.
    guest = Player.with_merged.select_for_update(no_key=True).get(claim_invitations=invitation)
    invitation.for_player = guest
    check_open(invitation)
    count_use(invitation)
    own = actor.player_or_none
    if own is None:
        guest.account = actor
        guest.save(update_fields=["account"])
        return guest
    try:
        return merge_players(source=guest, target=own, actor=actor).target
    except (AlreadyMergedError, PlayerHasAccountError) as error:
        raise PlayerClaimedError from error


@transaction.atomic
def request_to_join(*, actor: Actor, club: Club, message: str = "") -> JoinRequest:
    club = lock_club(club)
    require(actor, "clubs.request_to_join", club)
    player = own_player(actor)
    if JoinRequest.objects.filter(club=club, player=player, state=JoinRequestState.OPEN).exists():
        raise AlreadyAskedError
    _check_limits(club, player)
    return JoinRequest.objects.create(club=club, player=player, message=message.strip()[:300])


def _check_limits(club: Club, player: Player) -> None:
    """Answered and withdrawn requests count too, so that nobody can knock for ever at one door, or at all."""
    now = timezone.now()
    requests = JoinRequest.objects.filter(player=player)
    if (
        requests.filter(created_at__gt=now - timedelta(days=1)).count() >= MOST_REQUESTS_A_DAY
        or requests.filter(club=club, created_at__gt=now - REQUEST_WINDOW).count() >= MOST_REQUESTS_TO_A_CLUB
    ):
        raise AskedTooOftenError


@transaction.atomic
def withdraw_join_request(*, actor: Actor, club: Club) -> None:
    club = lock_club(club)
    requests = JoinRequest.objects.filter(club=club, player=own_player(actor), state=JoinRequestState.OPEN)
    if not requests.update(state=JoinRequestState.WITHDRAWN, answered_at=timezone.now()):
        raise JoinRequestClosedError


@transaction.atomic
def answer_join_request(*, actor: Actor, join_request: JoinRequest, accept: bool) -> JoinRequest:
    club = lock_club(join_request.club)
    require(actor, "clubs.answer_join_request", club)
    join_request = JoinRequest.objects.select_related("player").get(pk=join_request.pk)
    if join_request.state != JoinRequestState.OPEN:
        raise JoinRequestClosedError
    if accept:
        let_in(club=club, player=join_request.player, role=Role.MEMBER, answered_by=account_of(actor))
        join_request.refresh_from_db()
        return join_request
    join_request.state = JoinRequestState.DECLINED
    join_request.answered_at = timezone.now()
    join_request.answered_by = account_of(actor)
    join_request.save(update_fields=["state", "answered_at", "answered_by"])
    return join_request


def check_open(invitation: Invitation) -> None:
    """Raise the reason why nobody can come in by this invitation any more, if there is one."""
    if (
        invitation.revoked_at is not None
        or not Invitation.objects.by_hosts().filter(pk=invitation.pk).exists()
    ):
        raise InvitationRevokedError
    guest = invitation.for_player
    if guest is not None and not (guest.is_guest and guest.merged_into_id is None):
        raise PlayerClaimedError
    if invitation.uses >= invitation.max_uses:
        raise InvitationUsedUpError
    if invitation.expires_at <= timezone.now():
        raise InvitationExpiredError


def count_use(invitation: Invitation) -> None:
    invitation.uses += 1
    invitation.save(update_fields=["uses"])


def let_in(*, club: Club, player: Player, role: str, answered_by: User | None) -> Membership:
    """Make the player a member and close what they had asked for."""
    JoinRequest.objects.filter(club=club, player=player, state=JoinRequestState.OPEN).update(
        state=JoinRequestState.ACCEPTED, answered_at=timezone.now(), answered_by=answered_by
    )
    return Membership.objects.create(club=club, player=player, role=role)
