"""A game that a pool must look at again."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ChangedGame(models.Model):
    """Written together with the dirty mark, in the transaction of the change: the mark says that and since when,
    this says what, so that one correction among a million games reads one game.

    Like marks, these are inserted and deleted, never updated. The numbers are kept without foreign keys: the game
    may be gone by the time the job looks, and the pool need not exist yet.
    """

    pool_key = models.CharField(max_length=100)
    game_number = models.PositiveBigIntegerField()

    class Meta:
        verbose_name = _("changed game")
        verbose_name_plural = _("changed games")
        indexes = [models.Index(fields=["pool_key"], name="changed_game_of_pool")]

    def __str__(self) -> str:
        return f"{self.pool_key}: {self.game_number}"
