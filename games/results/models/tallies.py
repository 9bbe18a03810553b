"""Counted by jobs, so that no page counts rows: who won how often in a club, and how much the site holds for all."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.clubs.models import Club
from games.players.models import Player


class ClubTally(models.Model):
    """Derived from the counted games of a club by a job, for the last twelve months only.

    By month, so that the year moves on by itself, and a new game makes the job read one month again.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tallies")
    month = models.DateField(_("month"), help_text=_("Its first day."))
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="club_tallies")
    games = models.PositiveIntegerField(_("games"))
    wins = models.PositiveIntegerField(_("wins"))

    class Meta:
        verbose_name = _("tally of a club")
        verbose_name_plural = _("tallies of clubs")
        constraints = [models.UniqueConstraint(fields=["club", "month", "player"], name="club_tally_once")]

    def __str__(self) -> str:
        return f"{self.club} {self.month:%Y-%m}"


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
