"""A round of an event (how it was drawn, its clock, its set-up) and its tables: who sits there, and which game is its
result.
"""

from datetime import datetime, timedelta
from typing import Self

from django.db import models
from django.db.models import Prefetch
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.public_id import new_public_id
from games.clubs.models import Club
from games.players.models import Player
from games.players.viewers import Viewer
from games.results.enums import GameState
from games.results.models import Game
from tournaments.events.enums import ByeKind, RoundState, TableDecision
from tournaments.events.models.event import Event, EventStage, Participant
from tournaments.shared.models import OtherResultBase


class EventRound(models.Model):
    """`number` counts through the event. `request` is the whole request of the draw and `drawn` what came of it
    ({"tables": [[public id, ...]], "byes": [public id]}), so that anyone can draw again; both are empty for rounds that
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
    published_at = models.DateTimeField(_("published"), null=True)
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
    def is_published(self) -> bool:
        """Everybody sees it and its tables take results."""
        return self.state in {RoundState.PUBLISHED, RoundState.FINISHED}

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
    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="byes")
    kind = models.CharField(max_length=7, choices=ByeKind.choices, default=ByeKind.BYE)

    class Meta:
        verbose_name = _("round without a table")
        verbose_name_plural = _("rounds without a table")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["round", "participant"], name="event_bye_once")]

    def __str__(self) -> str:
        return f"{self.round}: {self.participant_id}"


class EventTableQuerySet(models.QuerySet["EventTable"]):
    def shown_to(self, viewer: Viewer, *, named: bool) -> Self:
        """With seats, players as the viewer may see them (`named` where the competition names them), and the games."""
        players = Prefetch("participant__player", queryset=Player.with_merged.shown_to(viewer, named=named))
        seats = EventSeat.objects.select_related("participant").order_by("index").prefetch_related(players)
        # What a draw was made from is long, and would be read anew for every table.
        return (
            self.select_related("game", "rival", "round__stage")
            .defer("round__request", "round__drawn")
            .prefetch_related(Prefetch("seats", queryset=seats))
        )


class EventTable(models.Model):
    """`game` is the result. While a different one stands against it, neither counts in the event, and an organiser
    decides: `rival` is the first of the `other_results` that wait for that, here because standings ask every table.
    `decision` is an organiser's word on a table that was not played.
    """

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    round = models.ForeignKey(EventRound, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("table"))
    game = models.OneToOneField(
        Game,
        verbose_name=_("game"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="event_table",
    )
    rival = models.OneToOneField(
        Game,
        verbose_name=_("another result"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="rival_of",
    )
    decision = models.CharField(_("decision"), max_length=9, choices=TableDecision.choices, blank=True)

    objects = EventTableQuerySet.as_manager()

    class Meta:
        verbose_name = _("table of a tournament")
        verbose_name_plural = _("tables of tournaments")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="event_table_once")]

    def __str__(self) -> str:
        return f"{self.round} T{self.number}"

    @property
    def event(self) -> Event:
        return self.round.event

    @property
    def club(self) -> Club:
        return self.round.event.club

    @property
    def is_in_conflict(self) -> bool:
        return self.rival_id is not None

    @property
    def has_result(self) -> bool:
        """A sheet came in and was not taken out since; it need not count yet."""
        return self.game is not None and self.game.state != GameState.VOID


class EventSeat(models.Model):
    """`forfeits`: this seat lost without playing."""

    table = models.ForeignKey(EventTable, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="seats")
    forfeits = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("seat of a tournament")
        verbose_name_plural = _("seats of tournaments")
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="event_seat_once"),
            models.UniqueConstraint(fields=["table", "participant"], name="event_seat_entry_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table} #{self.index + 1}"


class OtherResult(OtherResultBase):
    """Another result of a table; while it waits for an organiser, none counts in the event."""

    slot = models.ForeignKey(
        EventTable, verbose_name=_("table"), on_delete=models.CASCADE, related_name="other_results"
    )
