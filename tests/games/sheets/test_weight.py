"""What a sheet weighs before it is compressed: it is opened in cellars, on phones, over slow connections."""

import pytest

from tests.games.sheets.posting import new_address

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("system", ["clans_of_caledonia", "glen_more_2"])
def test_a_sheet_of_four_is_light(client, system):
    page = client.get(new_address(system, human=4)).content
    assert len(page) < 120_000


def test_a_field_that_nothing_is_wrong_with_says_nothing_of_mistakes(client):
    page = client.get(new_address(human=4)).content.decode()
    assert "data-error-for" not in page
