"""A round of an event: how it was drawn, its clock, its set-up."""

from datetime import datetime, timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.clubs.models import Club
from tournaments.event_enums import ByeKind, RoundState
from tournaments.models.event import Event
from tournaments.models.event_entry import EventEntry
from tournaments.models.event_stage import EventStage


class EventRound(models.Model):
    """`number` counts through the event. `request` is the whole request of the draw and `drawn` what came of it
    ({"tables": [[entry, ...]], "byes": [entry]}), so that anyone can draw again; both are empty for rounds that
    follow from a schedule or a bracket. `failure` holds violations. `version` grows with every change of tables.

    The clock runs since `clock_started_at` (empty: it stands) and had run `clock_seconds` before.
    `setup`: {"values": {key: value or list}, "offer": [clan], "seed": text}.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rounds")
    stage = models.ForeignKey(EventStage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("round"))
    number_in_stage = models.PositiveSmallIntegerField()
    state = models.CharField(_("state"), max_length=8, choices=RoundState.choices, default=RoundState.DRAWN)
    request = models.JSONField(null=True)
    drawn = models.JSONField(null=True)
    engine = models.CharField(max_length=40, blank=True)
    engine_version = models.CharField(max_length=20, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    failure = models.JSONField(default=list)
    changed_by_hand = models.BooleanField(_("changed by hand"), default=False)
    version = models.PositiveIntegerField(default=1)
    setup = models.JSONField(default=dict)
    clock_started_at = models.DateTimeField(null=True)
    clock_seconds = models.PositiveIntegerField(default=0)
    posted_at = models.DateTimeField(_("published"), null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("round of a tournament")
        verbose_name_plural = _("rounds of tournaments")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="event_round_once")]

    def __str__(self) -> str:
        return f"{self.event_id} R{self.number}"

    @property
    def club(self) -> Club:
        return self.event.club

    @property
    def is_posted(self) -> bool:
        """Everybody sees it and its tables take results."""
        return self.state in {RoundState.POSTED, RoundState.FINISHED}

    @property
    def has_tables(self) -> bool:
        return self.state not in {RoundState.DRAWING, RoundState.FAILED}

    def time_left(self, now: datetime) -> timedelta | None:
        """Below zero when the time is over; None without a clock."""
        if not self.event.round_minutes:
            return None
        ran = timedelta(seconds=self.clock_seconds)
        if self.clock_started_at:
            ran += now - self.clock_started_at
        return timedelta(minutes=self.event.round_minutes) - ran


class EventBye(models.Model):
    """Somebody without a table in a round."""

    round = models.ForeignKey(EventRound, on_delete=models.CASCADE, related_name="byes")
    entry = models.ForeignKey(EventEntry, on_delete=models.CASCADE, related_name="byes")
    kind = models.CharField(max_length=7, choices=ByeKind.choices, default=ByeKind.BYE)

    class Meta:
        verbose_name = _("round without a table")
        verbose_name_plural = _("rounds without a table")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="event_bye_once")]

    def __str__(self) -> str:
        return f"{self.round}: {self.entry_id}"
