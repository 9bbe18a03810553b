"""What happened to a game besides its sheet: settled, taken out, restored."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.enums import GameEventKind
from games.models.game import Game


class GameEvent(models.Model):
    """One line of a game's history, beside the versions of its sheet. `account` is empty once it is deleted."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events")
    kind = models.CharField(max_length=10, choices=GameEventKind.choices)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("event of a game")
        verbose_name_plural = _("events of games")

    def __str__(self) -> str:
        return f"{self.game_id}: {self.kind}"
