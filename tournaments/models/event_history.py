"""What happened in an event: who did what, old and new."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game
from tournaments.event_enums import EventHistoryKind
from tournaments.models.event import Event
from tournaments.models.event_entry import EventEntry


class EventHistory(models.Model):
    """`account` did it (empty: the site, a guest's own phone, or a deleted account); `entry` and `game` are whom and
    what it concerns. `detail` has codes and figures, and words only where somebody typed them.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="history")
    kind = models.CharField(max_length=14, choices=EventHistoryKind.choices)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    entry = models.ForeignKey(
        EventEntry, null=True, blank=True, on_delete=models.SET_NULL, related_name="history"
    )
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    detail = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("line of a tournament’s history")
        verbose_name_plural = _("history of tournaments")
        ordering = ["-pk"]
        indexes = [models.Index(fields=["event", "-at"], name="event_history_newest")]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.kind}"
