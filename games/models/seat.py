"""One seat at a table, with its result."""

from typing import Any, Protocol, Self

from django.db import models
from django.db.models import Case, Exists, OuterRef, Prefetch, Q, When
from django.utils.translation import gettext_lazy as _

from games.clubs.circle import clubs_of
from games.clubs.enums import Role
from games.models.game import Game
from games.players.models import Player
from games.players.models.player import NO, YES, ShownPlayer
from games.players.viewers import is_stranger


class SeatQuerySet(models.QuerySet["Seat"]):
    def shown_to(self, viewer: Any) -> Self:
        """With their players, each seat knowing who sits there for the viewer (`seat.shown`)."""
        players = Prefetch("player", queryset=Player.with_merged.shown_to(viewer))
        return self.marking_tables_of(viewer).prefetch_related(players)

    def marking_tables_of(self, viewer: Any) -> Self:
        """Each seat knowing whether the viewer sat at its table, or keeps the scores of its club and so of those who
        have left since; without a query for each.
        """
        # Whoever reads every name anyway may be nobody in the database.
        if is_stranger(viewer) or viewer.is_staff:
            return self.annotate(is_named_at_table=NO)
        reads = Q(game__club__in=clubs_of(viewer, least=Role.SCOREKEEPER))
        if viewer.is_authenticated:
            reads |= Q(Exists(Seat.objects.filter(game=OuterRef("game"), player__account=viewer)))
        return self.annotate(
            is_named_at_table=Case(When(reads, then=YES), default=NO, output_field=models.BooleanField())
        )


class Seat(models.Model):
    """`index` is the seat's place on the sheet. `dimension` is what statistics are kept by (the clan).

    `lines` holds quantity and VP by line key, added up over the rounds; explanations are computed when somebody
    looks, because they follow from the sheet.

    `is_named_at_table`: the reader may read who sits here whatever that person shows to others, because they sat at
    the same table, keep the club's scores or were handed the names. Asked for by `shown_to`; nobody has sat there
    unless it was asked.
    """

    is_named_at_table = False

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    is_bot = models.BooleanField(default=False)
    player = models.ForeignKey(
        Player,
        verbose_name=_("player"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="seats",
    )
    name = models.CharField(_("name"), max_length=80, blank=True)
    dimension = models.CharField(max_length=40, blank=True)
    total = models.IntegerField()
    rank = models.PositiveSmallIntegerField()
    lines = models.JSONField(default=dict)

    objects = SeatQuerySet.as_manager()

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["game", "index"], name="seat_once_in_game"),
            models.UniqueConstraint(
                fields=["game", "player"],
                condition=models.Q(player__isnull=False),
                name="player_once_in_game",
            ),
        ]
        indexes = [models.Index(fields=["dimension", "game"], name="seat_by_dimension")]

    def __str__(self) -> str:
        return self.name or f"#{self.index + 1}"

    @property
    def is_named(self) -> bool:
        """Whether the reader of `shown_to` reads who sits here; what was typed without a player everyone reads."""
        return self.player is None or self.player.shown_to_viewer or self.is_named_at_table

    @property
    def shown(self) -> ShownPlayer | None:
        """Who sits here, as the reader of `shown_to` may see them; None for a bot and for a name without a player."""
        return shown_at_table(self.player, is_named_at_table=self.is_named_at_table) if self.player else None


class Sitter(Protocol):
    """A player of the database, or what a list read of one."""

    @property
    def name(self) -> str: ...
    @property
    def shown(self) -> ShownPlayer: ...


def shown_at_table(sitter: Sitter, *, is_named_at_table: bool) -> ShownPlayer:
    """The one place that says who sits in a seat: as the reader may see them anywhere, otherwise by the name alone
    if they sat there together or the reader keeps the record of that table.
    """
    shown = sitter.shown
    if shown.public_id is None and is_named_at_table:
        return ShownPlayer.name_alone(sitter.name)
    return shown
