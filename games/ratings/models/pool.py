"""Games that are rated together (one game system in one scope), and how strong each player is among them."""

from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.players.models import Player
from games.ratings.engine.reference import Belief, Parameters, clan_prior, position_prior


class Pool(models.Model):
    """`key` is "<system>/<scope>", the scope "everyone", "club:<public id>" or what another app registered.

    A row is the outcome of the last replay: by which engine with which parameters, over how many games, and what
    it believes of clans and positions (players are in the ratings). `token` counts the publications: a result
    that was computed from an older one is never written.
    """

    key = models.CharField(max_length=100, unique=True)
    system = models.CharField(_("game"), max_length=40)
    scope = models.CharField(_("scope"), max_length=60)
    engine = models.CharField(_("engine"), max_length=40)
    engine_version = models.CharField(_("version"), max_length=20)
    parameters = models.JSONField(_("parameters"), default=dict)
    games = models.PositiveIntegerField(_("games"), default=0)
    players = models.PositiveIntegerField(_("players"), default=0)
    clans = models.JSONField(default=dict)
    positions = models.JSONField(default=dict)
    token = models.PositiveBigIntegerField(default=0)
    computed_at = models.DateTimeField(_("computed"), auto_now=True)

    class Meta:
        verbose_name = _("rating pool")
        verbose_name_plural = _("rating pools")
        indexes = [models.Index(fields=["scope"], name="rating_pool_scope")]

    def __str__(self) -> str:
        return self.key

    @property
    def used_parameters(self) -> Parameters:
        return Parameters(**self.parameters)

    def clan_belief(self, clan: str) -> Belief:
        """What is believed of a clan now; the prior for one nobody has played yet."""
        known = self.clans.get(clan)
        return Belief(*known) if known else clan_prior(self.used_parameters)

    def position_belief(self, *, seats: int, position: int) -> Belief:
        """What sitting in this position (1 is the first) of so many is worth."""
        known = self.positions.get(f"{seats}:{position}")
        return Belief(*known) if known else position_prior(self.used_parameters)


# Fewer games say too little to be compared with others.
FEWEST_GAMES = 5


class PlayerRatingQuerySet(models.QuerySet["PlayerRating"]):
    def best_first(self) -> Self:
        """The order of leaderboards; the index of the same columns makes a page of it one short walk."""
        return self.order_by("-floor", "player_id")


class PlayerRating(models.Model):
    """What people see, in tenths of a point: `rating`, `deviation` and `floor` (rating - 2 x deviation, what
    leaderboards go by). The exact beliefs are in the snapshots: a change of the past moves every one of them a
    little, but few so far that a row here must be written.

    `recent` are the ratings after the latest games, the newest last.
    """

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="player_ratings")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    rating = models.FloatField(_("rating"))
    deviation = models.FloatField(_("deviation"))
    floor = models.FloatField(_("at least"))
    games = models.PositiveIntegerField(_("games"))
    last_played_on = models.DateField(_("last played"))
    recent = models.JSONField(default=list)

    objects = PlayerRatingQuerySet.as_manager()

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        constraints = [models.UniqueConstraint(fields=["pool", "player"], name="player_rating_once")]
        # What leaderboards filter by stands in the index too: how many are ahead is counted without a look at the rows.
        indexes = [
            models.Index(
                fields=["pool", "-floor", "player", "games", "last_played_on"],
                name="player_rating_best_first",
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
