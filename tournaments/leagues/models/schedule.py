"""Who takes part in a season, the pyramid of one with groups (divisions from the top down, each of one or more groups),
and its schedule: who plays whom, in which seats, by when, and who wants no e-mails about that.
"""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Prefetch, Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.public_id import new_public_id
from games.clubs.models import Club
from games.players.models import Player
from games.players.viewers import Viewer
from games.results.enums import GameState
from games.results.models import Game
from tournaments.leagues.enums import Decision
from tournaments.leagues.models.league import Season
from tournaments.shared.models import OtherResultBase


class Division(models.Model):
    """`level` 1 is the top."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    level = models.PositiveSmallIntegerField(_("level"))
    name = models.CharField(_("name"), max_length=40, blank=True)

    class Meta:
        verbose_name = _("division")
        verbose_name_plural = _("divisions")
        ordering = ["level"]
        constraints = [models.UniqueConstraint(fields=["season", "level"], name="division_once")]

    def __str__(self) -> str:
        return self.name or gettext("Division %(number)s") % {"number": self.level}


class Group(models.Model):
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="groups")
    number = models.PositiveSmallIntegerField(_("number"))

    class Meta:
        verbose_name = _("group")
        verbose_name_plural = _("groups")
        ordering = ["division__level", "number"]
        constraints = [models.UniqueConstraint(fields=["division", "number"], name="group_once")]

    def __str__(self) -> str:
        return gettext("Group %(letter)s") % {"letter": self.letter}

    @property
    def letter(self) -> str:
        """A, B, C ...; after Z a number, which no club will see."""
        return chr(64 + self.number) if self.number <= 26 else str(self.number)


class ParticipantQuerySet(models.QuerySet["Participant"]):
    def shown_to(self, viewer: Viewer, *, named: bool) -> Self:
        """With the players as the viewer may see them; `named` where the competition names them."""
        return self.prefetch_related(
            Prefetch(
                "player", queryset=Player.with_merged.shown_to(viewer, named=named).select_related("account")
            )
        )

    def active(self) -> Self:
        return self.filter(withdrawn_on=None)


class Participant(models.Model):
    """A league member of this season; stays when they leave the club. `number` is the place in the group's
    schedule, counted from 0.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="participants")
    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="season_participations"
    )
    group = models.ForeignKey(
        Group,
        verbose_name=_("group"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="participants",
    )
    number = models.PositiveSmallIntegerField(default=0)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now, editable=False)
    withdrawn_on = models.DateField(_("withdrawn"), null=True, blank=True)

    objects = ParticipantQuerySet.as_manager()

    class Meta:
        verbose_name = _("participant")
        verbose_name_plural = _("participants")
        ordering = ["group", "number", "pk"]
        constraints = [models.UniqueConstraint(fields=["season", "player"], name="entry_once")]

    def __str__(self) -> str:
        return f"{self.player} · {self.season}"

    @property
    def is_withdrawn(self) -> bool:
        return self.withdrawn_on is not None


HAS_COUNTED_GAME = Q(game__state=GameState.CONFIRMED)
# A void game leaves its place in the schedule to another one.
HAS_LIVING_GAME = Q(game__isnull=False) & ~Q(game__state=GameState.VOID)


class FixtureQuerySet(models.QuerySet["Fixture"]):
    def open(self) -> Self:
        """Neither played nor decided; a result that waits for confirmation is played."""
        return self.filter(decision="").exclude(HAS_LIVING_GAME)

    def settled(self) -> Self:
        return self.filter(~Q(decision="") | HAS_COUNTED_GAME)

    def shown_to(self, viewer: Viewer, *, named: bool) -> Self:
        """With seats, players as the viewer may see them (`named` where the competition names them), and the game."""
        players = Prefetch("participant__player", queryset=Player.with_merged.shown_to(viewer, named=named))
        seats = FixtureSeat.objects.select_related("participant").order_by("index").prefetch_related(players)
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
    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="fixture_seats")
    forfeits = models.BooleanField(default=False)
    reminded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("seat of the schedule")
        verbose_name_plural = _("seats of the schedule")
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["fixture", "index"], name="fixture_seat_once"),
            models.UniqueConstraint(fields=["fixture", "participant"], name="fixture_entry_once"),
        ]

    def __str__(self) -> str:
        return f"{self.fixture} #{self.index + 1}"


class OtherResult(OtherResultBase):
    """Another result of a game of the schedule; the first goes on counting until an organiser chooses this one."""

    slot = models.ForeignKey(
        Fixture,
        verbose_name=_("game of the schedule"),
        on_delete=models.CASCADE,
        related_name="other_results",
    )


class ReminderOptOut(models.Model):
    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reminder_opt_out"
    )
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("refusal of reminders")
        verbose_name_plural = _("refusals of reminders")

    def __str__(self) -> str:
        return str(self.account_id)
