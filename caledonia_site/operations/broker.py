"""Whether the broker answers, and how many messages wait in it."""

from dataclasses import dataclass, field
from typing import Any

import structlog
from celery import current_app

from caledonia_site.common.jobs.topics import Queue

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class BrokerState:
    answers: bool
    waiting: dict[str, int] = field(default_factory=dict)


def broker_state() -> BrokerState:
    """Asks with the short patience of whoever saves a game: an operator's page must open without a broker."""
    with current_app.connection_for_write() as connection:
        try:
            connection.connect()
            channel: Any = connection.default_channel
            # Kombu's own count; a queue that nobody has used yet holds none.
            waiting = {str(queue): int(channel._size(queue)) for queue in Queue}
        except (*connection.connection_errors, *connection.channel_errors) as error:
            log.warning("broker_away", reason=type(error).__name__)
            return BrokerState(answers=False)
    return BrokerState(answers=True, waiting=waiting)
