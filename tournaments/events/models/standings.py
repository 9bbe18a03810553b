"""What organisers and judges of an event lay down, its audit, and the standings of its stages."""

from typing import Self

from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import Prefetch
from django.utils.translation import gettext_lazy as _

from games.clubs.models import Club
from games.players.models import Player
from games.players.viewers import Viewer
from tournaments.events.enums import EventAuditKind, SeatingRuleKind
from tournaments.events.models.event import Event, EventStage, Participant
from tournaments.events.models.round import EventTable
from tournaments.shared.models import AdjustmentBase, AuditRecordBase, StandingsBase, StandingsRowBase


class EventAuditRecord(AuditRecordBase):
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="audit")
    kind = models.CharField(max_length=14, choices=EventAuditKind.choices)
    participant = models.ForeignKey(
        Participant, null=True, blank=True, on_delete=models.SET_NULL, related_name="audit"
    )

    class Meta:
        verbose_name = _("line of a tournament’s history")
        verbose_name_plural = _("history of tournaments")
        ordering = ["-pk"]
        indexes = [models.Index(fields=["event", "-at"], name="event_audit_newest")]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.kind}"


class SeatingRule(models.Model):
    """Two who always, or never, sit at one table: no draw breaks it."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="seating_rules")
    kind = models.CharField(_("wish"), max_length=8, choices=SeatingRuleKind.choices)
    first = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("wish for the draw")
        verbose_name_plural = _("wishes for the draw")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["event", "first", "second"], name="seating_rule_once")]

    def __str__(self) -> str:
        return f"{self.first_id} {self.kind} {self.second_id}"


class EventAdjustment(AdjustmentBase):
    """In one stage."""

    stage = models.ForeignKey(EventStage, on_delete=models.CASCADE, related_name="adjustments")
    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="adjustments")

    class Meta(AdjustmentBase.Meta):
        verbose_name = _("adjustment of points")
        verbose_name_plural = _("adjustments of points")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.participant_id}: {self.points}"


class JudgeNote(models.Model):
    """For those who run the event; `table` and `participant` are what it is about, if anything."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="notes")
    table = models.ForeignKey(
        EventTable, null=True, blank=True, on_delete=models.SET_NULL, related_name="notes"
    )
    participant = models.ForeignKey(
        Participant, null=True, blank=True, on_delete=models.SET_NULL, related_name="notes"
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


class StageStandings(StandingsBase):
    """Of a stage, or (`group` counted from 1) of one of its groups."""

    stage = models.ForeignKey(EventStage, on_delete=models.CASCADE, related_name="standings")
    group = models.PositiveSmallIntegerField(null=True)

    class Meta:
        verbose_name = _("standings of a tournament")
        verbose_name_plural = _("standings of tournaments")
        ordering = ["stage__number", "group", "pk"]

    def __str__(self) -> str:
        return f"{self.stage_id}/{self.group or ''}"


class StageStandingsRowQuerySet(models.QuerySet["StageStandingsRow"]):
    def shown_to(self, viewer: Viewer, *, named: bool) -> Self:
        players = Prefetch("participant__player", queryset=Player.with_merged.shown_to(viewer, named=named))
        return self.select_related("participant").prefetch_related(players)


class StageStandingsRow(StandingsRowBase):
    """`advances`: among those who would reach the next stage if this one ended now. `results` name the round."""

    standings = models.ForeignKey(StageStandings, on_delete=models.CASCADE, related_name="rows")
    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="standings_rows")
    advances = models.BooleanField(default=False)

    objects = StageStandingsRowQuerySet.as_manager()

    class Meta(StandingsRowBase.Meta):
        verbose_name = _("row of a tournament’s standings")
        verbose_name_plural = _("rows of tournaments’ standings")
