"""Somebody asks to be let in."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class JoinRequestState(models.TextChoices):
    OPEN = "open", _("Open")
    ACCEPTED = "accepted", _("Accepted")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class JoinRequest(models.Model):
    club = models.ForeignKey(
        "clubs.Club", verbose_name=_("club"), on_delete=models.CASCADE, related_name="join_requests"
    )
    player = models.ForeignKey(
        "players.Player", verbose_name=_("player"), on_delete=models.CASCADE, related_name="join_requests"
    )
    message = models.CharField(_("message"), max_length=300, blank=True)
    state = models.CharField(
        _("state"), max_length=9, choices=JoinRequestState, default=JoinRequestState.OPEN
    )
    created_at = models.DateTimeField(_("asked"), auto_now_add=True)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("answered by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )

    class Meta:
        verbose_name = _("join request")
        verbose_name_plural = _("join requests")
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "player"],
                condition=Q(state=JoinRequestState.OPEN),
                name="join_request_open_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} → {self.club}"
