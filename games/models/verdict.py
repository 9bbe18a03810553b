"""What a seated player says of a result."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.enums import VerdictKind
from games.models.seat import Seat


class Verdict(models.Model):
    """One player's word on one version; a later word replaces the earlier one.

    `objections` lists the disputed lines, each with a comment: [{"line": "exports", "comment": "..."}].
    `account` is empty for a verdict given through a personal link.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="verdicts")
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=VerdictKind.choices)
    objections = models.JSONField(default=list, blank=True)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    given_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("verdict")
        verbose_name_plural = _("verdicts")
        constraints = [models.UniqueConstraint(fields=["seat", "version"], name="one_verdict_per_version")]

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.kind}"
