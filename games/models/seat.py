"""One seat at a table, with its result."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.players.models import Player


class Seat(models.Model):
    """`index` is the seat's place on the sheet. `dimension` is what statistics are kept by (the clan).

    `lines` holds quantity and VP by line key, added up over the rounds; explanations are computed when somebody
    looks, because they follow from the sheet.
    """

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
