"""Redis, PostgreSQL, production's settings: from a staff member's click to the home page, through every fault."""

import json
import os
import re
import signal

import pytest

from tests.processes.site import ProductionSite
from tests.processes.waiting import wait_until
from tests.servers import RedisServer

pytestmark = [
    pytest.mark.processes,
    pytest.mark.redis,
    pytest.mark.postgres,
]


@pytest.fixture(scope="module")
def redis():
    with RedisServer() as server:
        yield server


@pytest.fixture(scope="module")
def site(tmp_path_factory, postgres_server, redis):
    database = postgres_server.create_database("process_tests")
    site = ProductionSite(tmp_path_factory.mktemp("production"), database=database, broker=redis.url)
    try:
        site.prepare()
        for role in ("web", "worker", "beat"):
            site.start(role)
        site.wait_until_open()
        yield site
    finally:
        site.close()


def test_an_added_player_is_counted_on_the_home_page(site):
    staff = site.staff()
    before = staff.players_of_api()
    staff.add_player("Una Kerr")
    wait_until(lambda: staff.players_of_api() == before + 1, "the job has counted")
    assert re.search(rf"\b{before + 1}\b", staff.home_page())


def test_the_worker_rates_a_new_game(site):
    seconds = float(site.run("tests.processes.rate_game"))
    print(f"rated {seconds} s after the commit")


def test_the_jobs_log_lines_carry_the_id_of_the_request_and_nothing_about_the_person(site):
    def lines(role, event):
        found = [json.loads(line) for line in site.log(role).splitlines() if line.startswith("{")]
        return [line for line in found if line.get("event") == event]

    def requests():
        return {line["request_id"] for line in lines("web", "request_started") if "POST" in line["request"]}

    staff = site.staff()
    before, earlier = staff.players_of_api(), requests()
    staff.add_player("Rory Muir")
    wait_until(lambda: staff.players_of_api() == before + 1, "the job has counted")
    (request,) = requests() - earlier
    wait_until(
        lambda: any(line.get("request_id") == request for line in lines("worker", "job_done")), "its line"
    )
    (line,) = [line for line in lines("worker", "job_done") if line.get("request_id") == request]
    assert not {"ip", "user_id"} & set(line)


def test_a_message_delivered_many_times_is_worked_off_once(site):
    def messages_worked_off():
        return site.log("worker").count("task_succeeded")

    staff = site.staff()
    before, published = staff.players_of_api(), site.published()
    site.hold_jobs()
    staff.add_player("Fiona Bell")
    site.wait_for_job_in_the_middle()
    # The sweep repeats the message every second meanwhile, and the second process of the pool takes it.
    so_far = messages_worked_off()
    wait_until(lambda: messages_worked_off() >= so_far + 4, "repeated messages arrive")
    site.release_jobs()
    wait_until(lambda: staff.players_of_api() == before + 1, "the job has counted")
    assert site.published() == [*published, before + 1]


def test_a_worker_killed_in_the_middle_costs_nothing(site):
    staff = site.staff()
    before, published = staff.players_of_api(), site.published()
    site.hold_jobs()
    staff.add_player("Angus Hay")
    site.wait_for_job_in_the_middle()
    site.kill("worker")
    site.release_jobs()
    assert site.published() == published
    site.start("worker")
    wait_until(lambda: staff.players_of_api() == before + 1, "the next worker has counted")
    assert site.published() == [*published, before + 1]


def wait_until_messages_are_sent(site, staff):
    """After a failure the web process sends none for a few seconds, and would not notice the next one."""
    sent = site.log("web").count("task_enqueued")

    def is_sending():
        staff.add_player("Lachlan Innes")
        return site.log("web").count("task_enqueued") > sent

    wait_until(is_sending, "messages are sent again")
    players = staff.count_in_admin()
    wait_until(lambda: staff.players_of_api() == players, "the jobs have counted")
    return players


def test_saving_goes_on_without_redis_and_jobs_catch_up(site, redis):
    staff = site.staff()
    before, failures = staff.players_of_api(), site.log("web").count("dispatch_failed")
    redis.kill()
    staff.add_player("Isobel Baird")
    assert site.log("web").count("dispatch_failed") == failures + 1
    staff.add_player("Hamish Baird")
    assert staff.players_of_api() == before
    redis.start()

    def has_caught_up():
        site.start_what_ended()
        return staff.players_of_api() == before + 2

    wait_until(has_caught_up, "the sweep has caught up")


def test_saving_goes_on_while_redis_hangs(site, redis):
    staff = site.staff()
    before, failures = wait_until_messages_are_sent(site, staff), site.log("web").count("dispatch_failed")
    os.kill(redis.pid, signal.SIGSTOP)
    try:
        staff.add_player("Morag Lamont")
        assert site.log("web").count("dispatch_failed") == failures + 1
    finally:
        os.kill(redis.pid, signal.SIGCONT)
    wait_until(lambda: staff.players_of_api() == before + 1, "the job has counted")
