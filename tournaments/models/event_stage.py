"""The stages of an event, and who plays in each as which seed."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.clubs.models import Club
from tournaments.formats.stages import Kind, Stage, read_stage
from tournaments.models.event import Event
from tournaments.models.event_entry import EventEntry


class EventStage(models.Model):
    """`settings` is a `Stage` of `tournaments.formats` as plain data; nobody else writes it."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(_("number"))
    settings = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("stage of a tournament")
        verbose_name_plural = _("stages of tournaments")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="event_stage_once")]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"

    @property
    def club(self) -> Club:
        return self.event.club

    @property
    def stage(self) -> Stage:
        read = read_stage(self.settings)
        if read.stage is None:
            raise ValueError(f"stored stage cannot be read: {read.violations}")
        return read.stage

    @property
    def kind(self) -> Kind:
        return self.stage.kind


class StagePlace(models.Model):
    """Somebody who plays in a stage; seed 1 is the first. Made when the stage begins."""

    stage = models.ForeignKey(EventStage, on_delete=models.CASCADE, related_name="places")
    entry = models.ForeignKey(EventEntry, on_delete=models.CASCADE, related_name="places")
    seed = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("place in a stage")
        verbose_name_plural = _("places in stages")
        ordering = ["seed"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="stage_entry_once"),
            models.UniqueConstraint(fields=["stage", "seed"], name="stage_seed_once"),
        ]

    def __str__(self) -> str:
        return f"{self.stage_id} #{self.seed}"
