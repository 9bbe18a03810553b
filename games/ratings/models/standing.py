"""How strong one player is in one pool."""

from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.players.models import Player
from games.ratings.engine import Belief
from games.ratings.models.pool import Pool

# Fewer games say too little to be compared with others.
FEWEST_GAMES = 5


class StandingQuerySet(models.QuerySet["Standing"]):
    def best_first(self) -> Self:
        """The order of leaderboards; the index of the same columns makes a page of it one short walk."""
        return self.order_by("-floor", "player_id")


class Standing(models.Model):
    """What people see, in tenths of a point: `rating`, `deviation` and `floor` (rating - 2 x deviation, what
    leaderboards go by). The exact beliefs are in the snapshots: a change of the past moves every one of them a
    little, but few so far that a row here must be written.

    `recent` are the ratings after the latest games, the newest last.
    """

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="standings")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="rating_standings")
    rating = models.FloatField(_("rating"))
    deviation = models.FloatField(_("deviation"))
    floor = models.FloatField(_("at least"))
    games = models.PositiveIntegerField(_("games"))
    last_played_on = models.DateField(_("last played"))
    recent = models.JSONField(default=list)

    objects = StandingQuerySet.as_manager()

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        constraints = [models.UniqueConstraint(fields=["pool", "player"], name="standing_once")]
        # What leaderboards filter by stands in the index too: how many are ahead is counted without a look at the rows.
        indexes = [
            models.Index(
                fields=["pool", "-floor", "player", "games", "last_played_on"], name="standing_best_first"
            )
        ]

    def __str__(self) -> str:
        return f"{self.rating:.0f} ± {self.deviation:.0f}"

    @property
    def belief(self) -> Belief:
        """On the engine's scale, for forecasts."""
        return Belief.shown(self.rating, self.deviation)

    @property
    def is_provisional(self) -> bool:
        return self.games < FEWEST_GAMES
