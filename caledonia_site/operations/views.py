"""The page for whoever runs the site: how the jobs go, and trying failed ones again now, instead of after a pause."""

from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from caledonia_site.common.database import migrations
from caledonia_site.common.jobs.dispatch import dispatch
from caledonia_site.common.jobs.models import JobState
from caledonia_site.common.jobs.runner import JobKey
from caledonia_site.common.jobs.topics import topic_names
from caledonia_site.common.middleware import posted_text
from caledonia_site.common.permissions import may
from caledonia_site.embedded.troubles import read_troubles
from caledonia_site.operations.health import versions
from caledonia_site.operations.metrics import (
    broker_state,
    failing_jobs,
    last_jobs,
    queue_states,
    topic_states,
)
from caledonia_site.operations.rules import OPERATE


def retry_now(*, only: JobKey | None = None) -> int:
    """End the pause of one failed job, or of all of them, and tell workers to look; how many there were."""
    failing = JobState.objects.filter(attempts__gt=0, topic__in=topic_names())
    if only:
        failing = failing.filter(topic=only.topic, key=only.key)
    keys = [JobKey(topic, key) for topic, key in failing.values_list("topic", "key")]
    # The number of attempts stays: if this one fails too, the next pause is longer again.
    failing.update(retry_at=None, deaths=0)
    for topic, key in keys:
        dispatch(topic=topic, key=key)
    return len(keys)


MOST_ROWS = 20
# Beat speaks to each queue once in this time; after three silent rounds something is wrong.
SILENT_ROUNDS = 3


@never_cache
@require_safe
@login_required
def overview(request: HttpRequest) -> HttpResponse:
    _require_operator(request)
    failing, now = failing_jobs(), timezone.now()
    context = {
        "now": now,
        "topics": topic_states(),
        "failing": failing[:MOST_ROWS],
        "number_failing": failing.count(),
        "last_jobs": last_jobs()[:MOST_ROWS],
        "queues": queue_states(),
        "silent_before": now - timedelta(seconds=SILENT_ROUNDS * settings.SWEEP_SECONDS),
        "late_before": now - timedelta(seconds=2 * settings.SWEEP_SECONDS),
        "broker": broker_state(),
        "troubles": read_troubles(Path(settings.DATA_DIR)),
        "migrations": migrations(),
        "versions": versions(),
    }
    return render(request, "operations/overview.html", context)


@require_POST
@login_required
def retry(request: HttpRequest) -> HttpResponse:
    """One job by its topic and key; all failed ones when no topic is sent."""
    _require_operator(request)
    topic, key = posted_text(request, "topic"), posted_text(request, "key")
    number = retry_now(only=JobKey(topic, key) if topic else None)
    text = ngettext("%(number)d job is tried again now.", "%(number)d jobs are tried again now.", number)
    messages.success(request, text % {"number": number})
    return redirect("operations:overview")


def _require_operator(request: HttpRequest) -> None:
    if not may(request.user, OPERATE):
        raise PermissionDenied
