"""What leagues and events store alike: abstract bases, so that each family has its own tables, without a join."""

import secrets
from fractions import Fraction
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.public_id import new_public_id
from games.results.models import Game
from tournaments.shared.enums import ResultStanding


def readable_key(public_id: str, name: str) -> str:
    """What stands in an address: the id that finds the thing, then its name for the eye."""
    slug = slugify(name)[:40].strip("-")
    return f"{public_id}-{slug}" if slug else public_id


def new_lot_seed() -> int:
    """Drawn once when a competition is set up and shown on its page, so that nobody draws again until it suits."""
    return secrets.randbelow(2**31)


class OtherResultQuerySet(models.QuerySet[Any]):
    def waiting(self) -> Self:
        """For an organiser's decision."""
        return self.filter(standing=ResultStanding.WAITS)

    def in_order(self) -> Self:
        """As they came in."""
        return self.order_by("pk")


class OtherResultBase(models.Model):
    """A sheet from a second phone, and from a third, where one thing has one result. The game is void, and its page
    says why; only one that was the result until an organiser took it off is still a game of the club.

    Each family adds `slot`, which of its things the result is of (related name: `other_results`). Which result counts
    there stands with the slot, as `game`.
    """

    game = models.OneToOneField(
        Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="%(app_label)s_other_result"
    )
    standing = models.CharField(_("what became of it"), max_length=7, choices=ResultStanding.choices)
    at = models.DateTimeField(auto_now_add=True)

    objects = OtherResultQuerySet.as_manager()

    class Meta:
        abstract = True
        verbose_name = _("another result")
        verbose_name_plural = _("other results")

    def __str__(self) -> str:
        return f"{self.game_id}: {self.standing}"


class StandingsBase(models.Model):
    """One table as last computed: derived data, or what a competition that is over ended with. `records` is what the
    honours tell, with players by their row, so that whoever reads asks for names.
    """

    engine = models.CharField(max_length=40)
    engine_version = models.CharField(max_length=20)
    parameters = models.JSONField()
    games = models.PositiveIntegerField(default=0)
    records = models.JSONField(default=dict)
    computed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True


class StandingsRowBase(models.Model):
    """`order` is strict; `place` is empty for who has none (yet). `points` is an exact fraction ("10/3").

    `detail`: status, tie-break values and why the row stands behind the one before it; `results`: every game with its
    points. Each family adds `standings` and whose row it is.
    """

    order = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(null=True)
    points = models.CharField(max_length=40)
    games = models.PositiveSmallIntegerField()
    wins = models.PositiveSmallIntegerField()
    detail = models.JSONField(default=dict)
    results = models.JSONField(default=list)

    class Meta:
        abstract = True
        ordering = ["order"]
        constraints = [models.UniqueConstraint(fields=["standings", "order"], name="%(class)s_order_once")]

    def __str__(self) -> str:
        return f"{self.order}"


class AdjustmentBase(models.Model):
    """Points beside those of the games: below 0 a penalty, above it a bonus. `points` is an exact fraction ("-5/2");
    the reason stands in the standings for everybody to read.

    Taken back, the row goes; the audit keeps both.
    """

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    points = models.CharField(_("points"), max_length=20)
    reason = models.CharField(_("reason"), max_length=200)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(condition=~models.Q(points="0"), name="%(class)s_changes_points")
        ]

    @property
    def exact_points(self) -> Fraction:
        return Fraction(self.points)


class AuditRecordBase(models.Model):
    """`account` did it (empty: the site, a guest's own phone, or a deleted account); `game` is what it concerns, and
    whom it concerns each family adds. `detail` has codes and figures, and words only where somebody typed them.

    Each family also adds `kind`, and the competition (related name: `audit`).
    """

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    detail = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
