"""What a sheet weighs before it is compressed: it is opened in cellars, on phones, over slow connections."""

import re

import pytest

from tests.games.sheets.posting import new_address

pytestmark = pytest.mark.django_db

# Drawn when first opened, or sent once for all sheets; what weighs here is the pad itself.
APART = re.compile(
    "|".join(
        (
            r'<script id="sheet-description".*?</script>',
            r'<details class="tiles".*?</details>',
            r'<div class="picker" .*?</div></div>(?=</div>)',
            r'<div class="sheet-disclosures">.*?(?=<fieldset class="round-tabs"|<div class="sheet-scroll")',
        )
    ),
    re.DOTALL,
)


@pytest.mark.parametrize(("system", "kilobytes"), [("clans_of_caledonia", 60), ("glen_more_2", 110)])
def test_the_pad_of_four_is_light(client, system, kilobytes):
    page = client.get(new_address(system, human=4)).content.decode()
    assert len(APART.sub("", page).encode()) < kilobytes * 1000


def test_a_field_that_nothing_is_wrong_with_says_nothing_of_mistakes(client):
    page = client.get(new_address(human=4)).content.decode()
    assert "data-error-for" not in page
