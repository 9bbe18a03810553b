"""The rehearsal itself: production starts, works through the proxy, and stops."""

import subprocess

import pytest

from tests.deploy.rehearsal.units import PROJECT

pytestmark = [pytest.mark.processes, pytest.mark.postgres, pytest.mark.redis, pytest.mark.nginx]


def test_production_can_be_rehearsed_with_one_command():
    done = subprocess.run([PROJECT / "deploy" / "rehearse"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "all went well" in done.stdout
