"""The broker by setting, and one sentence for a value that is none."""

from pathlib import Path

import pytest

from caledonia_site.settings.broker import broker_for
from caledonia_site.settings.environment import SettingError


def test_the_embedded_broker_lives_in_the_data_folder():
    broker = broker_for("embedded", Path("/data"))
    assert broker.options["folder"] == "/data/broker"


@pytest.mark.parametrize("address", ["redis://localhost", "redis://:pw@host:6379/1", "rediss://host/0"])
def test_redis_addresses_are_taken_as_they_are(address):
    broker = broker_for(address, Path("/data"))
    assert broker.url == address
    assert broker.transport is None


@pytest.mark.parametrize(
    "address", ["", "redis", "redis://", "amqp://me:pw@host", "redis://host:pw", "http://host"]
)
def test_anything_else_is_refused_without_repeating_it(address):
    with pytest.raises(SettingError, match="CALEDONIA_BROKER_URL is no broker address") as refusal:
        broker_for(address, Path("/data"))
    assert "pw" not in str(refusal.value).replace("password", "")
