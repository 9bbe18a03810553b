from collections.abc import Callable
from typing import Any

import pytest

from caledonia_site.common.jobs import topics


@pytest.fixture
def register_topic(monkeypatch: pytest.MonkeyPatch) -> Callable[[topics.Topic[Any]], topics.Topic[Any]]:
    """Register a topic for one test."""

    def register(topic: topics.Topic[Any]) -> topics.Topic[Any]:
        monkeypatch.setitem(topics._topics, topic.name, topic)
        return topic

    return register
