"""A table of two, whose sheet is open to both."""

import pytest

from tests.games.joint_sheets.tables import open_table


@pytest.fixture
def table(client):
    return open_table(client, "Ailsa", "Rory")
