"""A run of a pool's games in playing order, with what each of them changed."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ratings.models.pool import Pool


class Block(models.Model):
    """About a thousand games packed as arrays (`packing.py`): a row per seat and game would be three million rows
    for a million games, and one correction would rewrite half of them.

    `entries` are who played what and came in where, `outcomes` the ratings before and after, at the precision
    people see. `first_key` puts the blocks of a pool in order: it is the order key of the first game, as text.
    """

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="blocks")
    first_key = models.CharField(max_length=50)
    first_on = models.DateField()
    last_on = models.DateField()
    games = models.PositiveIntegerField()
    entries = models.BinaryField()
    outcomes = models.BinaryField()

    class Meta:
        verbose_name = _("block of rated games")
        verbose_name_plural = _("blocks of rated games")
        constraints = [models.UniqueConstraint(fields=["pool", "first_key"], name="rating_block_once")]
        indexes = [models.Index(fields=["pool", "last_on"], name="rating_block_end")]

    def __str__(self) -> str:
        return f"{self.pool_id}: {self.first_on} - {self.last_on}"
