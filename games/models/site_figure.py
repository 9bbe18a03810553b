"""How much the site holds for everyone, counted by a job so that the home page never counts rows."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class SiteFigure(models.Model):
    """One counted figure; derived data, rebuilt by `manage.py rebuild site_figures`."""

    class Key(models.TextChoices):
        PLAYERS = "players", _("Players")
        CLUBS = "clubs", _("Clubs")
        GAMES = "games", _("Counted games")

    key = models.CharField(max_length=20, choices=Key.choices, primary_key=True)
    value = models.PositiveIntegerField()
    counted_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("site figure")
        verbose_name_plural = _("site figures")

    def __str__(self) -> str:
        return f"{self.key}: {self.value}"
