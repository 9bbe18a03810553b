"""Points that an organiser gives or takes away, beside those of the games."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.public_id import new_public_id
from games.players.models import Player
from tournaments.models.season import Season


class PointAdjustment(models.Model):
    """Below 0 a penalty, above it a bonus; the reason stands in the standings for everybody to read.

    Taken back, the row goes; the season's history keeps both.
    """

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="adjustments")
    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="point_adjustments"
    )
    points = models.DecimalField(_("points"), max_digits=8, decimal_places=2)
    reason = models.CharField(_("reason"), max_length=200)
    on = models.DateField(_("day"), default=timezone.localdate)

    class Meta:
        verbose_name = _("bonus or penalty")
        verbose_name_plural = _("bonuses and penalties")
        ordering = ["on", "pk"]
        constraints = [models.CheckConstraint(condition=~Q(points=0), name="adjustment_changes_points")]

    def __str__(self) -> str:
        return f"{self.player}: {self.points}"
