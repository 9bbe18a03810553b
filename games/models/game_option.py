"""Which options a game was played with, as rows that lists can be filtered by."""

from django.db import models

from games.models.game import Game


class GameOption(models.Model):
    """One option that differs from its default, such as train = full; derived from the sheet."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="options")
    key = models.CharField(max_length=40)
    value = models.CharField(max_length=40)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "key"], name="option_once_in_game")]
        indexes = [models.Index(fields=["key", "value", "game"], name="game_option_lookup")]

    def __str__(self) -> str:
        return f"{self.key}={self.value}"
