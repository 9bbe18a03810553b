"""What organisers and judges of an event lay down: wishes for the draw, points given or taken, notes."""

from fractions import Fraction

from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.clubs.models import Club
from tournaments.event_enums import WishKind
from tournaments.models.event import Event
from tournaments.models.event_entry import EventEntry
from tournaments.models.event_stage import EventStage
from tournaments.models.event_table import EventTable


class EventWish(models.Model):
    """Two who always, or never, sit at one table: no draw breaks it."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="wishes")
    kind = models.CharField(_("wish"), max_length=8, choices=WishKind.choices)
    one = models.ForeignKey(EventEntry, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(EventEntry, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("wish for the draw")
        verbose_name_plural = _("wishes for the draw")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["event", "one", "other"], name="event_wish_once")]

    def __str__(self) -> str:
        return f"{self.one_id} {self.kind} {self.other_id}"


class EventAdjustment(models.Model):
    """Points added or, as a penalty, taken away in a stage. `points` is an exact fraction ("-5/2"); everybody reads
    the reason."""

    stage = models.ForeignKey(EventStage, on_delete=models.CASCADE, related_name="adjustments")
    entry = models.ForeignKey(EventEntry, on_delete=models.CASCADE, related_name="adjustments")
    points = models.CharField(_("points"), max_length=20)
    reason = models.CharField(_("reason"), max_length=200)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("adjustment of points")
        verbose_name_plural = _("adjustments of points")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.points}"

    @property
    def exact_points(self) -> Fraction:
        return Fraction(self.points)


class JudgeNote(models.Model):
    """For those who run the event; `table` and `entry` are what it is about, if anything."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="notes")
    table = models.ForeignKey(
        EventTable, null=True, blank=True, on_delete=models.SET_NULL, related_name="notes"
    )
    entry = models.ForeignKey(
        EventEntry, null=True, blank=True, on_delete=models.SET_NULL, related_name="notes"
    )
    text = models.TextField(_("note"), max_length=2000, validators=[MaxLengthValidator(2000)])
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("judge’s note")
        verbose_name_plural = _("judges’ notes")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.at:%Y-%m-%d}"

    @property
    def club(self) -> Club:
        return self.event.club
