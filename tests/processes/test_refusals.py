"""A machine on which the site cannot start: one clear sentence, an exit code, no traceback."""

import os
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


def test_a_data_folder_that_may_only_be_read(tmp_path_factory):
    folder = tmp_path_factory.mktemp("others")
    for path in folder.parents[:2]:
        path.chmod(0o755)
    (folder / "secret-key").write_text("s" * 50)
    (folder / "secret-key").chmod(0o644)
    folder.chmod(0o555)
    # Root may write everywhere, so it becomes nobody.
    nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.geteuid() == 0 else []
    assert_refused(
        serve(folder, wrapper=nobody), f"the data folder {folder} cannot be written (Permission denied)"
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
