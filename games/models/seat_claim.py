"""Which phone answers for a seat whose player has no account."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.enums import ClaimState
from games.models.seat import Seat


class SeatClaim(models.Model):
    """Somebody said on a phone: that is me. `person` is who sat there then (`personal_links.person_in`): after a
    change of seats the claim means nothing, and after going back it holds again.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="claims")
    person = models.CharField(max_length=16)
    device = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=ClaimState.choices)
    shown_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    taken_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("claim of a seat")
        verbose_name_plural = _("claims of seats")
        constraints = [models.UniqueConstraint(fields=["seat", "device"], name="device_once_at_seat")]

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.state}"
