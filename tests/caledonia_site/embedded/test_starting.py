"""What must hold before a start; the sentences on a real terminal are in tests/processes/test_refusals.py."""

import pytest

from caledonia_site.embedded.start import (
    CannotStartError,
    check_address,
    check_data_folder,
    lock_data_folder,
    site_address,
)
from caledonia_site.settings.environment import SettingError
from tests.servers.server import free_port


def test_the_address_has_a_default_and_follows_the_environment(monkeypatch):
    assert site_address() == ("127.0.0.1", 8000)
    monkeypatch.setenv("CALEDONIA_HOST", "0.0.0.0")
    monkeypatch.setenv("CALEDONIA_PORT", "8123")
    assert site_address() == ("0.0.0.0", 8123)


@pytest.mark.parametrize("port", ["eighty", "0", "65536"])
def test_a_port_that_is_none(monkeypatch, port):
    monkeypatch.setenv("CALEDONIA_PORT", port)
    with pytest.raises(SettingError, match=f"CALEDONIA_PORT is '{port}', but must be a whole number"):
        site_address()


@pytest.mark.parametrize("host", ["192.0.2.1", "no such host"])
def test_a_host_of_another_machine(host):
    with pytest.raises(CannotStartError, match=f"{host} is no address of this machine"):
        check_address(host, free_port())


def test_a_free_port_passes_again_and_again():
    port = free_port()
    check_address("127.0.0.1", port)
    check_address("127.0.0.1", port)


def test_a_data_folder_is_made_and_left_empty(tmp_path):
    check_data_folder(tmp_path / "new" / "data")
    assert list((tmp_path / "new" / "data").iterdir()) == []


def test_a_data_folder_has_one_owner_at_a_time(tmp_path):
    with lock_data_folder(tmp_path), pytest.raises(CannotStartError, match="running already"):
        lock_data_folder(tmp_path)
    lock_data_folder(tmp_path).close()
