"""Games that are rated together: one game system in one scope."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ratings.engine import Belief, Parameters, clan_prior, position_prior


class Pool(models.Model):
    """`key` is "<system>/<scope>", the scope "everyone", "club:<public id>" or what another app registered.

    A row is the outcome of the last replay: by which engine with which parameters, over how many games, and what
    it believes of clans and positions (players are in the standings). `token` counts the publications: a result
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
