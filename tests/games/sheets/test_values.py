"""From what a browser posts to the raw sheet."""

import pytest
from django.http import QueryDict

from games.sheets.values import applicable, posted_values, stored_values
from scoring import registry
from tests.factories.games import two_seats
from tests.games.sheets.posting import posted_sheet

CLANS = registry.get("clans_of_caledonia").description
GLEN = registry.get("glen_more_2").description


def query(fields):
    posted = QueryDict(mutable=True)
    for name, value in fields.items():
        posted.setlist(name, value if isinstance(value, list) else [value])
    return posted


def sheet_of(description, fields):
    return applicable(description, posted_values(description, query(fields))).sheet


def clans(**seat):
    fields = {"seats[0].kind": "human", "seats[1].kind": "human"}
    return fields | {f"seats[0].{key}": value for key, value in seat.items()}


class TestReading:
    def test_every_kind_of_field_gets_its_type(self):
        sheet = sheet_of(
            CLANS,
            clans(glory="45", clan="fraser", turn_order="2", contract_tiles=["3", "12"], wool=" 7 ")
            | {"options.auction": "yes", "setup.scoring_tiles": ["", "meat", "", "workers"]},
        )
        assert sheet["seats"][0] == {
            "kind": "human", "glory": 45, "clan": "fraser", "turn_order": 2, "contract_tiles": [3, 12], "wool": 7,
        }  # fmt: skip
        assert sheet["options"] == {"auction": True}
        assert sheet["setup"] == {"scoring_tiles": ["meat", "workers"]}

    @pytest.mark.parametrize("blank", ["", "   "])
    def test_a_blank_stays_blank(self, blank):
        assert sheet_of(CLANS, clans(glory=blank, clan=blank, contract_tiles=[blank]))["seats"][0] == {
            "kind": "human"
        }

    @pytest.mark.parametrize("rubbish", ["many", "4.5", "1e3", "٣", "--1", "9" * 30])
    def test_rubbish_reaches_the_engine_as_it_is(self, rubbish):
        sheet = sheet_of(CLANS, clans(glory=rubbish))
        assert sheet["seats"][0]["glory"] == rubbish
        found = registry.get("clans_of_caledonia").check(sheet, partial=True).violations
        assert [(one.code, one.path) for one in found] == [("not_a_whole_number", "seats[0].glory")]

    def test_zero_is_not_blank(self):
        assert sheet_of(CLANS, clans(glory="0"))["seats"][0]["glory"] == 0

    def test_rounds_have_their_own_values(self):
        fields = {
            "seats[0].kind": "human",
            "seats[0].rounds.b.barrels": "3",
            "seats[0].rounds.b.castle_moil": "yes",
        }
        assert sheet_of(GLEN, fields)["seats"] == [
            {"kind": "human", "rounds": {"b": {"barrels": 3, "castle_moil": True}}}
        ]

    def test_names_are_no_part_of_the_sheet(self):
        posted = query(clans() | {"seats[0].player": " Ailsa "})
        values = posted_values(CLANS, posted)
        assert values.names == ("Ailsa", "")
        assert "player" not in applicable(CLANS, values).sheet["seats"][0]

    def test_a_forged_form_cannot_make_a_thousand_seats(self):
        values = posted_values(CLANS, query({f"seats[{index}].kind": "human" for index in range(1000)}))
        assert len(values.kinds) == 12


class TestWhatDoesNotApply:
    def test_a_field_switched_off_is_kept_but_not_scored(self):
        fields = clans(bid="3")
        values = posted_values(CLANS, query(fields))
        assert values.cells["seats[0].bid"] == 3
        assert "bid" not in applicable(CLANS, values).sheet["seats"][0]
        assert sheet_of(CLANS, fields | {"options.auction": "yes"})["seats"][0]["bid"] == 3

    def test_what_follows_from_something_that_does_not_apply_does_not_apply(self):
        """Without clans there is no clan Fraser, and without Fraser there are no kilts."""
        fields = clans(clan="fraser", kilts="2")
        assert sheet_of(CLANS, fields)["seats"][0]["kilts"] == 2
        assert sheet_of(CLANS, fields | {"options.without_clans": "yes"})["seats"][0] == {"kind": "human"}

    def test_an_option_may_depend_on_another(self):
        fields = clans() | {"options.auction": "yes", "options.without_clans": "yes"}
        assert sheet_of(CLANS, fields)["options"] == {"without_clans": True}

    def test_a_bot_has_no_clan(self):
        fields = {
            "seats[0].kind": "human",
            "seats[1].kind": "automa",
            "seats[1].clan": "stewart",
            "seats[1].level": "2",
        }
        assert sheet_of(CLANS, fields)["seats"][1] == {"kind": "automa", "level": 2}

    def test_votes_belong_to_cards_in_play(self):
        fields = {
            "seats[0].kind": "human", "options.rock_and_hard_place": "yes",
            "game.council_cards": ["largest_square"], "game.ayes_largest_square": "2", "game.ayes_discard_pile": "1",
        }  # fmt: skip
        assert sheet_of(GLEN, fields)["game"] == {
            "council_cards": ["largest_square"],
            "ayes_largest_square": 2,
        }


def test_a_stored_sheet_becomes_the_same_form_again():
    ruleset = registry.get("clans_of_caledonia")
    raw = ruleset.to_raw(ruleset.check(two_seats() | {"options": {"static_imports": True}}).sheet)
    values = stored_values(CLANS, raw, ["Ailsa", "Rory"])
    assert values.cells["seats[0].cotton"] == 0
    assert values.cells["options.static_imports"] is True
    again = ruleset.check(applicable(CLANS, values).sheet).sheet
    assert ruleset.to_raw(again) == raw
    posted = posted_sheet(raw, "Ailsa", "Rory")
    assert posted_values(CLANS, query(posted)) == values
