"""A run of tests that forgets a process: it is ended, named, and the run has failed."""

import os
import subprocess
import sys

import pytest

from tests.processes.site import PROJECT
from tests.processes.waiting import is_running, wait_until

pytestmark = pytest.mark.processes

FORGETFUL = """
import subprocess, sys
from pathlib import Path

def test_that_forgets():
    # Away from its parent, as a site is that was started in a session of its own.
    sleeper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    Path(__file__).with_name("pid").write_text(str(sleeper.pid))
    assert {outcome}
"""


@pytest.mark.parametrize("outcome", [True, False], ids=["passes", "fails"])
def test_what_a_test_started_ends_with_the_run(tmp_path, outcome):
    file = tmp_path / "test_forgetful.py"
    file.write_text(FORGETFUL.format(outcome=outcome))
    plain = ["-c", os.devnull, f"--rootdir={tmp_path}", "-p", "tests.plugins.leftovers", "-p", "no:django"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *plain, str(file)], cwd=PROJECT, capture_output=True, text=True
    )
    assert run.returncode != 0
    assert f"1 {'passed' if outcome else 'failed'}" in run.stdout
    assert "these were still running, and are ended now" in run.stderr
    pid = int((tmp_path / "pid").read_text())
    wait_until(lambda: not is_running(pid), "the forgotten process has ended")
