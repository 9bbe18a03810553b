"""Standings of a stage as last computed: derived data, or what a finished event ended with."""

from typing import Any, Self

from django.db import models
from django.db.models import Prefetch
from django.utils.translation import gettext_lazy as _

from games.players.models import Player
from tournaments.models.event_entry import EventEntry
from tournaments.models.event_stage import EventStage


class EventStandings(models.Model):
    """One table: of a stage, or (`group` counted from 1) of one of its groups. `records` is what the honours tell,
    with players by their entry's row.
    """

    stage = models.ForeignKey(EventStage, on_delete=models.CASCADE, related_name="standings")
    group = models.PositiveSmallIntegerField(null=True)
    engine = models.CharField(max_length=40)
    engine_version = models.CharField(max_length=20)
    parameters = models.JSONField()
    games = models.PositiveIntegerField(default=0)
    records = models.JSONField(default=dict)
    computed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("standings of a tournament")
        verbose_name_plural = _("standings of tournaments")
        ordering = ["stage__number", "group", "pk"]

    def __str__(self) -> str:
        return f"{self.stage_id}/{self.group or ''}"


class EventStandingsRowQuerySet(models.QuerySet["EventStandingsRow"]):
    def shown_to(self, viewer: Any, *, named: bool) -> Self:
        players = Prefetch("entry__player", queryset=Player.with_merged.shown_to(viewer, named=named))
        return self.select_related("entry").prefetch_related(players)


class EventStandingsRow(models.Model):
    """As the rows of a season: `order` is strict, `place` is empty for who has none, `points` is an exact fraction.

    `goes_on`: among those who would reach the next stage if this one ended now. `detail`: status, tie-break values, why
    the row stands behind the one before it, adjustment; `results`: every game with its round, place and points.
    """

    standings = models.ForeignKey(EventStandings, on_delete=models.CASCADE, related_name="rows")
    entry = models.ForeignKey(EventEntry, on_delete=models.CASCADE, related_name="standings_rows")
    order = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(null=True)
    points = models.CharField(max_length=40)
    games = models.PositiveSmallIntegerField()
    wins = models.PositiveSmallIntegerField()
    goes_on = models.BooleanField(default=False)
    detail = models.JSONField(default=dict)
    results = models.JSONField(default=list)

    objects = EventStandingsRowQuerySet.as_manager()

    class Meta:
        verbose_name = _("row of a tournament’s standings")
        verbose_name_plural = _("rows of tournaments’ standings")
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(fields=["standings", "order"], name="event_standings_order_once")
        ]

    def __str__(self) -> str:
        return f"{self.order}"
