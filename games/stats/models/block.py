"""Counted games of one system as columns, a few thousand to a row."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class StatsBlock(models.Model):
    """Derived from the games whose row numbers fall into the block (`manage.py rebuild statistics`).

    `content` are the compressed bytes of `games.stats.columns.block.Block`, `digest` their name: two blocks with
    the same digest are the same, so that whoever has one at hand need not fetch it. `layout` says by which codes
    it was written; blocks of another layout are not read.
    """

    system = models.CharField(_("game"), max_length=40)
    number = models.PositiveIntegerField(_("number"))
    layout = models.CharField(_("layout"), max_length=16)
    digest = models.CharField(_("digest"), max_length=64)
    games = models.PositiveIntegerField(_("games"))
    content = models.BinaryField(_("content"))
    refreshed_at = models.DateTimeField(_("refreshed"))

    class Meta:
        verbose_name = _("block of statistics")
        verbose_name_plural = _("blocks of statistics")
        constraints = [models.UniqueConstraint(fields=["system", "number"], name="stats_block_once")]

    def __str__(self) -> str:
        return f"{self.system}/{self.number}"
