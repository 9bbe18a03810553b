"""Standings of a season, points given beside those of the games, and the audit of what happened in it."""

from decimal import Decimal
from typing import Self

from django.db import models
from django.db.models import Prefetch
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.players.models import Player
from games.players.viewers import Viewer
from tournaments.leagues.enums import SeasonAuditKind
from tournaments.leagues.models.league import Season
from tournaments.leagues.models.schedule import Group
from tournaments.shared.models import AdjustmentBase, AuditRecordBase, StandingsBase, StandingsRowBase


class SeasonAdjustment(AdjustmentBase):
    """`on` is the day in the club's time zone on which it was given."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="adjustments")
    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="point_adjustments"
    )
    on = models.DateField(_("day"), default=timezone.localdate)

    class Meta(AdjustmentBase.Meta):
        verbose_name = _("bonus or penalty")
        verbose_name_plural = _("bonuses and penalties")
        ordering = ["on", "pk"]

    def __str__(self) -> str:
        return f"{self.player}: {self.points}"

    @property
    def decimal_points(self) -> Decimal:
        """As organisers type them: in a season they have two decimals at most."""
        exact = self.exact_points
        return (Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(Decimal("0.01"))


class SeasonAuditRecord(AuditRecordBase):
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="audit")
    kind = models.CharField(max_length=14, choices=SeasonAuditKind.choices)
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="season_audit"
    )

    class Meta:
        verbose_name = _("event of a season")
        verbose_name_plural = _("events of seasons")
        indexes = [models.Index(fields=["season", "-at"], name="season_audit_newest")]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.kind}"


class SeasonStandings(StandingsBase):
    """Of an open season, or of a group. `race` holds the points after each day of play."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="standings")
    group = models.ForeignKey(Group, null=True, on_delete=models.CASCADE, related_name="standings")
    race = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("standings")
        verbose_name_plural = _("standings")
        ordering = ["group__division__level", "group__number", "pk"]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.group_id or ''}"


class SeasonStandingsRowQuerySet(models.QuerySet["SeasonStandingsRow"]):
    def shown_to(self, viewer: Viewer, *, named: bool) -> Self:
        return self.prefetch_related(
            Prefetch("player", queryset=Player.with_merged.shown_to(viewer, named=named))
        )


class SeasonStandingsRow(StandingsRowBase):
    """`place` is empty for who has too few games; `place_before` is that of a week ago. `detail` also has the latest
    games and the adjustments; `results` are read by the player's own page alone.
    """

    standings = models.ForeignKey(SeasonStandings, on_delete=models.CASCADE, related_name="rows")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="standings_rows")
    place_before = models.PositiveSmallIntegerField(null=True)
    withdrawn = models.BooleanField(default=False)

    objects = SeasonStandingsRowQuerySet.as_manager()

    class Meta(StandingsRowBase.Meta):
        verbose_name = _("row of the standings")
        verbose_name_plural = _("rows of the standings")

    @property
    def movement(self) -> int | None:
        """Places gained since a week ago; None where there is nothing to compare."""
        if self.place is None or self.place_before is None:
            return None
        return self.place_before - self.place
