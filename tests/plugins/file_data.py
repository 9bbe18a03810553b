"""What is costly to make is made once for all tests of a file, and each of them finds it as it was made.

    @pytest.fixture(scope="module")
    def made(file_data):
        with file_data():
            return World()

    @pytest.fixture
    def world(made, db):
        return made

A transaction is held open around the tests of the file; that of each test is a part of it, and undone as ever. Objects
in memory are not undone: a test that changes one of its attributes takes a copy.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.db import transaction

FileData = Callable[[], AbstractContextManager[Any]]


@pytest.fixture(scope="module")
def file_data(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any
) -> Iterator[FileData]:
    real = [item.name for item in request.session.items if item.path == request.path and _is_real(item)]
    assert not real, f"these need real transactions, and a file of their own: {real}"
    around = transaction.atomic()
    with django_db_blocker.unblock():
        around.__enter__()
    yield django_db_blocker.unblock
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        around.__exit__(None, None, None)


def _is_real(item: pytest.Item) -> bool:
    mark = item.get_closest_marker("django_db")
    names = set(getattr(item, "fixturenames", ()))
    return bool({"transactional_db", "live_server"} & names or (mark and mark.kwargs.get("transaction")))
