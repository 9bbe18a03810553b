"""Caches for what must be counted once, whoever asks: rate limits, and codes that may be used only once."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import structlog
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.filebased import FileBasedCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from django.core.files import locks
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)

# So long we leave Redis alone after it failed: a sign-in asks the cache ten times, and may not wait each time.
RETRY_AFTER_SECONDS = 5.0


class SharedFileCache(FileBasedCache):
    """Django's file cache with an `add` that only one of several callers wins.

    Django looks first and writes afterwards, so that two requests at the same moment would both be told that
    they were first: the same one-time code would open the door twice.
    """

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        self._createdir()  # type: ignore[attr-defined]
        with (Path(self._dir) / "add.lock").open("a") as guard:  # type: ignore[attr-defined]
            locks.lock(guard, locks.LOCK_EX)
            return super().add(key, value, timeout, version)


def _steady(name: str) -> Callable[..., Any]:
    def method(self: "SteadyRedisCache", *args: Any, **kwargs: Any) -> Any:
        return self.ask(name, *args, **kwargs)

    return method


class SteadyRedisCache(RedisCache):
    """Redis while it answers; while it does not, a cache in the memory of this process.

    People must be able to sign in when Redis is away, and guessing passwords must stay limited: each process
    then counts for itself, so the limits are looser by the number of processes, but never gone.
    """

    _away_until = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        # Entries of the fallback are shared by all threads of the process through its name.
        self._fallback = LocMemCache(
            "while-redis-is-away", {k: v for k, v in params.items() if k != "OPTIONS"}
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
