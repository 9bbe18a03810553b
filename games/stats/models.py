"""What is derived from counted games: their columns, how strong their tables were, and what factions are worth."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class StatsSegment(models.Model):
    """Counted games of one system as columns, a few thousand to a row (`manage.py rebuild statistics`).

    Derived from the games whose row numbers fall into the segment. `content` are the compressed bytes of
    `games.stats.index.segment.Segment`, `digest` their name: two segments with the same digest are the same, so that
    whoever has one at hand need not fetch it. `layout` says by which codes it was written; segments of another layout
    are not read.
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
        constraints = [models.UniqueConstraint(fields=["system", "number"], name="stats_segment_once")]

    def __str__(self) -> str:
        return f"{self.system}/{self.number}"


class WorthFit(models.Model):
    """One fit of the model in `games.stats.estimators`, made by a job and never while somebody waits.

    `preset` names the games it was made from (see `games.stats.presets`). `result` holds the figures by faction;
    `source` names the state of the segments it was made from, so that a job sees whether there is anything new.
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


class TableRatingSegment(models.Model):
    """Mean rating of the people at each table before the game, as compressed 16-bit numbers by row number.

    Kept apart from the games' own segment: one corrected game changes the ratings of most later games a little, but
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


__all__ = ["StatsSegment", "TableRatingSegment", "WorthFit"]
