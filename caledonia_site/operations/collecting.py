"""What Prometheus reads: requests of this machine's web processes, and the jobs of the whole site."""

import os
from collections.abc import Iterator

import structlog
from django.db import DatabaseError
from django.utils import timezone
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from caledonia_site import __version__
from caledonia_site.operations import measuring  # noqa: F401  (registers the requests' own measure)
from caledonia_site.operations.broker import broker_state
from caledonia_site.operations.job_states import queue_states, topic_states

log = structlog.get_logger(__name__)


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
            found = [*_jobs(), *_heartbeats()]
        except DatabaseError as error:
            log.warning("database_away", reason=type(error).__name__)
            found = []
        yield GaugeMetricFamily("caledonia_database_up", "Whether the database answers.", value=bool(found))
        yield from found
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
