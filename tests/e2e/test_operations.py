"""The operators' page in a real browser: a failed job is seen and tried again."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from caledonia_site.common.jobs.models import DirtyMark, JobState
from caledonia_site.common.jobs.tasks import hear
from games.results.services.figures import SiteFiguresTopic
from tests.e2e.accounts import sign_in
from tests.games.players.accounts.conftest import open_account

pytestmark = pytest.mark.browser


def test_a_failed_job_is_seen_and_tried_again(new_page, looks_good, transactional_db):
    open_account(is_staff=True)
    now, topic = timezone.now(), SiteFiguresTopic.name
    DirtyMark.objects.update_or_create(topic=topic, defaults={"marked_at": now - timedelta(hours=2)})
    JobState.objects.update_or_create(
        topic=topic,
        defaults={
            "attempts": 3,
            "failures": 3,
            "retry_at": now + timedelta(minutes=20),
            "last_error": "OperationalError: the connection was closed by the server unexpectedly",
        },
    )
    JobState.objects.create(
        topic="ratings", key="everyone", succeeded_at=now, successes=812, seconds=97.4, last_seconds=0.13
    )
    hear(queue="fast")
    page = new_page(device="phone")
    sign_in(page)
    page.goto("/operations/")
    failure = page.get_by_role("article").filter(has_text="OperationalError")
    expect(failure).to_be_visible()
    looks_good(page, "operations")
    failure.get_by_role("button", name="Try again now").click()
    expect(page.get_by_text("1 job is tried again now.")).to_be_visible()
    expect(page.get_by_text("Nothing has failed since its last success.")).to_be_visible()
