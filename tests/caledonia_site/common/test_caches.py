"""Counting once, whoever asks; and what happens while Redis is away."""

import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import time_machine
from django.conf import settings
from django.core.cache import caches
from django.test import Client

from caledonia_site.common.caches import RETRY_AFTER_SECONDS, SharedFileCache, SteadyRedisCache
from tests.games.players.accounts.conftest import open_account, sign_in, text_of
from tests.servers import RedisServer


class TestFiles:
    def test_only_one_of_many_is_first(self, tmp_path):
        """Each caller with a cache of its own, as in several processes."""
        for key in range(20):
            with ThreadPoolExecutor(8) as pool:
                won = pool.map(
                    lambda _, key=key: SharedFileCache(str(tmp_path), {}).add(key, "used"), range(8)
                )
            assert sum(won) == 1

    def test_an_entry_that_ran_out_can_be_added_again(self, tmp_path):
        cache = SharedFileCache(str(tmp_path), {})
        assert cache.add("code", "used", timeout=-1)
        assert cache.add("code", "used")
        assert not cache.add("code", "used")

    def test_a_number_is_kept_as_long_as_it_was_to_be(self, tmp_path):
        cache = SharedFileCache(str(tmp_path), {})
        with time_machine.travel("2026-11-15 10:00Z", tick=False) as clock:
            cache.add("mails", 0, timeout=86_400)
            assert cache.incr("mails") == 1
            clock.shift(86_000)
            assert cache.incr("mails") == 2
            clock.shift(401)
            assert cache.get("mails") is None
        with pytest.raises(ValueError, match="mails"):
            cache.incr("mails")

    def test_what_has_run_out_makes_room_before_what_counts(self, tmp_path):
        cache = SharedFileCache(str(tmp_path), {"OPTIONS": {"MAX_ENTRIES": 30}})
        for number in range(20):
            cache.set(f"over{number}", 1, timeout=-1)
        for number in range(20):
            cache.set(f"limit{number}", 1, timeout=600)
        assert all(cache.get(f"limit{number}") for number in range(20))


COUNT = """
import sys
from django.conf import settings
settings.configure()
from caledonia_site.common.caches import SharedFileCache, SteadyRedisCache
kind, place = sys.argv[1:]
cache = SharedFileCache(place, {}) if kind == "files" else SteadyRedisCache(place, {})
cache.add("ready", 0, 600)
cache.incr("ready")
while cache.get("ready") < 4:
    pass
for _ in range(100):
    cache.add("limit", 0, 600)
    cache.incr("limit")
"""


@pytest.mark.parametrize("kind", ["files", pytest.param("redis", marks=pytest.mark.redis)])
def test_four_processes_that_count_at_once_are_all_counted(kind, tmp_path, request, steady):
    if kind == "files":
        place, cache = str(tmp_path), SharedFileCache(str(tmp_path), {})
    else:
        place = request.getfixturevalue("redis_server").url
        cache = SteadyRedisCache(place, {})
        cache.clear()
    command = [sys.executable, "-c", COUNT, kind, place]
    running = [subprocess.Popen(command, cwd=settings.PROJECT_DIR) for _ in range(4)]
    assert [one.wait() for one in running] == [0] * 4
    assert cache.get("limit") == 400


@pytest.fixture
def steady(monkeypatch):
    """Makes a cache on a Redis; each test begins with a Redis that was never away."""
    monkeypatch.setattr(SteadyRedisCache, "_away_until", 0.0)

    def make(url):
        options = {"socket_connect_timeout": 0.3, "socket_timeout": 0.3}
        return SteadyRedisCache(url, {"KEY_PREFIX": url, "OPTIONS": options})

    return make


def come_back(monkeypatch):
    monkeypatch.setattr(SteadyRedisCache, "_away_until", time.monotonic())


class TestRedis:
    def test_it_is_redis_while_it_answers(self, steady, redis_server):
        one, other = steady(redis_server.url), steady(redis_server.url)
        assert one.add("limit", [1.0], 60)
        assert not other.add("limit", [2.0], 60)
        assert other.get("limit") == [1.0]
        other.delete("limit")
        assert one.get("limit", "gone") == "gone"

    def test_no_number_is_without_an_end(self, steady, redis_server, monkeypatch):
        """Also one that runs out just before it is counted, as if Redis were asked between the two."""
        cache = steady(redis_server.url)
        redis = cache._cache.get_client(None, write=True)
        monkeypatch.setattr(type(redis), "exists", lambda *_: 1)
        with pytest.raises(ValueError, match="gone"):
            cache.incr("gone")
        cache.add("kept", 0, 60)
        assert [cache.incr("kept"), cache.incr("kept", 3), cache.decr("kept")] == [1, 4, 3]
        assert [0 < redis.ttl(key) <= 60 for key in redis.scan_iter("*kept")] == [True]
        assert not list(redis.scan_iter("*gone"))

    def test_nobody_there(self, steady):
        cache = steady("redis://127.0.0.1:1/0")
        assert cache.add("code", "used", 60)
        assert not cache.add("code", "used", 60), "a code stays used, and a limit stays a limit"
        cache.set("limit", [1.0], 60)
        assert cache.get("limit") == [1.0]

    def test_a_redis_that_does_not_answer_is_asked_once(self, steady):
        """Ten questions must not wait ten times."""
        with socket.create_server(("127.0.0.1", 0)) as silent:
            cache = steady(f"redis://127.0.0.1:{silent.getsockname()[1]}/0")
            for number in range(10):
                cache.set(f"limit{number}", number)
            silent.settimeout(0)
            connections = 0
            while True:
                try:
                    silent.accept()
                    connections += 1
                except BlockingIOError:
                    break
        assert connections == 1
        assert cache.get("limit7") == 7

    @pytest.mark.redis
    def test_it_is_redis_again_when_it_is_back(self, steady, monkeypatch):
        with RedisServer() as server:
            cache = steady(server.url)
            cache.set("limit", "before")
            server.kill()
            cache.set("limit", "meanwhile")
            assert cache.get("limit") == "meanwhile"
            server.start()
            come_back(monkeypatch)
            cache.set("limit", "after")
            assert steady(server.url).get("limit") == "after"
        assert RETRY_AFTER_SECONDS < 60


@pytest.mark.django_db
class TestSigningInWithoutRedis:
    @pytest.fixture(autouse=True)
    def redis_is_away(self, settings, steady):
        settings.CACHES = {
            "default": {
                "BACKEND": "caledonia_site.common.caches.SteadyRedisCache",
                "LOCATION": "redis://127.0.0.1:1/0",
                "OPTIONS": {"socket_connect_timeout": 0.3},
            }
        }
        caches["default"].clear()
        yield
        caches["default"].clear()

    def test_people_come_in(self):
        open_account()
        client = Client()
        assert sign_in(client).status_code == 302
        assert client.get("/account/").status_code == 200

    def test_guessing_is_still_limited(self, client):
        open_account()
        for _ in range(5):
            sign_in(client, password="guess")
        assert "Too many wrong attempts" in text_of(sign_in(client))
