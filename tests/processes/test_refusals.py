"""A machine on which the site cannot start: one clear sentence, an exit code, no traceback."""

import os
import shutil
import socket
import subprocess
import sys

import pytest

from tests.processes.site import PROJECT
from tests.servers.server import free_port

pytestmark = pytest.mark.processes


def serve(folder, settings="caledonia_site.settings.dev", wrapper=(), **environment):
    clean = {name: value for name, value in os.environ.items() if not name.startswith("CALEDONIA_")}
    defaults = {"CALEDONIA_DATA_DIR": str(folder), "CALEDONIA_PORT": str(free_port())}
    return subprocess.run(
        [*wrapper, sys.executable, "manage.py", "serve"],
        env=clean | {"DJANGO_SETTINGS_MODULE": settings} | defaults | environment,
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=240,
    )


def assert_refused(run, sentence):
    assert run.returncode not in {0, None}
    assert run.stdout == ""
    assert run.stderr.startswith("caledonia: ")
    assert run.stderr.endswith(".\n")
    assert run.stderr.count("\n") == 1, run.stderr
    assert sentence in run.stderr


def test_a_taken_port(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        run = serve(tmp_path, CALEDONIA_PORT=str(port))
    assert_refused(run, f"port {port} on 127.0.0.1 is taken by another program")


def test_a_file_where_the_data_folder_should_be(tmp_path):
    (tmp_path / "data").write_text("")
    assert_refused(serve(tmp_path / "data"), "data folder")


def test_a_data_folder_that_may_only_be_read(tmp_path):
    (tmp_path / "secret-key").write_text("s" * 50)
    tmp_path.chmod(0o555)
    # Root may write everywhere. It gives up that right rather than become somebody else, who might not even be allowed
    # to enter the checkout.
    weak = ["setpriv", "--bounding-set=-dac_override"] if os.geteuid() == 0 else []
    assert_refused(
        serve(tmp_path, wrapper=weak), f"the data folder {tmp_path} cannot be written (Permission denied)"
    )


def test_an_unreachable_database(tmp_path):
    address = f"postgres://caledonia@127.0.0.1:{free_port()}/caledonia"
    assert_refused(serve(tmp_path, CALEDONIA_DATABASE_URL=address), "the database cannot be reached")


def test_a_database_file_that_is_none(tmp_path):
    (tmp_path / "caledonia.sqlite3").write_text("no database " * 1000)
    assert_refused(serve(tmp_path), "file is not a database")


def test_a_wrong_setting(tmp_path):
    run = serve(tmp_path, CALEDONIA_BROKER_URL="amqp://guest:pw@host")
    assert_refused(run, "CALEDONIA_BROKER_URL is no broker address")
    assert "pw" not in run.stderr


def test_production_without_its_settings(tmp_path):
    run = serve(tmp_path, settings="caledonia_site.settings.prod")
    assert_refused(run, "CALEDONIA_SECRET_KEY is missing")


# What an older Python says of itself; the rest of it does not matter, for it is asked first.
OLD = "import sys; sys.version_info = (3, 10, 4); "


def test_an_old_python():
    command = [sys.executable, "-c", f"{OLD}import runpy; runpy.run_path('manage.py', run_name='__main__')"]
    run = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True)
    assert_refused(run, "Python 3.11 or newer is needed, and this is 3.10.")


def test_an_old_python_for_make(tmp_path):
    shutil.copy(PROJECT / "Makefile", tmp_path)
    python = tmp_path / "python3.10"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} -c "{OLD}exec(sys.argv[1])" "$2"\n')
    python.chmod(0o755)
    run = subprocess.run(["make", f"PYTHON={python}", "run"], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode != 0
    assert "Caledonia needs Python 3.11 or newer, and" in run.stderr
    assert "Traceback" not in run.stderr
    assert not (tmp_path / ".venv").exists()


def test_a_task_make_does_not_know():
    run = subprocess.run(["make", "nonsense"], cwd=PROJECT, capture_output=True, text=True)
    assert run.returncode == 2
    assert "There is no 'make nonsense' here; 'make' alone lists what there is." in run.stderr
