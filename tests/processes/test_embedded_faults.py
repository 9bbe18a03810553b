"""The embedded default under the same faults as production: what was acknowledged is there, and once.

A power cut cannot be made here. What is tried instead is what SQLite builds on: every connection waits for the disk at
each commit, and database and log as they lie there when a game is acknowledged hold that game.
"""

import json
import os
import shelve
import shutil
import signal
import sqlite3
from contextlib import closing
from datetime import timedelta
from functools import partial

import pytest

from tests.plugins.small_disk import fill, mount, unmount
from tests.processes.posting import Sender
from tests.processes.site import EmbeddedSite
from tests.processes.waiting import is_running, wait_until

pytestmark = pytest.mark.processes

SENDERS = 2
MORE = 5
# PRAGMA synchronous=FULL, by its number.
WAITS_FOR_THE_DISK = "2"
# More than a web process is allowed.
DEATHS = 6


class Load:
    """Programs that post games until they are told to finish."""

    def __init__(self, site):
        told = json.loads(site.run("tests.processes.prepare_faults"))
        self.senders = [Sender(site, number=number, told=told) for number in range(SENDERS)]

    def __enter__(self):
        for sender in self.senders:
            sender.start()
        self.wait_for_more("games are taken")
        return self

    def __exit__(self, *_):
        """Whoever waits for a site that is gone is left alone: the threads end with the process."""
        for sender in self.senders:
            sender._over.set()

    @property
    def games(self):
        return [game for sender in self.senders for game in list(sender.acknowledged)]

    @property
    def failures(self):
        return [failure for sender in self.senders for failure in list(sender.failures)]

    def wait_for_more(self, what):
        before = len(self.games)
        wait_until(lambda: len(self.games) >= before + MORE, what)

    def wait_for_failure(self, what, beginning=""):
        before = len(self.failures)
        wait_until(lambda: any(one.startswith(beginning) for one in self.failures[before:]), what)

    def finish(self):
        for sender in self.senders:
            sender.finish()
        assert len(self.games) == len(set(self.games))


# Often enough not to wait for it, and seldom enough for a busy machine to work off one sweep before the next.
SWEEP = {"CALEDONIA_SWEEP_SECONDS": "4"}


def ask(site, question):
    with closing(sqlite3.connect(site.data / "caledonia.sqlite3", timeout=60)) as database:
        return database.execute(question).fetchone()[0]


def end_pauses(site):
    """After some failures a job is tried again only minutes later; how many there were depends on the machine."""
    with closing(sqlite3.connect(site.data / "caledonia.sqlite3", timeout=60)) as database, database:
        database.execute("UPDATE jobs_jobstate SET retry_at = NULL")


def wait_and_compare(site, load):
    """All jobs done: every acknowledged game once, and all that follows from them as a rebuild makes it."""
    load.finish()
    end_pauses(site)
    wait_until(lambda: ask(site, "SELECT count(*) FROM jobs_dirtymark") == 0, "the jobs have caught up")
    assert json.loads(site.run("tests.processes.derived", json.dumps(load.games))) == {}
    print(f"{len(load.games)} games, {len(load.failures)} failures on the way")


@pytest.fixture
def site(tmp_path):
    site = EmbeddedSite(tmp_path, **SWEEP)
    try:
        site.prepare()
        yield site
    finally:
        site.close()


def state_when_acknowledged(site, load, folder):
    """Database and log as they lie there; whoever would write meanwhile waits."""
    folder.mkdir()
    with closing(
        sqlite3.connect(site.data / "caledonia.sqlite3", timeout=60, isolation_level=None)
    ) as database:
        database.execute("BEGIN IMMEDIATE")
        games = load.games
        for ending in ("", "-wal"):
            shutil.copy(site.data / f"caledonia.sqlite3{ending}", folder)
        database.execute("ROLLBACK")
    with closing(sqlite3.connect(folder / "caledonia.sqlite3")) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return games, {game for (game,) in copy.execute("SELECT public_id FROM results_game")}


def lose_messages(site):
    """All at once: others put messages in and take them out while a folder is emptied file by file."""
    lost = site.data / "lost"
    (site.data / "broker").rename(lost)
    shutil.rmtree(lost)


def put_rubbish(site, queue):
    """Half a message, a folder that is named like one, and half a draft; each appears whole, as a worker takes it."""
    rubbish = site.data / "rubbish"
    (rubbish / "00000000000000000000-folder.message" / "inside").mkdir(parents=True)
    (rubbish / "00000000000000000001-half.message").write_text('{"body": "ab')
    (rubbish / "00000000000000000002-half.draft").write_text('{"bo')
    queue.mkdir(parents=True, exist_ok=True)
    for path in sorted(rubbish.iterdir()):
        path.rename(queue / path.name)


def put_beat_into_the_future(site):
    with shelve.open(str(site.data / "beat-schedule"), writeback=True) as schedule:
        for entry in schedule["entries"].values():
            entry.last_run_at += timedelta(days=365)


def test_nothing_is_lost_whatever_is_killed(site, tmp_path):
    site.start()
    staff = site.staff()
    with Load(site) as load:
        before = len(load.failures)
        for role in ("worker", "beat"):
            site.kill(role)
            load.wait_for_more(f"games are taken without {role}")
        lose_messages(site)
        load.wait_for_more("games are taken by a new broker")
        put_rubbish(site, site.data / "broker" / "fast")
        load.wait_for_more("games are taken beside rubbish")
        wait_until(
            # The folder comes with the first of them.
            lambda: len(list((site.data / "broker").glob("unreadable/*"))) == 2,
            "rubbish is set aside",
        )

        # A job that ends every worker, until it is set aside; the others go on.
        (site.held / "poison").touch()
        wait_until(lambda: ask(site, "SELECT max(deaths) FROM jobs_jobstate") == 3, "the job is set aside")
        while site.said().count("the worker process ended") < DEATHS:
            killed = site.kill("worker")
            wait_until(partial(lambda pid: not is_running(pid), killed), "it is gone")
        assert "Set aside" in staff.request("GET", "/operations/")[1]
        # Said in the terminal first, then written down for the page.
        wait_until(lambda: "Keeps crashing" in staff.request("GET", "/operations/")[1], "the page says it")
        load.wait_for_more("games are taken beside a worker that keeps ending")
        assert len(load.failures) == before, load.failures
        (site.held / "poison").unlink()

        (child,) = [one.pid for one in site.children() if one.parent == site.child("web")]
        os.kill(child, signal.SIGKILL)
        load.wait_for_failure("somebody has noticed")
        load.wait_for_more("games are taken by the next web process")
        site.kill("web")
        load.wait_for_failure("somebody has noticed")
        load.wait_for_more("games are taken by the next web process")

        acknowledged, there = state_when_acknowledged(site, load, tmp_path / "power cut")
        assert set(acknowledged) <= there

        below = site.children()
        site.stop(signal.SIGKILL)
        wait_until(lambda: not any(is_running(one.pid) for one in below), "all processes end")
        put_beat_into_the_future(site)
        site.terminal.unlink()
        heard = ask(site, "SELECT max(heard_at) FROM jobs_heartbeat")
        site.start()
        load.wait_for_more("games are taken by the next site")
        wait_until(lambda: ask(site, "SELECT max(heard_at) FROM jobs_heartbeat") > heard, "beat speaks again")

        token = dict(staff_form(staff))
        status, _ = staff.request("POST", "/operations/retry/", token)
        assert status == 302
        wait_and_compare(site, load)
    connections = set((site.held / "connections").read_text().splitlines())
    assert {line.split()[0] for line in connections} >= {"cal-web", "cal-worker", "cal-beat"}
    assert {line.split()[1] for line in connections} == {WAITS_FOR_THE_DISK}


def staff_form(staff):
    """What the button of the operators' page sends."""
    page = staff.request("GET", "/operations/")[1]
    token = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    return {"csrfmiddlewaretoken": token}


@pytest.fixture
def site_on_a_small_disk(tmp_path):
    site = EmbeddedSite(tmp_path, **SWEEP)
    assert mount(site.data, megabytes=64)
    try:
        site.prepare()
        yield site
    finally:
        site.close()
        unmount(site.data)


@pytest.mark.small_disk
def test_a_full_disk_loses_nothing(site_on_a_small_disk):
    site = site_on_a_small_disk
    site.start()
    staff = site.staff()
    with Load(site) as load:
        for _ in range(2):
            filler = fill(site.data)
            load.wait_for_failure("the disk is full", beginning="507")
            assert staff.request("GET", "/readyz") == (503, "the disk is full")
            assert staff.request("GET", "/games/")[0] == 200, "whoever only looks does not notice"
            filler.unlink()
            load.wait_for_more("games are taken again")
        assert not site.has_ended(), site.said()
        assert not [failure for failure in load.failures if failure.startswith("500")], load.failures
        wait_and_compare(site, load)
    assert ask(site, "PRAGMA integrity_check") == "ok"
