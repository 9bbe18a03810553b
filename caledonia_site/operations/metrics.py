"""What Prometheus and operators read: how long requests of this machine's web processes take, and of the whole site how
far derived data is behind, how its jobs go, and whether the broker answers.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import structlog
from celery import current_app
from django.db import DatabaseError
from django.db.models import Count, Max, Min, Q, QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from prometheus_client import REGISTRY, CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from caledonia_site import __version__
from caledonia_site.common.jobs.models import DirtyMark, Heartbeat, JobState
from caledonia_site.common.jobs.topics import Queue, topic_names

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class BrokerState:
    answers: bool
    waiting: dict[str, int] = field(default_factory=dict)


def broker_state() -> BrokerState:
    """Asks with the short patience of whoever saves a game: an operator's page must open without a broker."""
    with current_app.connection_for_write() as connection:
        try:
            connection.connect()
            channel: Any = connection.default_channel
            # Kombu's own count; a queue that nobody has used yet holds none.
            waiting = {str(queue): int(channel._size(queue)) for queue in Queue}
        except (*connection.connection_errors, *connection.channel_errors) as error:
            log.warning("broker_away", reason=type(error).__name__)
            return BrokerState(answers=False)
    return BrokerState(answers=True, waiting=waiting)


REQUEST_SECONDS = Histogram(
    "caledonia_request_seconds",
    "Time to answer a request, by method, page and status.",
    ["method", "page", "status"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 10),
)
# A stranger may send any word as a method; each would be a series of its own.
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def measure_requests(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware, by page and outcome; in production only when metrics are asked for."""

    def measured(request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        response = get_response(request)
        match = request.resolver_match
        REQUEST_SECONDS.labels(
            method=request.method if request.method in METHODS else "other",
            # The page's name and never its address, which may hold a secret and has no end of values.
            page=match.view_name if match and match.view_name else "none",
            status=str(response.status_code),
        ).observe(time.perf_counter() - started)
        return response

    return measured


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


def failing_jobs() -> QuerySet[JobState]:
    """Whose last attempt failed, the most stubborn first."""
    return JobState.objects.filter(attempts__gt=0).order_by("-attempts", "topic", "key")


def last_jobs() -> QuerySet[JobState]:
    """What was brought up to date last."""
    return JobState.objects.filter(succeeded_at__isnull=False).order_by("-succeeded_at", "-pk")


def queue_states() -> Iterable[QueueState]:
    """When a worker of each queue last heard from beat."""
    heard = dict(Heartbeat.objects.values_list("queue", "heard_at"))
    return [QueueState(queue=queue, heard_at=heard.get(queue)) for queue in Queue]


class SiteCollector(Collector):
    """Read from the database at each scrape, so that every web process tells the same."""

    def describe(self) -> list[Metric]:
        """Nothing is read when the collector is registered."""
        return []

    def collect(self) -> Iterator[Metric]:
        build = GaugeMetricFamily("caledonia_build_info", "What runs here.", labels=["version"])
        build.add_metric([__version__], 1)
        yield build
        try:
            families = [*_jobs(), *_heartbeats()]
        except DatabaseError as error:
            log.warning("database_away", reason=type(error).__name__)
            families = []
        yield GaugeMetricFamily(
            "caledonia_database_up", "Whether the database answers.", value=bool(families)
        )
        yield from families
        yield from _broker()


def metrics_page() -> bytes:
    """All series in Prometheus's text form."""
    site = CollectorRegistry()
    site.register(SiteCollector())
    requests = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        requests = CollectorRegistry()
        MultiProcessCollector(requests)
    return generate_latest(requests) + generate_latest(site)


def _jobs() -> Iterator[Metric]:
    now = timezone.now()
    done = CounterMetricFamily(
        "caledonia_jobs", "Pieces of derived data worked off, by outcome.", labels=["topic", "outcome"]
    )
    seconds = CounterMetricFamily(
        "caledonia_job_seconds", "Time that successful jobs took.", labels=["topic"]
    )
    marks = GaugeMetricFamily("caledonia_marks", "Changes that wait for their job.", labels=["topic"])
    age = GaugeMetricFamily(
        "caledonia_oldest_mark_age_seconds", "Age of the change that waits longest.", labels=["topic"]
    )
    failing = GaugeMetricFamily(
        "caledonia_failing_pieces", "Pieces whose last attempt failed.", labels=["topic"]
    )
    success = GaugeMetricFamily(
        "caledonia_last_success_timestamp_seconds", "When a job last succeeded.", labels=["topic"]
    )
    for state in topic_states():
        done.add_metric([state.topic, "done"], state.successes)
        done.add_metric([state.topic, "failed"], state.failures)
        seconds.add_metric([state.topic], state.seconds)
        marks.add_metric([state.topic], state.marks)
        age.add_metric([state.topic], (now - state.oldest).total_seconds() if state.oldest else 0)
        failing.add_metric([state.topic], state.failing)
        if state.last_success:
            success.add_metric([state.topic], state.last_success.timestamp())
    yield from (done, seconds, marks, age, failing, success)


def _heartbeats() -> Iterator[Metric]:
    heard = GaugeMetricFamily(
        "caledonia_heard_timestamp_seconds", "When a worker of the queue last heard beat.", labels=["queue"]
    )
    for state in queue_states():
        if state.heard_at:
            heard.add_metric([state.queue], state.heard_at.timestamp())
    yield heard


def _broker() -> Iterator[Metric]:
    state = broker_state()
    yield GaugeMetricFamily("caledonia_broker_up", "Whether the broker answers.", value=state.answers)
    messages = GaugeMetricFamily("caledonia_messages", "Messages that wait in the broker.", labels=["queue"])
    for queue, number in state.waiting.items():
        messages.add_metric([queue], number)
    yield messages
