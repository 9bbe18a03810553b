"""The ways into a club: an invitation by link or e-mail, and the request of somebody who wants to be let in."""

from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.public_id import new_public_id
from games.clubs.enums import Role
from games.clubs.models.club import Membership

_signer = Signer(sep=".", salt="games.clubs.invitation")


def in_two_weeks() -> datetime:
    return timezone.now() + timedelta(days=14)


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def by_hosts(self) -> Self:
        """Made by people who may still invite so: what somebody opened closes with the role they lose, as
        `clubs.handle_invitation` would say of them.
        """
        roles = Membership.objects.filter(club=OuterRef("club"), player__account=OuterRef("created_by"))
        to_a_lower_role = ~Q(role__in=[Role.ORGANISER, Role.OWNER])
        return self.filter(
            Q(created_by__is_staff=True)
            | Exists(roles.filter(role=Role.OWNER))
            | (to_a_lower_role & Exists(roles.filter(role=Role.ORGANISER))),
            created_by__is_active=True,
        )

    def usable(self) -> Self:
        return self.by_hosts().filter(
            Q(for_player=None) | Q(for_player__account=None, for_player__merged_into=None),
            revoked_at=None,
            expires_at__gt=timezone.now(),
            uses__lt=F("max_uses"),
        )

    def with_token(self, token: str) -> "Invitation | None":
        """The invitation a token was made for; None for a forged one."""
        try:
            public_id = _signer.unsign(token)
        except BadSignature:
            return None
        return self.filter(public_id=public_id).first()


class Invitation(models.Model):
    """An open door with a role behind it; with `for_player`, the way for a guest to claim their player.

    No token is stored: it is the public id signed with the site's secret key. So a stolen copy of the database
    opens no door, and whoever may invite can show link and QR code again at the next table.
    """

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey(
        "clubs.Club", verbose_name=_("club"), on_delete=models.CASCADE, related_name="invitations"
    )
    role = models.CharField(_("role"), max_length=11, choices=Role.choices, default=Role.MEMBER)
    for_player = models.ForeignKey(
        "players.Player",
        verbose_name=_("for the guest"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="claim_invitations",
    )
    email = models.EmailField(_("e-mail address"), blank=True)
    mail_sent_at = models.DateTimeField(_("e-mail sent"), null=True, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("invited by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    expires_at = models.DateTimeField(_("valid until"), default=in_two_weeks)
    max_uses = models.PositiveSmallIntegerField(_("for how many people"), default=1)
    uses = models.PositiveSmallIntegerField(_("used"), default=0, editable=False)
    revoked_at = models.DateTimeField(_("revoked"), null=True, editable=False)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.club} · {self.public_id}"

    def get_absolute_url(self) -> str:
        return reverse("clubs:invitation", args=[self.token])

    @property
    def token(self) -> str:
        return _signer.sign(self.public_id)


class JoinRequestState(models.TextChoices):
    OPEN = "open", _("Open")
    ACCEPTED = "accepted", _("Accepted")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class JoinRequest(models.Model):
    club = models.ForeignKey(
        "clubs.Club", verbose_name=_("club"), on_delete=models.CASCADE, related_name="join_requests"
    )
    player = models.ForeignKey(
        "players.Player", verbose_name=_("player"), on_delete=models.CASCADE, related_name="join_requests"
    )
    message = models.CharField(_("message"), max_length=300, blank=True)
    state = models.CharField(
        _("state"), max_length=9, choices=JoinRequestState, default=JoinRequestState.OPEN
    )
    created_at = models.DateTimeField(_("asked"), auto_now_add=True)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("answered by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )

    class Meta:
        verbose_name = _("join request")
        verbose_name_plural = _("join requests")
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "player"],
                condition=Q(state=JoinRequestState.OPEN),
                name="join_request_open_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} → {self.club}"
