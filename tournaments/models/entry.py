"""Who takes part in a season."""

from typing import Any, Self

from django.db import models
from django.db.models import Prefetch
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.players.models import Player
from tournaments.models.group import Group
from tournaments.models.season import Season


class EntryQuerySet(models.QuerySet["Entry"]):
    def shown_to(self, viewer: Any, *, named: bool) -> Self:
        """With the players as the viewer may see them; `named` where the competition names them."""
        return self.prefetch_related(
            Prefetch(
                "player", queryset=Player.with_merged.shown_to(viewer, named=named).select_related("account")
            )
        )

    def active(self) -> Self:
        return self.filter(withdrawn_on=None)


class Entry(models.Model):
    """A league member of this season; stays when they leave the club. `number` is the place in the group's
    schedule, counted from 0.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="season_entries"
    )
    group = models.ForeignKey(
        Group,
        verbose_name=_("group"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="entries",
    )
    number = models.PositiveSmallIntegerField(default=0)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now, editable=False)
    withdrawn_on = models.DateField(_("withdrawn"), null=True, blank=True)

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("participant")
        verbose_name_plural = _("participants")
        ordering = ["group", "number", "pk"]
        constraints = [models.UniqueConstraint(fields=["season", "player"], name="entry_once")]

    def __str__(self) -> str:
        return f"{self.player} · {self.season}"

    @property
    def is_withdrawn(self) -> bool:
        return self.withdrawn_on is not None
