"""Which way messages go to the workers."""

from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from caledonia_site.settings.environment import PREFIX, SettingError

# Above the longest job: Redis hands out a message again when it was not acknowledged for so long.
VISIBILITY_SECONDS = 2 * 60 * 60


class Broker(NamedTuple):
    url: str
    transport: str | None
    options: dict[str, Any]
    carries_remote_control: bool


def broker_for(address: str, data_dir: Path) -> Broker:
    if address == "embedded":
        return Broker(
            url="embedded://localhost",
            transport="caledonia_site.embedded.broker:FileTransport",
            options={"folder": str(data_dir / "broker"), "polling_interval": 0.1},
            # Remote control needs broadcasts, which a folder of files does not offer.
            carries_remote_control=False,
        )
    if not _is_redis_address(address):
        # The value may hold a password, so it is not repeated.
        raise SettingError(
            f"the setting {PREFIX}BROKER_URL is no broker address: write embedded or redis://:password@host:6379/0."
        )
    return Broker(
        url=address,
        transport=None,
        options={
            "visibility_timeout": VISIBILITY_SECONDS,
            # Whoever saves a game waits at most this long for a broker that is away or does not answer.
            "socket_connect_timeout": 0.5,
            "socket_timeout": 1,
            "max_retries": 0,
            "health_check_interval": 25,
        },
        carries_remote_control=True,
    )


def _is_redis_address(address: str) -> bool:
    try:
        parts = urlsplit(address)
        return parts.scheme in {"redis", "rediss"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
