"""Who plays in which club, and what they may do there."""

from typing import Any, Self

from django.db import models
from django.db.models import Case, Prefetch, Value, When
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.clubs.enums import Role
from games.players.models import Player
from games.players.viewers import ClubReader


class MembershipQuerySet(models.QuerySet["Membership"]):
    def held_by(self, viewer: Any) -> Self:
        """The viewer's own; of whoever looks with a token for one club, the one there."""
        if isinstance(viewer, ClubReader):
            return self.filter(player__account=viewer.account_id, club=viewer.club_id)
        return self.filter(player__account=viewer.pk or 0)

    def shown_to(self, viewer: Any) -> Self:
        """With the players as the viewer may see them."""
        return self.prefetch_related(
            Prefetch("player", queryset=Player.with_merged.shown_to(viewer).select_related("account"))
        )

    def by_role(self) -> Self:
        """Owners first; within a role the longest in the club first, which tells nothing about names."""
        rank = Case(*[When(role=role, then=Value(role.rank)) for role in Role], default=Value(len(Role)))
        return self.order_by(rank, "joined_at", "pk")


class Membership(models.Model):
    """A player of a club. Guests, who have no account, are members too: the club plays with them."""

    club = models.ForeignKey(
        "clubs.Club", verbose_name=_("club"), on_delete=models.CASCADE, related_name="memberships"
    )
    player = models.ForeignKey(
        "players.Player", verbose_name=_("player"), on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(_("role"), max_length=11, choices=Role.choices, default=Role.MEMBER)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="membership_once")]

    def __str__(self) -> str:
        return f"{self.player} · {self.club} · {self.get_role_display()}"
