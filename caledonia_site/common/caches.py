"""Caches for what must be counted once, whoever asks: rate limits, and codes that may be used only once."""

import pickle
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import structlog
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.filebased import FileBasedCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from django.core.files import locks
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)

# So long we leave Redis alone after it failed: a sign-in asks the cache ten times, and may not wait each time.
RETRY_AFTER_SECONDS = 5.0
# So many entries are kept meanwhile. Django's 300 would be pushed out by a few sign-ins, and their limits with them.
MOST_MEANWHILE = 20_000


class SharedFileCache(FileBasedCache):
    """Django's file cache with an `add` that only one of several callers wins, and an `incr` that counts each of them.

    Django looks first and writes afterwards, so that two requests at the same moment would both be told that
    they were first: the same one-time code would open the door twice, and two requests be counted as one. And it
    forgets how long a number was to be kept.
    """

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        with self._one_at_a_time():
            return super().add(key, value, timeout, version)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        with self._one_at_a_time():
            number = self.get(key, None, version)
            if number is None:
                raise ValueError(f"Key {key!r} not found")
            # A file begins with the moment it runs out.
            with open(self._key_to_file(key, version), "rb") as file:  # type: ignore[attr-defined]
                ends = pickle.load(file)  # noqa: S301
            number += delta
            self.set(key, number, None if ends is None else ends - time.time(), version)
            return int(number)

    @contextmanager
    def _one_at_a_time(self) -> Iterator[None]:
        self._createdir()  # type: ignore[attr-defined]
        with (Path(self._dir) / "add.lock").open("a") as guard:  # type: ignore[attr-defined]
            locks.lock(guard, locks.LOCK_EX)
            yield

    def _cull(self) -> None:
        """Django takes any third of the entries. What has run out goes first: an entry pushed out before its time is a
        limit forgotten.
        """
        names = self._list_cache_files()  # type: ignore[attr-defined]
        if len(names) >= self._max_entries:
            for name in names:
                with suppress(FileNotFoundError), open(name, "rb") as file:
                    self._is_expired(file)  # type: ignore[attr-defined]
            super()._cull()  # type: ignore[misc]


def _steady(name: str) -> Callable[..., Any]:
    def method(self: "SteadyRedisCache", *args: Any, **kwargs: Any) -> Any:
        return self.ask(name, *args, **kwargs)

    return method


class CountingRedisClient(RedisCacheClient):
    """Django asks first whether there is such a number and counts afterwards: one that runs out in between would begin
    anew, and never run out again.
    """

    COUNT = "if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('INCRBY', KEYS[1], ARGV[1]) end"

    def incr(self, key: Any, delta: int) -> int:
        number = self.get_client(key, write=True).eval(self.COUNT, 1, key, delta)
        if number is None:
            raise ValueError(f"Key {key!r} not found")
        return int(number)


class SteadyRedisCache(RedisCache):
    """Redis while it answers; while it does not, a cache in the memory of this process.

    People must be able to sign in when Redis is away, and guessing passwords must stay limited: each process
    then counts for itself, so the limits are looser by the number of processes, but never gone.
    """

    _away_until = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = CountingRedisClient
        # Entries of the fallback are shared by all threads of the process through its name.
        self._fallback = LocMemCache(
            "while-redis-is-away", {**params, "OPTIONS": {"MAX_ENTRIES": MOST_MEANWHILE}}
        )

    def ask(self, name: str, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= SteadyRedisCache._away_until:
            try:
                return getattr(super(), name)(*args, **kwargs)
            except RedisError as error:
                SteadyRedisCache._away_until = time.monotonic() + RETRY_AFTER_SECONDS
                log.warning("cache_away", reason=type(error).__name__)
        return getattr(self._fallback, name)(*args, **kwargs)

    add = _steady("add")
    get = _steady("get")
    set = _steady("set")
    touch = _steady("touch")
    delete = _steady("delete")
    get_many = _steady("get_many")
    has_key = _steady("has_key")
    incr = _steady("incr")
    set_many = _steady("set_many")
    delete_many = _steady("delete_many")
    clear = _steady("clear")
