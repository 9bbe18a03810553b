"""A game of the schedule: who plays whom, in which seats, by when."""

from typing import Any, Self

from django.db import models
from django.db.models import Prefetch, Q
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.public_id import new_public_id
from games.clubs.models import Club
from games.enums import GameState
from games.models import Game
from games.players.models import Player
from tournaments.enums import Decision
from tournaments.models.entry import Entry
from tournaments.models.group import Group
from tournaments.models.season import Season

HAS_COUNTED_GAME = Q(game__state=GameState.CONFIRMED)
# A void game leaves its place in the schedule to another one.
HAS_LIVING_GAME = Q(game__isnull=False) & ~Q(game__state=GameState.VOID)


class FixtureQuerySet(models.QuerySet["Fixture"]):
    def open(self) -> Self:
        """Neither played nor decided; a result that waits for confirmation is played."""
        return self.filter(decision="").exclude(HAS_LIVING_GAME)

    def settled(self) -> Self:
        return self.filter(~Q(decision="") | HAS_COUNTED_GAME)

    def shown_to(self, viewer: Any, *, named: bool) -> Self:
        """With seats, players as the viewer may see them (`named` where the competition names them), and the game."""
        players = Prefetch("entry__player", queryset=Player.with_merged.shown_to(viewer, named=named))
        seats = FixtureSeat.objects.select_related("entry").order_by("index").prefetch_related(players)
        return self.select_related("game", "group__division").prefetch_related(
            Prefetch("seats", queryset=seats)
        )


class Fixture(models.Model):
    """`decision` is an organiser's word on a game that was not played."""

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="fixtures")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="fixtures")
    round = models.PositiveSmallIntegerField(_("round"))
    table = models.PositiveSmallIntegerField(_("table"))
    deadline = models.DateField(_("to be played by"))
    game = models.OneToOneField(
        Game,
        verbose_name=_("game"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="fixture",
    )
    decision = models.CharField(_("decision"), max_length=9, choices=Decision.choices, blank=True)
    decided_on = models.DateField(_("decided on"), null=True, blank=True)

    objects = FixtureQuerySet.as_manager()

    class Meta:
        verbose_name = _("game of the schedule")
        verbose_name_plural = _("games of the schedule")
        ordering = ["round", "group", "table"]
        constraints = [
            models.UniqueConstraint(fields=["group", "round", "table"], name="fixture_once"),
        ]
        indexes = [
            models.Index(fields=["season", "deadline"], name="fixture_by_deadline"),
        ]

    def __str__(self) -> str:
        return f"{self.group} {self.round}/{self.table}"

    @property
    def club(self) -> Club:
        return self.season.club

    @property
    def is_open(self) -> bool:
        return not self.decision and (self.game is None or self.game.state == GameState.VOID)

    @property
    def is_late(self) -> bool:
        """Played, but after the deadline."""
        return self.game is not None and self.game.played_on > self.deadline


class FixtureSeat(models.Model):
    """`forfeits`: this seat lost the game without playing. `reminded_at`: when the e-mail went out."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="fixture_seats")
    forfeits = models.BooleanField(default=False)
    reminded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("seat of the schedule")
        verbose_name_plural = _("seats of the schedule")
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["fixture", "index"], name="fixture_seat_once"),
            models.UniqueConstraint(fields=["fixture", "entry"], name="fixture_entry_once"),
        ]

    def __str__(self) -> str:
        return f"{self.fixture} #{self.index + 1}"
