"""Points that an organiser gives or takes away, beside those of the games.

What happened in a season: its audit.

Standings as last computed: derived data, or what a closed season ended with.
"""

from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Prefetch, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.public_id import new_public_id
from games.players.models import Player
from games.results.models import Game
from tournaments.leagues.enums import SeasonEventKind
from tournaments.leagues.models.league import Season
from tournaments.leagues.models.schedule import Group


class PointAdjustment(models.Model):
    """Below 0 a penalty, above it a bonus; the reason stands in the standings for everybody to read.

    Taken back, the row goes; the season's history keeps both.
    """

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="adjustments")
    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="point_adjustments"
    )
    points = models.DecimalField(_("points"), max_digits=8, decimal_places=2)
    reason = models.CharField(_("reason"), max_length=200)
    on = models.DateField(_("day"), default=timezone.localdate)

    class Meta:
        verbose_name = _("bonus or penalty")
        verbose_name_plural = _("bonuses and penalties")
        ordering = ["on", "pk"]
        constraints = [models.CheckConstraint(condition=~Q(points=0), name="adjustment_changes_points")]

    def __str__(self) -> str:
        return f"{self.player}: {self.points}"


class SeasonEvent(models.Model):
    """`account` did it (empty: the site, or a deleted account); `player` and `game` are whom and what it concerns.

    `detail` has codes and figures, and words only where somebody typed them.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="events")
    kind = models.CharField(max_length=14, choices=SeasonEventKind.choices)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="season_events"
    )
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    detail = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("event of a season")
        verbose_name_plural = _("events of seasons")
        indexes = [models.Index(fields=["season", "-at"], name="season_event_newest")]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.kind}"


class Standings(models.Model):
    """One table: of an open season, or of a group. `race` holds the points after each day of play, `records`
    what the honours tell. Both name players by their row, so that whoever reads asks for names.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="standings")
    group = models.ForeignKey(Group, null=True, on_delete=models.CASCADE, related_name="standings")
    engine = models.CharField(max_length=40)
    engine_version = models.CharField(max_length=20)
    parameters = models.JSONField()
    games = models.PositiveIntegerField(default=0)
    race = models.JSONField(default=dict)
    records = models.JSONField(default=dict)
    computed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("standings")
        verbose_name_plural = _("standings")
        ordering = ["group__division__level", "group__number", "pk"]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.group_id or ''}"


class StandingsRowQuerySet(models.QuerySet["StandingsRow"]):
    def shown_to(self, viewer: Any, *, named: bool) -> Self:
        return self.prefetch_related(
            Prefetch("player", queryset=Player.with_merged.shown_to(viewer, named=named))
        )


class StandingsRow(models.Model):
    """`order` is strict; `place` is empty for who has too few games. `points` is an exact fraction ("10/3").

    `detail`: status, tie-break values, the latest games and why the row stands behind the one before it;
    `results`: every game with its points, which only the player's own page reads.
    """

    standings = models.ForeignKey(Standings, on_delete=models.CASCADE, related_name="rows")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="standings_rows")
    order = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(null=True)
    place_before = models.PositiveSmallIntegerField(null=True)
    points = models.CharField(max_length=40)
    games = models.PositiveSmallIntegerField()
    wins = models.PositiveSmallIntegerField()
    withdrawn = models.BooleanField(default=False)
    detail = models.JSONField(default=dict)
    results = models.JSONField(default=list)

    objects = StandingsRowQuerySet.as_manager()

    class Meta:
        verbose_name = _("row of the standings")
        verbose_name_plural = _("rows of the standings")
        ordering = ["order"]
        constraints = [models.UniqueConstraint(fields=["standings", "order"], name="standings_order_once")]

    def __str__(self) -> str:
        return f"{self.order}"

    @property
    def movement(self) -> int | None:
        """Places gained since a week ago; None where there is nothing to compare."""
        if self.place is None or self.place_before is None:
            return None
        return self.place_before - self.place
