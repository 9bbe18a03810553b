"""How strong the tables were, beside the blocks of their games."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class TableRatingBlock(models.Model):
    """Mean rating of the people at each table before the game, as compressed 16-bit numbers by row number.

    Kept apart from the games' own block: one corrected game changes the ratings of most later games a little, but
    nothing else about them.
    """

    system = models.CharField(_("game"), max_length=40)
    number = models.PositiveIntegerField(_("number"))
    digest = models.CharField(_("digest"), max_length=64)
    content = models.BinaryField(_("content"))

    class Meta:
        verbose_name = _("ratings of tables")
        verbose_name_plural = _("ratings of tables")
        constraints = [models.UniqueConstraint(fields=["system", "number"], name="table_ratings_once")]

    def __str__(self) -> str:
        return f"{self.system}/{self.number}"
