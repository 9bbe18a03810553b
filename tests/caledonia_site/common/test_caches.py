"""Counting once, whoever asks; and what happens while Redis is away."""

import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
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
