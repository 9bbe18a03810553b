"""What each faction is worth once the strength of its players is taken out."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class WorthFit(models.Model):
    """One fit of the model in `games.stats.estimators`, made by a job and never while somebody waits.

    `preset` names the games it was made from (see `games.stats.presets`). `result` holds the figures by faction;
    `source` names the state of the blocks it was made from, so that a job sees whether there is anything new.
    """

    system = models.CharField(_("game"), max_length=40)
    preset = models.CharField(_("selection of games"), max_length=40)
    engine = models.CharField(_("engine"), max_length=40)
    version = models.CharField(_("version"), max_length=20)
    parameters = models.JSONField(_("parameters"))
    games = models.PositiveIntegerField(_("games"))
    players = models.PositiveIntegerField(_("players"))
    noise_sd = models.FloatField(_("standard deviation of the noise"), null=True)
    mastery_sd = models.FloatField(_("standard deviation of mastery"))
    first_day = models.DateField(_("first day"), null=True)
    last_day = models.DateField(_("last day"), null=True)
    result = models.JSONField(_("result"))
    source = models.CharField(max_length=64)
    seconds = models.FloatField(_("seconds it took"))
    computed_at = models.DateTimeField(_("computed"))

    class Meta:
        verbose_name = _("fit of worths")
        verbose_name_plural = _("fits of worths")
        constraints = [models.UniqueConstraint(fields=["system", "preset"], name="worth_fit_once")]

    def __str__(self) -> str:
        return f"{self.system} {self.preset}"
