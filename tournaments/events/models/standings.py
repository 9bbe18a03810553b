"""What happened in an event: who did what, old and new.

What organisers and judges of an event lay down: wishes for the draw, points given or taken, notes.

Standings of a stage as last computed: derived data, or what a finished event ended with.
"""

from fractions import Fraction
from typing import Any, Self

from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import Prefetch
from django.utils.translation import gettext_lazy as _

from games.clubs.models import Club
from games.players.models import Player
from games.results.models import Game
from tournaments.events.enums import EventHistoryKind, WishKind
from tournaments.events.models.event import Event, EventEntry, EventStage
from tournaments.events.models.round import EventTable


class EventHistory(models.Model):
    """`account` did it (empty: the site, a guest's own phone, or a deleted account); `entry` and `game` are whom and
    what it concerns. `detail` has codes and figures, and words only where somebody typed them.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="history")
    kind = models.CharField(max_length=14, choices=EventHistoryKind.choices)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    entry = models.ForeignKey(
        EventEntry, null=True, blank=True, on_delete=models.SET_NULL, related_name="history"
    )
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    detail = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("line of a tournament’s history")
        verbose_name_plural = _("history of tournaments")
        ordering = ["-pk"]
        indexes = [models.Index(fields=["event", "-at"], name="event_history_newest")]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.kind}"


class EventWish(models.Model):
    """Two who always, or never, sit at one table: no draw breaks it."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="wishes")
    kind = models.CharField(_("wish"), max_length=8, choices=WishKind.choices)
    one = models.ForeignKey(EventEntry, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(EventEntry, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("wish for the draw")
        verbose_name_plural = _("wishes for the draw")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["event", "one", "other"], name="event_wish_once")]

    def __str__(self) -> str:
        return f"{self.one_id} {self.kind} {self.other_id}"


class EventAdjustment(models.Model):
    """Points added or, as a penalty, taken away in a stage. `points` is an exact fraction ("-5/2"); everybody reads
    the reason."""

    stage = models.ForeignKey(EventStage, on_delete=models.CASCADE, related_name="adjustments")
    entry = models.ForeignKey(EventEntry, on_delete=models.CASCADE, related_name="adjustments")
    points = models.CharField(_("points"), max_length=20)
    reason = models.CharField(_("reason"), max_length=200)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("adjustment of points")
        verbose_name_plural = _("adjustments of points")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.points}"

    @property
    def exact_points(self) -> Fraction:
        return Fraction(self.points)


class JudgeNote(models.Model):
    """For those who run the event; `table` and `entry` are what it is about, if anything."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="notes")
    table = models.ForeignKey(
        EventTable, null=True, blank=True, on_delete=models.SET_NULL, related_name="notes"
    )
    entry = models.ForeignKey(
        EventEntry, null=True, blank=True, on_delete=models.SET_NULL, related_name="notes"
    )
    text = models.TextField(_("note"), max_length=2000, validators=[MaxLengthValidator(2000)])
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("judge’s note")
        verbose_name_plural = _("judges’ notes")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.at:%Y-%m-%d}"

    @property
    def club(self) -> Club:
        return self.event.club


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
