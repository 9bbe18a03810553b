"""Everything a pool's replay believed at one moment."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ratings.models.block import Block
from games.ratings.models.pool import Pool


class Snapshot(models.Model):
    """The state right before a block's first game, to the last bit: a replay goes on from the nearest one. There is
    one before the last block, so that a new game is cheap, and one every so many games before.
    """

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="snapshots")
    block = models.OneToOneField(Block, on_delete=models.CASCADE, related_name="snapshot")
    state = models.BinaryField()

    class Meta:
        verbose_name = _("snapshot of a rating pool")
        verbose_name_plural = _("snapshots of rating pools")

    def __str__(self) -> str:
        return f"{self.pool_id} before {self.block_id}"
