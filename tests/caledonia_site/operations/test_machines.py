"""What machines inside the network may ask, by whatever name they know the site."""

import pytest
from django.db import OperationalError, connection

from caledonia_site.common.jobs.models import DirtyMark, JobState
from caledonia_site.operations import health
from caledonia_site.operations.metrics import measure_requests

pytestmark = pytest.mark.django_db

TOKEN = "for-prometheus"


@pytest.fixture
def metrics(client, settings):
    settings.METRICS_TOKEN = TOKEN

    def read():
        answer = client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
        assert answer.status_code == 200
        return answer.content.decode()

    return read


def test_alive_and_ready_under_any_name(client):
    for path in ("/healthz", "/readyz"):
        answer = client.get(path, headers={"host": "10.0.0.7:8000"})
        assert (answer.status_code, answer.content) == (200, b"ok")
        assert answer["Cache-Control"] == "no-store"


def test_over_plain_http_where_everyone_else_is_sent_to_https(client, settings):
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/healthz").status_code == 200
    assert client.get("/").status_code == 301


def test_not_ready_without_a_database(client, monkeypatch):
    def refuse(*args, **kwargs):
        raise OperationalError("gone away")

    monkeypatch.setattr(connection, "cursor", refuse)
    assert client.get("/healthz").status_code == 200
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert "gone away" not in answer.content.decode()


def test_not_ready_while_migrations_wait(client, monkeypatch):
    monkeypatch.setattr(health, "_tables_fit", False)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'jobs' AND name LIKE '0001%'")
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"migrations are waiting")
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('jobs', '0001_initial', CURRENT_TIMESTAMP)"
        )
    assert client.get("/readyz").status_code == 200


def test_not_ready_on_tables_of_a_newer_version_but_one_that_runs_goes_on(
    client, monkeypatch, newer_database
):
    client.get("/readyz")
    with newer_database():
        assert client.get("/readyz").status_code == 200
        monkeypatch.setattr(health, "_tables_fit", False)
        answer = client.get("/readyz")
        assert (answer.status_code, answer.content) == (503, b"the database is of a newer version")


def test_once_ready_the_tables_are_not_looked_at_again(client, django_assert_num_queries):
    client.get("/readyz")
    with django_assert_num_queries(1):
        client.get("/readyz")


def test_only_reading_is_answered(client):
    assert client.post("/healthz").status_code == 404


@pytest.mark.parametrize("sent", [None, "Bearer wrong", TOKEN, "Bearer "])
def test_metrics_are_for_whoever_knows_the_token(client, settings, sent):
    settings.METRICS_TOKEN = TOKEN
    headers = {"authorization": sent} if sent else {}
    assert client.get("/metrics", headers=headers).status_code == 404


def test_without_a_token_set_there_are_no_metrics(client, settings):
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 404


def test_what_the_metrics_tell_of_jobs(metrics):
    JobState.objects.create(topic="ratings", key="a", successes=3, failures=1, seconds=1.5, attempts=2)
    JobState.objects.create(topic="ratings", key="b", successes=4)
    DirtyMark.objects.create(topic="ratings", key="a")
    page = metrics()
    assert 'caledonia_jobs_total{outcome="done",topic="ratings"} 7.0' in page
    assert 'caledonia_jobs_total{outcome="failed",topic="ratings"} 1.0' in page
    assert 'caledonia_job_seconds_total{topic="ratings"} 1.5' in page
    assert 'caledonia_failing_pieces{topic="ratings"} 1.0' in page
    assert 'caledonia_marks{topic="ratings"} 1.0' in page
    assert 'caledonia_oldest_mark_age_seconds{topic="ratings"}' in page
    assert "caledonia_database_up 1.0" in page
    assert "caledonia_broker_up 1.0" in page


def test_requests_are_counted_by_page_and_never_by_address(metrics, client, rf):
    def respond(request):
        return client.get("/")

    request = rf.generic("BREW", "/clubs/invitations/secret:token/")
    request.resolver_match = None
    measure_requests(respond)(request)
    page = metrics()
    assert 'caledonia_request_seconds_count{method="other",page="none",status="200"}' in page
    assert "secret" not in page


@pytest.mark.parametrize("number", [1, 3])
def test_the_same_queries_for_any_number(metrics, number, django_assert_num_queries):
    for index in range(number):
        JobState.objects.create(topic="ratings", key=str(index))
    with django_assert_num_queries(3):
        metrics()
