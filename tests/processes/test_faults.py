"""Everything is killed in turn while programs post games: what was acknowledged is there, and once."""

import json
import os
import signal
from contextlib import suppress

import psycopg
import pytest
from redis import Redis

from tests.processes.posting import Sender
from tests.processes.site import ProductionSite
from tests.processes.waiting import descendants, is_running, wait_until
from tests.servers import PostgresServer, RedisServer

pytestmark = [
    pytest.mark.processes,
    pytest.mark.redis,
    pytest.mark.postgres,
]

SENDERS = 4
# While something is away or just came back: so many more games must be taken.
MORE = 6
# Whoever saves waits about a second at most for a Redis that is away; the rest is room for a busy machine.
LONGEST_WITHOUT_REDIS = 30.0


class DurablePostgres(PostgresServer):
    """Keeps its word when it is killed, as production's does; the quick one of other tests would not."""

    settings = PostgresServer.settings | {"synchronous_commit": "on"}

    def kill_all(self) -> None:
        """Server and sessions; a session that lived on would keep the next server from starting."""
        family = [self.pid, *(line.pid for line in descendants(self.pid))]
        for pid in family:
            # A session may have ended by itself since.
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.kill()
        wait_until(lambda: not any(map(is_running, family)), "PostgreSQL is gone")


def unfinished(postgres):
    with psycopg.connect(postgres.database_url("faults")) as connection:
        return connection.execute("SELECT count(*) FROM jobs_dirtymark").fetchone()[0]


@pytest.fixture
def redis():
    with RedisServer() as server:
        yield server


@pytest.fixture
def postgres():
    with DurablePostgres() as server:
        yield server


@pytest.fixture
def site(tmp_path, postgres, redis):
    site = ProductionSite(tmp_path, database=postgres.create_database("faults"), broker=redis.url)
    try:
        yield site
    finally:
        site.close()


def test_nothing_is_lost_whatever_is_killed(site, postgres, redis):
    told = json.loads(site.run("tests.processes.prepare_faults"))
    for role in ("web", "worker", "beat"):
        site.start(role)
    site.wait_until_open()
    senders = [Sender(site, number=number, told=told) for number in range(SENDERS)]

    def taken():
        return sum(len(sender.acknowledged) for sender in senders)

    def failed():
        return sum(len(sender.failures) for sender in senders)

    def wait_for_more(what):
        before = taken()
        wait_until(lambda: taken() >= before + MORE, what)

    for sender in senders:
        sender.start()
    wait_for_more("games are taken")

    for role in ("worker", "beat"):
        before = failed()
        site.kill(role)
        wait_for_more(f"games are taken without {role}")
        assert failed() == before, senders[0].failures
        site.start(role)

    before = failed()
    Redis(port=redis.port).flushall()
    wait_for_more("games are taken by an empty Redis")
    redis.kill()
    for sender in senders:
        sender.slowest = 0.0
    wait_for_more("games are taken without Redis")
    assert max(sender.slowest for sender in senders) < LONGEST_WITHOUT_REDIS
    redis.start()
    wait_for_more("games are taken when Redis is back")
    assert failed() == before, [sender.failures for sender in senders]

    before = failed()
    site.kill("web")
    wait_until(lambda: failed() > before, "somebody has noticed")
    site.start("web")
    wait_for_more("games are taken again")

    before = failed()
    postgres.kill_all()
    wait_until(lambda: failed() > before, "somebody has noticed")
    postgres.start()
    wait_for_more("games are taken again")

    for sender in senders:
        sender.finish()
    games = [public_id for sender in senders for public_id in sender.acknowledged]
    assert len(games) == len(set(games))

    def have_caught_up():
        site.start_what_ended()
        return unfinished(postgres) == 0

    wait_until(have_caught_up, "the jobs have caught up")
    assert json.loads(site.run("tests.processes.derived", json.dumps(games))) == {}
    print(f"{len(games)} games, {failed()} failures on the way")
