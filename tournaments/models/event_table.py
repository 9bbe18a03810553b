"""A table of a round: who sits there, and which game is its result."""

from typing import Any, Self

from django.db import models
from django.db.models import Prefetch
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.public_id import new_public_id
from games.clubs.models import Club
from games.enums import GameState
from games.models import Game
from games.players.models import Player
from tournaments.event_enums import TableDecision
from tournaments.models.event import Event
from tournaments.models.event_entry import EventEntry
from tournaments.models.event_round import EventRound


class EventTableQuerySet(models.QuerySet["EventTable"]):
    def shown_to(self, viewer: Any, *, named: bool) -> Self:
        """With seats, players as the viewer may see them (`named` where the competition names them), and the games."""
        players = Prefetch("entry__player", queryset=Player.with_merged.shown_to(viewer, named=named))
        seats = EventSeat.objects.select_related("entry").order_by("index").prefetch_related(players)
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
    entry = models.ForeignKey(EventEntry, on_delete=models.CASCADE, related_name="seats")
    forfeits = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("seat of a tournament")
        verbose_name_plural = _("seats of tournaments")
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="event_seat_once"),
            models.UniqueConstraint(fields=["table", "entry"], name="event_seat_entry_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table} #{self.index + 1}"
