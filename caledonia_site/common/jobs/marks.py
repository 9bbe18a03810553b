"""Saying that derived data is out of date."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date

from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.transaction import get_connection

from caledonia_site.common.jobs.dispatch import dispatch
from caledonia_site.common.jobs.models import DirtyMark
from caledonia_site.common.jobs.topics import topic_named

_in_a_hurry = ContextVar("in_a_hurry", default=True)


@dataclass(frozen=True)
class _DispatchOnCommit:
    topic: str
    key: str

    def __call__(self) -> None:
        dispatch(topic=self.topic, key=self.key)


def mark_dirty(*, topic: str, key: str = "", since: date | None = None) -> None:
    """In the caller's transaction: what `key` stands for in the topic must be recomputed, from the date `since` on.

    When the transaction commits, a worker is told to look now; if that message is lost, the sweep looks.
    """
    topic_named(topic)
    DirtyMark.objects.create(topic=topic, key=key, since=since)
    if _in_a_hurry.get():
        _dispatch_once_on_commit(_DispatchOnCommit(topic, key))


@contextmanager
def marks_for_the_sweep() -> Iterator[None]:
    """Marks made in here wait for the next sweep: in one of many steps of a long change, after each of which
    everything would be computed anew.
    """
    before = _in_a_hurry.set(False)
    try:
        yield
    finally:
        _in_a_hurry.reset(before)


def _dispatch_once_on_commit(callback: _DispatchOnCommit) -> None:
    """A transaction that saves a thousand games sends one message per key, not a thousand."""
    connection = get_connection(DEFAULT_DB_ALIAS)
    around_us = set(connection.savepoint_ids)
    # An equal callback serves for ours too, unless it belongs to a savepoint that may be rolled back
    # without us.
    if not any(queued == callback and set(ids) <= around_us for ids, queued, *_ in connection.run_on_commit):
        transaction.on_commit(callback, robust=True)
