"""Results that came in where a table, or a game of the schedule, had one already."""

from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.results.models import Game
from tournaments.events.models.round import EventTable
from tournaments.leagues.enums import ResultStanding
from tournaments.leagues.models.schedule import Fixture


class OtherResultQuerySet(models.QuerySet["OtherResult"]):
    def waiting(self) -> Self:
        """For an organiser's decision."""
        return self.filter(standing=ResultStanding.WAITS)

    def in_order(self) -> Self:
        """As they came in."""
        return self.order_by("pk")


class OtherResult(models.Model):
    """A sheet from a second phone, and from a third. The game is void, and its page says why; only one that was the
    result until an organiser took it off is still a game of the club.

    Of exactly one table or game of the schedule; which result counts there stands with the table.
    """

    game = models.OneToOneField(
        Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="other_result"
    )
    table = models.ForeignKey(
        EventTable, null=True, blank=True, on_delete=models.CASCADE, related_name="other_results"
    )
    fixture = models.ForeignKey(
        Fixture, null=True, blank=True, on_delete=models.CASCADE, related_name="other_results"
    )
    standing = models.CharField(_("what became of it"), max_length=7, choices=ResultStanding.choices)
    at = models.DateTimeField(auto_now_add=True)

    objects = OtherResultQuerySet.as_manager()

    class Meta:
        verbose_name = _("another result")
        verbose_name_plural = _("other results")
        constraints = [
            models.CheckConstraint(
                condition=Q(table__isnull=False, fixture__isnull=True)
                | Q(table__isnull=True, fixture__isnull=False),
                name="other_result_of_one_place",
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.standing}"

    @property
    def place(self) -> EventTable | Fixture:
        """Of which it is a result."""
        if self.fixture is not None:
            return self.fixture
        if self.table is None:
            raise AssertionError("a result of nothing")
        return self.table
