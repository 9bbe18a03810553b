"""What must be recomputed, and how the last attempts went."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

# After so many deaths of its worker in a row a job is set aside.
MOST_DEATHS = 3


class DirtyMark(models.Model):
    """One change whose derived data is not up to date yet.

    Marks are only ever inserted and deleted. A shared row that every change updates would make all savers
    of a topic wait for one another until commit (and dead-lock when two transactions touch two topics in
    different order); an insert waits for nobody.
    """

    topic = models.CharField(_("topic"), max_length=40)
    key = models.CharField(_("key"), max_length=100, blank=True)
    since = models.DateField(_("from date"), null=True, help_text=_("Empty means from the beginning."))
    marked_at = models.DateTimeField(_("marked"), default=timezone.now)

    class Meta:
        verbose_name = _("dirty mark")
        verbose_name_plural = _("dirty marks")
        indexes = [models.Index(fields=["topic", "key"], name="dirty_mark_topic_key")]

    def __str__(self) -> str:
        return f"{self.topic}/{self.key}"


class JobState(models.Model):
    """How the work on one topic and key went last; written by workers only."""

    topic = models.CharField(_("topic"), max_length=40)
    key = models.CharField(_("key"), max_length=100, blank=True)
    succeeded_at = models.DateTimeField(_("last success"), null=True)
    attempts = models.PositiveIntegerField(_("failed attempts since"), default=0)
    retry_at = models.DateTimeField(_("next attempt"), null=True)
    last_error = models.TextField(_("last error"), blank=True)
    # Counted here and not in the workers' memory: workers come and go, on any number of machines.
    successes = models.PositiveBigIntegerField(_("successes"), default=0, db_default=0)
    failures = models.PositiveBigIntegerField(_("failures"), default=0, db_default=0)
    seconds = models.FloatField(_("seconds of all successes"), default=0, db_default=0)
    last_seconds = models.FloatField(_("seconds of the last success"), default=0, db_default=0)
    # See interruptions.py.
    process = models.PositiveBigIntegerField(_("group of processes at work"), null=True)
    deaths = models.PositiveSmallIntegerField(_("deaths of workers in a row"), default=0, db_default=0)

    class Meta:
        verbose_name = _("job state")
        verbose_name_plural = _("job states")
        constraints = [models.UniqueConstraint(fields=["topic", "key"], name="job_state_once")]

    def __str__(self) -> str:
        return f"{self.topic}/{self.key}"

    @property
    def is_set_aside(self) -> bool:
        return self.deaths >= MOST_DEATHS


class Heartbeat(models.Model):
    """When a worker of a queue last heard from beat: the whole way from beat through the broker works."""

    queue = models.CharField(_("queue"), max_length=20, primary_key=True)
    heard_at = models.DateTimeField(_("last heard"), default=timezone.now)

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return self.queue
