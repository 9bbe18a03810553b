"""Who comes to an event."""

from typing import Any, Self

from django.db import models
from django.db.models import Prefetch
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.clubs.enums import Attendance
from games.players.models import Player


class EventAnswerQuerySet(models.QuerySet["EventAnswer"]):
    def shown_to(self, viewer: Any) -> Self:
        """With the players as the viewer may see them."""
        return self.prefetch_related(Prefetch("player", queryset=Player.with_merged.shown_to(viewer)))


class EventAnswer(models.Model):
    """A member's word; a new one takes the place of the old."""

    event = models.ForeignKey(
        "clubs.ClubEvent", verbose_name=_("club event"), on_delete=models.CASCADE, related_name="answers"
    )
    player = models.ForeignKey(
        "players.Player", verbose_name=_("player"), on_delete=models.CASCADE, related_name="event_answers"
    )
    choice = models.CharField(_("answer"), max_length=6, choices=Attendance.choices)
    answered_at = models.DateTimeField(_("answered"), default=timezone.now)

    objects = EventAnswerQuerySet.as_manager()

    class Meta:
        verbose_name = _("answer to an event")
        verbose_name_plural = _("answers to events")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="event_answer_once")]

    def __str__(self) -> str:
        return f"{self.player} · {self.event} · {self.get_choice_display()}"
