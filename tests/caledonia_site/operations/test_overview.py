"""The operators' page: what waits, what failed and can be tried again, who works."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from kombu import Connection

from caledonia_site import celery_app
from caledonia_site.common.jobs import topics
from caledonia_site.common.jobs.interruptions import LOST
from caledonia_site.common.jobs.marks import mark_dirty
from caledonia_site.common.jobs.models import MOST_DEATHS, DirtyMark, Heartbeat, JobState
from caledonia_site.common.jobs.runner import process_marks
from caledonia_site.common.jobs.tasks import hear
from caledonia_site.embedded.troubles import Trouble, write_troubles
from caledonia_site.operations.metrics import topic_states
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db

PAGE, RETRY = "/operations/", "/operations/retry/"


class FlawedTopic(topics.Topic[str]):
    """Fails until it is mended."""

    name = "flawed"
    is_mended = False

    def compute(self, *, key, since):
        if not self.is_mended:
            raise ValueError("a flaw in <the> computation")
        return key

    def publish(self, *, key, result):
        pass


@pytest.fixture
def flawed(monkeypatch):
    topic = FlawedTopic()
    monkeypatch.setitem(topics._topics, topic.name, topic)
    return topic


@pytest.fixture
def staff(client):
    client.force_login(PlayerFactory(account__is_staff=True).account)
    return client


def fail(*keys):
    for key in keys:
        DirtyMark.objects.create(topic="flawed", key=key)
        process_marks(topic="flawed", key=key)


def test_what_waits_and_what_was_done_by_kind(staff, flawed):
    flawed.is_mended = True
    fail("one", "two")
    DirtyMark.objects.create(topic="flawed", marked_at=timezone.now() - timedelta(hours=3))
    (state,) = [state for state in topic_states() if state.topic == "flawed"]
    assert (state.marks, state.successes, state.failures, state.failing) == (1, 2, 0, 0)
    assert state.mean_seconds == pytest.approx(state.seconds / 2)
    page = staff.get(PAGE).content.decode()
    assert "3\N{NO-BREAK SPACE}hours" in page
    # Every kind is there, also one that nothing waits for.
    assert all(f">{name}<" in page for name in topics.topic_names())


def test_a_failed_job_says_why_and_is_tried_again_at_once(staff, flawed):
    fail("leith")
    page = staff.get(PAGE).content.decode()
    assert "ValueError: a flaw in &lt;the&gt; computation" in page
    flawed.is_mended = True
    # Its pause is not over, so neither message nor sweep would try it yet; a worker runs at once in tests.
    answer = staff.post(RETRY, {"topic": "flawed", "key": "leith"}, follow=True)
    assert "1 job is tried again now." in answer.content.decode()
    assert not DirtyMark.objects.filter(topic="flawed").exists()
    state = JobState.objects.get(topic="flawed")
    assert (state.attempts, state.successes, state.failures, state.last_error) == (0, 1, 1, "")
    assert "Nothing has failed since its last success." in staff.get(PAGE).content.decode()


def test_a_job_that_is_set_aside_says_so_and_comes_back_when_asked_for(staff, flawed):
    DirtyMark.objects.create(topic="flawed", key="leith")
    JobState.objects.create(topic="flawed", key="leith", deaths=MOST_DEATHS, attempts=3, last_error=LOST)
    page = staff.get(PAGE).content.decode()
    assert "Set aside" in page
    assert "The worker crashed 3 times in a row on this job." in page
    assert "Only when you ask for it" in page
    flawed.is_mended = True
    staff.post(RETRY, {"topic": "flawed", "key": "leith"})
    assert JobState.objects.get(topic="flawed").successes == 1
    assert "Set aside" not in staff.get(PAGE).content.decode()


def test_a_process_that_keeps_crashing_is_shown(staff, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    soon = timezone.now() + timedelta(minutes=3)
    write_troubles(
        tmp_path,
        [
            Trouble(role="worker", deaths=7, cause="signal SIGKILL", starts_at=soon),
            Trouble(role="beat", deaths=1, cause="exit code 1", starts_at=soon - timedelta(hours=1)),
        ],
    )
    page = re.sub(r"\s+", " ", staff.get(PAGE).content.decode())
    assert "7 times in a row (signal SIGKILL). Games are still saved. Next restart at" in page
    assert "1 time in a row (exit code 1). Games are still saved. Restarted." in page
    write_troubles(tmp_path, [])
    assert "Keeps crashing" not in staff.get(PAGE).content.decode()
    (tmp_path / "troubles.json").write_text('[{"role"')
    assert staff.get(PAGE).status_code == 200


def test_all_failed_jobs_are_tried_again_with_one_button(staff, flawed):
    fail("leith", "skye")
    assert "Try all of them again now" in staff.get(PAGE).content.decode()
    answer = staff.post(RETRY, follow=True)
    assert "2 jobs are tried again now." in answer.content.decode()
    assert set(JobState.objects.values_list("attempts", flat=True)) == {2}


def test_a_job_that_did_not_fail_is_not_tried_again(staff, flawed):
    flawed.is_mended = True
    fail("leith")
    answer = staff.post(RETRY, {"topic": "flawed", "key": "leith"}, follow=True)
    assert "0 jobs are tried again now." in answer.content.decode()
    assert JobState.objects.get(topic="flawed").successes == 1


def test_a_queue_nobody_answers_is_seen(staff):
    assert staff.get(PAGE).content.decode().count("Never heard") == 2
    hear(queue="fast")
    Heartbeat.objects.create(queue="bulk", heard_at=timezone.now() - timedelta(hours=2))
    page = staff.get(PAGE).content.decode()
    assert "At work" in page
    assert "for 2\N{NO-BREAK SPACE}hours" in page
    hear(queue="bulk")
    assert staff.get(PAGE).content.decode().count("At work") == 2


def test_the_page_opens_without_a_broker(staff, monkeypatch):
    def nobody_listens():
        return Connection("redis://127.0.0.1:9/0", transport_options={"socket_connect_timeout": 0.2})

    monkeypatch.setattr(celery_app, "connection_for_write", nobody_listens)
    assert "Does not answer" in staff.get(PAGE).content.decode()


@pytest.mark.redis
def test_messages_that_wait_are_counted(staff, redis_server, monkeypatch):
    monkeypatch.setattr(celery_app, "connection_for_write", lambda: Connection(redis_server.url))
    with Connection(redis_server.url) as connection:
        queue = connection.SimpleQueue("bulk")
        for number in range(3):
            queue.put(number)
        try:
            page = staff.get(PAGE).content.decode()
        finally:
            queue.clear()
            queue.close()
    assert "0 messages for fast, 3 messages for bulk" in re.sub(r"\s+", " ", page)


def test_beat_speaks_to_every_queue(settings):
    sent = [
        (entry["kwargs"]["queue"], entry["options"]["queue"])
        for entry in settings.CELERY_BEAT_SCHEDULE.values()
        if entry["task"] == "jobs.hear"
    ]
    assert sent == [(queue, queue) for queue in topics.Queue]


@pytest.mark.parametrize("number", [1, 3])
def test_the_same_queries_for_any_number(staff, flawed, number, django_assert_num_queries):
    fail(*(str(index) for index in range(number)))
    for index in range(number):
        JobState.objects.create(topic="flawed", key=f"done {index}", succeeded_at=timezone.now())
    staff.get(PAGE)
    # Session, account and its player; marks and states by kind; failures and their number; last jobs; heartbeats;
    # migrations.
    with django_assert_num_queries(10):
        staff.get(PAGE)


@pytest.mark.parametrize("language", ["fr", "pt-br"])
def test_in_every_language(staff, language):
    answer = staff.get(PAGE, headers={"accept-language": language})
    assert answer.status_code == 200


def test_marking_still_works_beside_it(flawed, django_capture_on_commit_callbacks):
    flawed.is_mended = True
    with django_capture_on_commit_callbacks(execute=True):
        mark_dirty(topic="flawed", key="x")
    assert JobState.objects.get(topic="flawed", key="x").successes == 1
