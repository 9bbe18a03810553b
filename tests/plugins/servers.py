"""Which database the suite runs on, and what happens when a program some tests need is missing.

Loaded by `-p` (see pyproject.toml), so that it comes before pytest-django reads the settings.
"""

import os
import shutil
import signal
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.plugins import small_disk
from tests.servers import PostgresServer, Program, RedisServer, missing_programs
from tests.servers.programs import INSTALL_HINT

PROGRAM_FIXTURES = {
    "postgres_server": Program.POSTGRES,
    "redis_server": Program.REDIS,
    "browser": Program.BROWSER,
}
DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "django_db_reset_sequences"}
# Tests of pages and of the API are in folders of these names. (Those of accounts are not: databases compare addresses
# differently.)
FACADES = {"web", "api", "share", "sheets", "tokens"}
# Made by services, row by row: what is special about storing a million demo games, or an imported file of thousands, is
# tried on each database by the files beside these.
MADE_BY_SERVICES = {"test_demo.py", "test_round_trip.py"}

running = pytest.StashKey[ExitStack]()
left_out = pytest.StashKey[Counter[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("caledonia")
    group.addoption(
        "--database", choices=("sqlite", "postgres"), default="sqlite", help="what the suite runs on"
    )
    group.addoption(
        "--only-database-tests", action="store_true", help="leave out what another database cannot change"
    )


class SuitePostgres(PostgresServer):
    """Without what pays for large tables only."""

    settings: ClassVar[dict[str, str]] = PostgresServer.settings | {"jit": "off", "autovacuum": "off"}


def is_xdist_worker() -> bool:
    return "PYTEST_XDIST_WORKER" in os.environ


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(
    early_config: pytest.Config, parser: pytest.Parser, args: list[str]
) -> None:
    """Before Django's settings load: the environment they read. Workers of xdist inherit it."""
    early_config.stash[left_out] = Counter()
    # Being told to stop is like Ctrl-C: servers and folders are cleared away first.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if is_xdist_worker():
        return
    if os.environ.get("CI") and (missing := missing_programs()):
        names = ", ".join(program.label for program in missing)
        raise pytest.UsageError(f"CI must leave nothing out, but this machine has no {names}: {INSTALL_HINT}")
    stack = early_config.stash[running] = ExitStack()
    early_config.add_cleanup(stack.close)
    # The suite never reads or writes what a person keeps in the project's own data folder.
    for name in [name for name in os.environ if name.startswith("CALEDONIA_") and "SCREENSHOT" not in name]:
        del os.environ[name]
    folder = tempfile.mkdtemp(prefix="caledonia-tests-")
    stack.callback(shutil.rmtree, folder, ignore_errors=True)
    os.environ["CALEDONIA_DATA_DIR"] = folder
    os.environ["CALEDONIA_LOG_LEVEL"] = "WARNING"
    if parser.parse_known_args(args).database == "postgres":
        if Program.POSTGRES in missing_programs():
            raise pytest.UsageError(f"this machine has no PostgreSQL: {INSTALL_HINT}")
        server = stack.enter_context(SuitePostgres())
        os.environ["CALEDONIA_DATABASE_URL"] = server.url


def touches_database(item: pytest.Item) -> bool:
    return item.get_closest_marker("django_db") is not None or bool(
        DATABASE_FIXTURES & set(getattr(item, "fixturenames", ()))
    )


def is_facade(path: Path, config: pytest.Config) -> bool:
    return bool(FACADES & set(path.relative_to(config.rootpath).parts[2:]))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Files of which nothing would be left are not even read."""
    if not config.getoption("only_database_tests") or collection_path.suffix != ".py":
        return None
    is_needless = collection_path.name in MADE_BY_SERVICES or (
        is_facade(collection_path, config) and "transaction" not in collection_path.read_text()
    )
    return is_needless or None


def asks_about_the_database(item: pytest.Item) -> bool:
    """Of pages and the API: what real transactions do. The rest is words and forms on top of services and selectors,
    whose own tests run on every database; that each page and operation can be asked for at all is tried on each of
    them by tests/security and tests/api.
    """
    if not touches_database(item) or item.path.name in MADE_BY_SERVICES:
        return False
    if not is_facade(item.path, item.config):
        return True
    mark = item.get_closest_marker("django_db")
    return "transactional_db" in item.fixturenames or bool(mark and mark.kwargs.get("transaction"))


def tell_apart(items: list[pytest.Item]) -> None:
    """xdist runs only one of several tests with the same id. pytest leaves out of the id what it did not put into the
    name itself, which for tests made by schemathesis is the operation.
    """
    for item in items:
        if item.parent and not item.nodeid.endswith(item.name):
            item._id = item.parent.id.child(item.name)
    twice = [nodeid for nodeid, times in Counter(item.nodeid for item in items).items() if times > 1]
    if twice:
        raise pytest.UsageError(f"only one test of each of these names would run: {', '.join(twice)}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    tell_apart(items)
    missing = {program.value for program in missing_programs()}
    kept, dropped = [], []
    for item in items:
        for fixture, program in PROGRAM_FIXTURES.items():
            if fixture in getattr(item, "fixturenames", ()):
                item.add_marker(program.value)
        if small_disk.MARKER in getattr(item, "fixturenames", ()):
            item.add_marker(small_disk.MARKER)
        if item.get_closest_marker(small_disk.MARKER) and not small_disk.can_mount():
            missing.add(small_disk.MARKER)
        unmet = sorted(missing & {mark.name for mark in item.iter_markers()})
        config.stash[left_out].update(unmet)
        wanted = asks_about_the_database(item) or not config.getoption("only_database_tests")
        other = "only_on_sqlite" if config.getoption("database") == "postgres" else "only_on_postgres"
        wanted = wanted and not item.get_closest_marker(other)
        (kept if wanted and not unmet else dropped).append(item)
    if dropped:
        items[:] = kept
        config.hook.pytest_deselected(items=dropped)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker of xdist tells the controller what it left out: only the controller has a terminal."""
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["left_out"] = dict(session.config.stash[left_out])


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    reported = getattr(node, "workeroutput", {}).get("left_out", {})
    # Every worker collects the whole suite, so their counts are the same and are not added up.
    node.config.stash[left_out] |= Counter(reported)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    for marker, count in config.stash[left_out].items():
        need = (
            small_disk.NEED
            if marker == small_disk.MARKER
            else f"need {Program(marker).label}, which this machine does not have. To run them: {INSTALL_HINT}"
        )
        terminalreporter.write_line(f"LEFT OUT: {count} tests {need}", yellow=True)


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    """A Redis of this test process; a test that plays an outage starts its own."""
    with RedisServer() as server:
        yield server


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL apart from the suite's own database."""
    with PostgresServer() as server:
        yield server
