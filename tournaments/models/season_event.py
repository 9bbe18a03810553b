"""What happened in a season: its audit."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.players.models import Player
from tournaments.enums import SeasonEventKind
from tournaments.models.season import Season


class SeasonEvent(models.Model):
    """`account` did it (empty: the site, or a deleted account); `player` and `game` are whom and what it concerns.

    `detail` has codes and figures, and words only where somebody typed them.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="events")
    kind = models.CharField(max_length=14, choices=SeasonEventKind.choices)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="season_events"
    )
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    detail = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("event of a season")
        verbose_name_plural = _("events of seasons")
        indexes = [models.Index(fields=["season", "-at"], name="season_event_newest")]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.kind}"
