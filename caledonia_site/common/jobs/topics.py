"""The kinds of derived data, each with the way it is recomputed."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from datetime import date
from enum import StrEnum
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")


class Queue(StrEnum):
    FAST = "fast"
    BULK = "bulk"


class UnknownTopicError(LookupError):
    """No app registered a topic of this name."""


class Topic(ABC, Generic[Result]):
    """One kind of derived data, computed by jobs that a key names (a pool, a season ...; "" when there is only one).

    Both steps must be safe to run twice or late: `compute` says what is true now, not what changed.
    `independent` jobs may be rebuilt side by side: none reads what another one wrote.
    """

    name: str
    queue: Queue = Queue.FAST
    independent: bool = False

    def all_keys(self) -> Iterable[str]:
        """The keys of all jobs there are, for a rebuild from nothing."""
        return [""]

    @abstractmethod
    def compute(self, *, key: str, since: date | None) -> Result:
        """Read and calculate; may take long, runs outside any transaction, writes nothing.

        Nothing before `since` has changed; None means that everything may have.
        """

    @abstractmethod
    def publish(self, *, key: str, result: Result) -> None:
        """Write the result; short, runs in the transaction that removes the marks."""


_topics: dict[str, Topic[Any]] = {}


def register(topic: Topic[Any]) -> None:
    """Called once per topic from the `ready` of the app that owns it."""
    if type(_topics.get(topic.name, topic)) is not type(topic):
        raise ValueError(f"two topics are named {topic.name}")
    _topics[topic.name] = topic


def topic_named(name: str) -> Topic[Any]:
    try:
        return _topics[name]
    except KeyError:
        raise UnknownTopicError(name) from None


def topic_names() -> list[str]:
    return sorted(_topics)
