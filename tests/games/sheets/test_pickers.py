"""What is drawn when it is first opened: by the server without a script, and what scripts draw it from."""

import json
import re

import pytest

from games.results.models import Game
from games.sheets.outline import outline_of, skeleton_of
from games.sheets.rules import words_text
from games.systems.registry import system_keys
from scoring import registry
from tests.factories.games import two_seats
from tests.games.sheets.posting import new_address, posted_sheet

pytestmark = pytest.mark.django_db

CLANS = "clans_of_caledonia"
TILES = "seats[0].contract_tiles"
MILESTONES = ["ports", "upgrades", "all_workers", "units"]


def page_of(client, system=CLANS, **seats):
    return client.get(new_address(system, **seats)).content.decode()


def redrawn(client, system=CLANS, **fields):
    """A sheet of two that a browser without scripts sends to be drawn again."""
    raw = {"seats": [{}, {}]}
    return client.post(new_address(system), posted_sheet(raw, **fields)).content.decode()


def select_of(html, path):
    return re.search(rf'<select [^>]*name="{re.escape(path)}".*?</select>', html, re.DOTALL)[0]


class TestWithoutAScript:
    def test_a_new_sheet_has_neither_set_up_nor_tiles(self, client):
        page = page_of(client, human=4)
        assert 'name="setup.' not in page
        assert f'name="{TILES}"' not in page
        assert 'name="_draw" value="setup"' in page
        assert f'name="_draw" value="{TILES}"' in page

    def test_the_set_up_is_drawn_when_it_is_asked_for_and_stays(self, client):
        page = redrawn(client, _draw="setup", **{"seats[1].glory": "45"})
        assert select_of(page, "setup.map_a")
        assert select_of(page, "seats[0].colour")
        assert '<details class="disclosure" data-part="setup" open>' in page
        assert re.search(r'<input [^>]*name="seats\[1\]\.glory"[^>]* value="45"', page)
        assert 'name="_drawn" value="setup"' in page
        assert select_of(redrawn(client, _drawn="setup"), "setup.map_a")

    def test_a_set_up_in_which_something_stands_is_drawn(self, client):
        assert select_of(redrawn(client, **{"setup.map_a": "side_1"}), "setup.map_a")
        assert select_of(redrawn(client, **{"seats[0].colour": "red"}), "setup.map_a")

    def test_the_tiles_of_one_seat_are_drawn_when_they_are_asked_for(self, client):
        page = redrawn(client, _draw=TILES, **{"seats[1].contract_tiles": ["3", "12"]})
        assert len(re.findall(rf'<input type="checkbox" [^>]*name="{re.escape(TILES)}"', page)) == 50
        assert re.search(r'<dialog class="picker" id="seats-0-contract_tiles-picker" [^>]*open>', page)
        # Those of the other seat wait for their turn, and what it has is not to be had.
        other = re.findall(r'<input type="hidden" name="seats\[1\]\.contract_tiles" value="(\d+)">', page)
        assert other == ["3", "12"]
        assert len(re.findall(r'class="tile taken"', page)) == 2

    def test_opening_a_part_records_nothing(self, client):
        fields = posted_sheet(two_seats(), _draw="setup") | {"setup.map_a": "side_1"}
        page = client.post(new_address(CLANS), fields).content.decode()
        assert not Game.objects.exists()
        assert '<option value="side_1" selected' in select_of(page, "setup.map_a")

    def test_lists_of_tiles_by_round_are_drawn_one_by_one(self, client):
        path = "seats[0].rounds.a.gangsters"
        page = redrawn(client, "glen_more_2", _draw=path, **{"options.penny_mobs": "yes"})
        assert f'type="checkbox" id="{path.replace("[0].", "-0-").replace(".", "-")}' in page
        assert 'name="_draw" value="seats[1].rounds.a.gangsters"' in page

    def test_a_taken_clan_says_by_whom(self, client):
        page = redrawn(client, **{"seats[1].player": "Bruno", "seats[1].clan": "campbell"})
        assert ">Campbell · Bruno</option>" in select_of(page, "seats[0].clan")
        assert ">Campbell</option>" in select_of(page, "seats[1].clan")

    def test_the_turn_order_is_asked_where_the_clans_are(self, client):
        page = page_of(client, human=2)
        clan, order, glory = (page.index(f'id="row-{key}"') for key in ("clan", "turn_order", "glory"))
        assert clan < order < glory
        # Alone nobody is asked who began.
        assert 'id="row-turn_order"' not in page_of(client, human=1)
        assert "turn_order" not in page_of(client, "glen_more_2", human=2)

    def test_a_milestone_is_chosen_by_the_name_of_the_place(self, client):
        page = redrawn(client, **{"options.train": "full", "seats[0].milestone_1": "1"})
        select = select_of(page, "seats[0].milestone_1")
        assert re.findall(r">([^<]*)</option>", select) == ["–", "1st", "2nd"]
        assert '<option value="1" selected>' in select
        assert "claimed as player" not in page

    def test_a_place_that_nobody_can_have_is_still_shown(self, client):
        page = redrawn(client, **{"options.train": "full", "seats[0].milestone_1": "4"})
        assert '<option value="4" selected>4th' in select_of(page, "seats[0].milestone_1")

    def test_a_milestone_has_the_name_of_its_tile(self, client):
        fields = {"options.train": "full", "setup.milestone_tiles": MILESTONES}
        page = redrawn(client, **fields)
        assert re.search(r'data-places="milestone_1"[^>]*><th [^>]*>Three ports</th>', page)
        bare = redrawn(client, **{"options.train": "full"})
        assert re.search(r'data-places="milestone_1"[^>]*><th [^>]*>Milestone 1</th>', bare)


@pytest.mark.parametrize("system", system_keys())
class TestForScripts:
    def test_the_skeleton_names_every_field(self, system):
        description = registry.get(system).description
        skeleton = skeleton_of(description)
        for scope in ("options", "setup", "game", "seat"):
            named = [field["key"] for field in skeleton[scope]]
            assert named == [field.key for field in getattr(description, scope)]

    def test_the_skeleton_is_a_fraction_of_the_description(self, system):
        description = registry.get(system).description
        whole, bones = (len(json.dumps(one)) for one in (description.as_json(), skeleton_of(description)))
        assert bones < whole / 4

    def test_the_outline_comes_with_the_words(self, system):
        words = json.loads(words_text(system, "fr"))
        description = registry.get(system).description
        for field in (*description.setup, *description.seat):
            known = next(
                one
                for one in (*words["outline"]["setup"], *words["outline"]["seat"])
                if one["key"] == field.key
            )
            assert known.get("choices", []) == list(field.choices)
        assert words["labels"]["nth.1"] == "1er"


def test_the_outline_speaks_the_language_of_its_reader():
    outline = json.loads(words_text(CLANS, "fr"))["outline"]
    assert outline["pictures"]["contracts"]["costs"]["wool"] == "Laine"
    assert outline["hints"]["processed_goods"]["mackenzie"] == "Cave comprise"
    assert outline_of(CLANS)["swatches"]["campbell"].endswith("clans.svg#campbell")


# What is left of the parts that were drawn at once before, of a sheet of four: lists of tiles and the description.
@pytest.mark.parametrize(("system", "most"), [(CLANS, 9_000), ("glen_more_2", 13_000)])
def test_what_waits_to_be_opened_weighs_little(client, system, most):
    page = page_of(client, system, human=4)
    parts = (
        r'<details class="disclosure" data-part="setup".*?</details>',
        r'<details class="tiles".*?</details>',
        r'<button class="button button-secondary picker-open".*?</button><span.*?</span>',
        r'<script id="sheet-description".*?</script>',
    )
    assert sum(len(found.encode()) for part in parts for found in re.findall(part, page, re.DOTALL)) < most
