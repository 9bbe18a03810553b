"""The result of a sheet that is still being filled."""

import pytest

from scoring import registry
from scoring.preview import warnings_key
from scoring.progress import progress_of
from scoring.types import Violation
from tests.factories.games import clans_seat, clans_sheet, two_seats

CLANS = registry.get("clans_of_caledonia")
GLEN = registry.get("glen_more_2")


def counting(progress):
    return [one.path for seat in progress.seats for one in seat.lines if one.counts]


def test_an_empty_sheet_has_no_points_and_no_ranking():
    progress = progress_of(CLANS, {"seats": [{}, {}, {}]})
    assert [(seat.total, seat.place) for seat in progress.seats] == [(None, None)] * 3
    assert progress.provisional
    assert not progress.complete


def test_a_line_counts_from_the_moment_its_field_is_filled():
    progress = progress_of(CLANS, {"seats": [{"glory": 40}, {"money": 25}, {}]})
    # Who has no number yet has no total and no place among the others.
    assert [(seat.total, seat.place) for seat in progress.seats] == [(40, 1), (2, 2), (None, None)]
    assert counting(progress) == ["seats[0].glory", "seats[1].money"]


def test_a_seat_of_which_nothing_counts_yet_leaves_the_places_of_the_others_alone():
    progress = progress_of(CLANS, {"seats": [{"clan": "fraser"}, {"money": 25}, {"glory": 7}]})
    assert [(seat.total, seat.place) for seat in progress.seats] == [(None, None), (2, 2), (7, 1)]


def test_a_ranking_counts_for_nobody_until_every_seat_has_its_number():
    seats = [{"glory": 10, "settlements": 8}, {"glory": 9, "settlements": 6}, {"glory": 8}]
    progress = progress_of(CLANS, {"seats": seats})
    assert [seat.total for seat in progress.seats] == [10, 9, 8]
    seats[2]["settlements"] = 0
    progress = progress_of(CLANS, {"seats": seats})
    assert [seat.total for seat in progress.seats] == [10 + 18, 9 + 12, 8 + 6]
    assert progress.provisional


def test_a_ranking_waits_for_the_automa_and_asks_it_for_no_reward():
    human, automa = {"contracts": 5, "reward_value": 3}, {"kind": "automa", "level": 1}
    sheet = {"options": {"reward": "units"}, "seats": [human, automa]}
    assert "seats[0].exports" not in counting(progress_of(CLANS, sheet))
    assert "seats[0].reward" in counting(progress_of(CLANS, sheet))
    automa["contracts"] = 4
    assert "seats[0].exports" in counting(progress_of(CLANS, sheet))


def test_ticked_contracts_take_part_in_the_ranking_of_exports():
    progress = progress_of(CLANS, {"seats": [{"contract_tiles": [3, 12]}, {"contracts": 1}]})
    assert {"seats[0].exports", "seats[1].exports"} <= set(counting(progress))


@pytest.mark.parametrize(
    ("reward", "entered"),
    [
        ("units", {"reward_value": 4}),
        ("glory", {"glory": 4}),
        ("money", {"money": 4}),
        ("basic_goods", {"wool": 4}),
        ("processed_goods", {"processed_goods": 4}),
        ("imports_of_one_kind", {"cotton": 4, "tobacco": 0, "sugar_cane": 0}),
    ],
)
def test_a_reward_waits_for_what_its_tile_counts_at_every_seat(reward, entered):
    sheet = {"options": {"reward": reward}, "seats": [entered, {}]}
    assert "seats[0].reward" not in counting(progress_of(CLANS, sheet))
    sheet["seats"][1] = entered
    assert {"seats[0].reward", "seats[1].reward"} <= set(counting(progress_of(CLANS, sheet)))


def test_what_nobody_entered_is_no_nought_until_the_sheet_is_complete():
    sheet = clans_sheet(clans_seat(), clans_seat(), train="milestones_only")
    assert "seats[0].milestones" in counting(progress_of(CLANS, sheet))
    del sheet["seats"][1]["glory"]
    assert "seats[0].milestones" not in counting(progress_of(CLANS, sheet))


def test_a_line_without_fields_waits_for_the_first_number():
    sheet = {"options": {"train": "full"}, "seats": [{"clan": "fraser"}]}
    assert [seat.total for seat in progress_of(CLANS, sheet).seats] == [None]
    sheet["seats"][0]["money"] = 5
    assert "seats[0].railway" in counting(progress_of(CLANS, sheet))


def test_a_round_compares_the_seats_once_all_have_its_number():
    rounds = [{"a": {"barrels": 3}}, {"a": {"castle_scots": 1}}]
    sheet = {"seats": [{"rounds": one} for one in rounds]}
    assert counting(progress_of(GLEN, sheet)) == []
    rounds[1]["a"]["barrels"] = 1
    progress = progress_of(GLEN, sheet)
    assert counting(progress) == ["seats[0].rounds.a.barrels", "seats[1].rounds.a.barrels"]
    assert [(seat.total, seat.place) for seat in progress.seats] == [(2, 1), (0, 2)]


def test_haggis_is_everybodys_own():
    sheet = {
        "options": {"haggis": True},
        "seats": [{"rounds": {"b": {"haggis_tokens": 2, "haggis_sum": 3}}}, {}],
    }
    assert counting(progress_of(GLEN, sheet)) == ["seats[0].rounds.b.haggis"]


def test_a_wrong_value_counts_as_nothing_yet():
    progress = progress_of(CLANS, {"seats": [{"glory": 40, "settlements": "many"}, {}]})
    assert progress.seats[0].total == 40
    assert [one.path for one in progress.violations] == ["seats[0].settlements"]


def test_a_complete_sheet_is_the_engines_own_result():
    sheet = clans_sheet(clans_seat(money=27), clans_seat(money=21))
    progress, engine = progress_of(CLANS, sheet), CLANS.evaluate(sheet).breakdown
    assert progress.complete
    assert [(seat.total, seat.place, seat.tie_break) for seat in progress.seats] == [
        (seat.total, seat.place, seat.tie_break) for seat in engine.seats
    ]
    assert progress.seats[0].tie_break is not None


def test_rounds_are_scored_as_they_come():
    played = {"castle_scots": 2, "landmarks": 0, "barrels": 0, "persons": 0}
    sheet = {"seats": [{"rounds": {"a": played}}, {"rounds": {"a": played | {"castle_scots": 0}}}]}
    progress = progress_of(GLEN, sheet)
    assert {one.line.round for one in progress.seats[0].lines} == {"a"}
    assert progress.missing == ()
    # Nothing is missing from round A, so these are its places; but the game is not over.
    assert not progress.provisional
    assert not progress.complete
    assert progress.seats[0].lines[0].path == "seats[0].rounds.a.castle_scots"
    assert progress.seats[0].total > progress.seats[1].total


def test_what_is_entered_once_belongs_to_the_end():
    progress = progress_of(GLEN, {"seats": [{"coins": 4}, {}]})
    assert "seats[0].rounds.d.barrels" in progress.missing


def test_any_json_at_all_is_answered():
    for rubbish in (
        None,
        7,
        "x",
        [],
        {},
        {"seats": 3},
        {"seats": [None, 4]},
        {"seats": [{"rounds": [1]}] * 2},
    ):
        for ruleset in registry.systems():
            assert progress_of(ruleset, rubbish).complete is False


def test_a_yes_is_a_yes_to_these_warnings_only():
    first = (Violation("unusual", "seats[0].glory", {"value": 150, "usual": 120}),)
    other = (Violation("unusual", "seats[0].glory", {"value": 160, "usual": 120}),)
    assert warnings_key(first) == warnings_key(tuple(first))
    assert (
        len({warnings_key(first), warnings_key(other), warnings_key((*first, *other)), warnings_key(())}) == 4
    )
    assert warnings_key(()) == ""
    assert progress_of(CLANS, two_seats()).warnings == ()


def test_what_more_entries_could_have_mended_is_wrong_once_nothing_is_missing():
    claims = {"milestone_1": 1, "milestone_2": 0, "milestone_3": 0, "milestone_4": 0}
    nothing = dict.fromkeys(claims, 0)
    seats = [clans_seat(**claims), clans_seat(**nothing | {"milestone_1": 3}), clans_seat(**nothing)]
    sheet = clans_sheet(*seats, train="milestones_only")
    progress = progress_of(CLANS, sheet)
    assert [(found.code, found.path) for found in progress.violations] == [
        ("milestone_gap", "seats[1].milestone_1")
    ]
    assert not progress.complete
    assert [seat.total > 0 for seat in progress.seats] == [True, True, True]
    del seats[2]["glory"]
    progress = progress_of(CLANS, clans_sheet(*seats, train="milestones_only"))
    assert progress.violations == ()
    assert progress.missing == ("seats[2].glory",)
