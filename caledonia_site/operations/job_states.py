"""How far derived data is behind, and how its jobs go."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Min, Q, QuerySet, Sum

from caledonia_site.common.jobs.models import DirtyMark, Heartbeat, JobState
from caledonia_site.common.jobs.topics import Queue, topic_names


@dataclass(frozen=True)
class TopicState:
    """One kind of derived data: what waits, and what was done since counting began."""

    topic: str
    marks: int = 0
    oldest: datetime | None = None
    last_success: datetime | None = None
    successes: int = 0
    failures: int = 0
    seconds: float = 0
    failing: int = 0

    @property
    def mean_seconds(self) -> float:
        return self.seconds / self.successes if self.successes else 0


@dataclass(frozen=True)
class QueueState:
    queue: str
    heard_at: datetime | None


def topic_states() -> list[TopicState]:
    """Every kind there is, and those that only rows of another version still name."""
    waiting: dict[str, dict[str, Any]] = {
        topic: {"marks": marks, "oldest": oldest}
        for topic, marks, oldest in DirtyMark.objects.values_list("topic")
        .annotate(marks=Count("pk"), oldest=Min("marked_at"))
        .order_by("topic")
    }
    done: dict[str, dict[str, Any]] = {
        row["topic"]: {name: value for name, value in row.items() if name != "topic"}
        for row in JobState.objects.values("topic")
        .annotate(
            last_success=Max("succeeded_at"),
            successes=Sum("successes"),
            failures=Sum("failures"),
            seconds=Sum("seconds"),
            failing=Count("pk", filter=Q(attempts__gt=0)),
        )
        .order_by("topic")
    }
    names = sorted({*topic_names(), *waiting, *done})
    return [TopicState(topic=name, **waiting.get(name, {}), **done.get(name, {})) for name in names]


def failing_pieces() -> QuerySet[JobState]:
    """Whose last attempt failed, the most stubborn first."""
    return JobState.objects.filter(attempts__gt=0).order_by("-attempts", "topic", "key")


def last_jobs() -> QuerySet[JobState]:
    """What was brought up to date last."""
    return JobState.objects.filter(succeeded_at__isnull=False).order_by("-succeeded_at", "-pk")


def queue_states() -> Iterable[QueueState]:
    """When a worker of each queue last heard from beat."""
    heard = dict(Heartbeat.objects.values_list("queue", "heard_at"))
    return [QueueState(queue=queue, heard_at=heard.get(queue)) for queue in Queue]
