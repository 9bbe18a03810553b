"""A process that cannot run: web is given up, the others wait longer and longer; the rest is in tests/processes."""

import errno
import multiprocessing
import os
import time

import pytest

from caledonia_site.embedded import supervisor
from caledonia_site.embedded.process import Role
from caledonia_site.embedded.start import CannotStartError
from caledonia_site.embedded.supervisor import DEATHS_OF_WEB, LONGEST_PAUSE, STEADY_AFTER, Child

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


def dying(starts):
    def start(role, log):
        starts.append(role)
        process = multiprocessing.get_context("fork").Process(target=os._exit, args=(3,))
        process.start()
        return process

    return start


@pytest.fixture
def clock(monkeypatch):
    """The supervisor's own, which a test moves on."""

    class Clock:
        now = 1000.0

        @classmethod
        def monotonic(cls):
            return cls.now

    monkeypatch.setattr(supervisor, "time", Clock)
    return Clock


def test_a_web_process_that_always_dies_is_given_up_with_a_sentence(tmp_path):
    log = tmp_path / "web.log"
    log.write_text("the run before")
    starts, sentences = [], []
    child = Child(Role.WEB, log, dying(starts))
    assert (tmp_path / "web.log.1").read_text() == "the run before"

    def keep_running_for_ever():
        while True:
            sentences.append(child.keep_running())
            time.sleep(0.01)

    with pytest.raises(CannotStartError, match=f"web process ended 5 times in a row; its log is {log}"):
        keep_running_for_ever()
    assert len(starts) == DEATHS_OF_WEB
    said = [sentence for sentence in sentences if sentence]
    assert len(said) == DEATHS_OF_WEB - 1
    assert said[0] == "the web process ended (exit code 3) and is started again."


@pytest.mark.parametrize("role", [Role.WORKER, Role.BEAT])
def test_the_others_are_started_for_ever_with_growing_pauses(tmp_path, clock, role):
    starts, pauses = [], []
    child = Child(role, tmp_path / "log", dying(starts))
    for deaths in range(1, 16):
        child.keep_running()
        assert len(starts) == deaths
        child._process.join()
        assert f"the {role} process ended (exit code 3) and is started again" in child.keep_running()
        assert (child.deaths, child.trouble.deaths, child.trouble.cause) == (deaths, deaths, "exit code 3")
        pauses.append(round(child._start_at - clock.now, 3))
        clock.now += pauses[-1] - 0.01
        assert child.keep_running() is None
        assert len(starts) == deaths, "not before its time"
        clock.now += 0.02
    assert pauses == sorted(pauses)
    assert (pauses[0], pauses[-1]) == (0.2, LONGEST_PAUSE)


def test_one_that_came_to_stand_is_no_trouble_any_more(tmp_path, clock):
    log = tmp_path / "log"
    child = Child(Role.WORKER, log, dying([]))
    child.keep_running()
    child._process.join()
    child.keep_running()
    assert child.trouble
    child._start = lambda role, log: multiprocessing.get_context("fork").Process(
        target=time.sleep, args=(600,)
    )
    clock.now += 10
    child.keep_running()
    child._process.start()
    try:
        clock.now += STEADY_AFTER
        assert child.keep_running() is None
        assert child.trouble is None
    finally:
        child.kill()


def test_a_machine_without_room_for_a_process_does_not_end_the_supervisor(tmp_path, clock):
    def start(role, log):
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    child = Child(Role.BEAT, tmp_path / "log", start)
    assert "Resource temporarily unavailable" in child.keep_running()
    assert child.keep_running() is None
    assert child.deaths == 1
