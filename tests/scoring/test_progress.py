"""The result of a sheet that is still being filled."""

from scoring import registry
from scoring.preview import warnings_key
from scoring.progress import progress_of
from scoring.types import Violation
from tests.factories.games import clans_seat, clans_sheet, two_seats

CLANS = registry.get("clans_of_caledonia")
GLEN = registry.get("glen_more_2")


def test_an_empty_sheet_has_no_points_and_no_ranking():
    progress = progress_of(CLANS, {"seats": [{}, {}, {}]})
    assert [(seat.total, seat.place) for seat in progress.seats] == [(0, None)] * 3
    assert not progress.complete


def test_a_line_counts_from_the_moment_its_field_is_filled():
    progress = progress_of(CLANS, {"seats": [{"glory": 40}, {"money": 25}, {}]})
    assert [(seat.total, seat.place) for seat in progress.seats] == [(40, 1), (2, 2), (0, 3)]
    counting = [one.path for seat in progress.seats for one in seat.lines if one.counts]
    assert counting == ["seats[0].glory", "seats[1].money"]


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
    # Nothing is missing from round A, but the game is not over.
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
