"""A process that cannot run is not started for ever; the rest is in tests/processes/test_embedded.py."""

import multiprocessing
import os
import time

import pytest

from caledonia_site.embedded.process import Role
from caledonia_site.embedded.starting import CannotStartError
from caledonia_site.embedded.supervisor import DEATHS_ALLOWED, Child


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_process_that_always_dies_is_given_up_with_a_sentence(tmp_path):
    log = tmp_path / "worker.log"
    log.write_text("the run before")
    starts = []

    def start(role, log):
        starts.append(role)
        process = multiprocessing.get_context("fork").Process(target=os._exit, args=(3,))
        process.start()
        return process

    child = Child(Role.WORKER, log, start)
    assert (tmp_path / "worker.log.1").read_text() == "the run before"
    sentences = []

    def keep_running_for_ever():
        while True:
            sentences.append(child.keep_running())
            time.sleep(0.01)

    with pytest.raises(CannotStartError, match=f"worker process ended 5 times in a row; its log is {log}"):
        keep_running_for_ever()
    assert len(starts) == DEATHS_ALLOWED
    assert [sentence for sentence in sentences if sentence] == [
        "the worker process ended (exit code 3) and is started again."
    ] * (DEATHS_ALLOWED - 1)
