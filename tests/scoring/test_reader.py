"""Reading any raw sheet by its description, with a made-up system that has rounds."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scoring.toy import TOY


def seat(a: Any = 1, b: Any = 2, **values: Any) -> dict[str, Any]:
    return {"rounds": {"a": {"points": a}, "b": {"points": b}}, **values}


def found(raw: Any, **how: Any) -> list[tuple[str, str]]:
    return [(violation.code, violation.path) for violation in TOY.check(raw, **how).violations]


def table(*seats: Any, **parts: Any) -> dict[str, Any]:
    return {"seats": list(seats), **parts}


@pytest.mark.parametrize("raw", [None, 3, "sheet", [], True, 1.5, float("nan")])
def test_a_sheet_is_an_object(raw: Any) -> None:
    assert found(raw) == [("not_an_object", "")]
    assert TOY.check(raw, partial=True).sheet is None


@pytest.mark.parametrize("seats", [None, 3, "seats", {}, True])
def test_seats_are_a_list(seats: Any) -> None:
    assert found({"seats": seats}) == [("not_a_list", "seats")]


def test_each_seat_is_an_object_of_a_known_kind() -> None:
    raw = table(seat(), 7, seat(kind="ghost"))
    assert found(raw) == [("not_an_object", "seats[1]"), ("not_a_choice", "seats[2].kind")]
    assert found(table(seat(kind=["human"]))) == [("not_a_choice", "seats[0].kind")]


def test_numbers_of_seats_and_kinds() -> None:
    too_many = TOY.check(table(*[seat()] * 4)).violations[0]
    assert (too_many.code, dict(too_many.params)) == ("too_many_seats", {"maximum": 3})
    too_few = TOY.check(table()).violations[0]
    assert (too_few.code, dict(too_few.params)) == ("too_few_seats", {"minimum": 1})
    no_human = TOY.check(table(seat(kind="robot"))).violations[0]
    assert (no_human.code, dict(no_human.params)) == ("too_few_of_kind", {"kind": "human", "minimum": 1})
    robots = TOY.check(table(*[seat(kind="robot")] * 3)).violations
    assert [dict(one.params) for one in robots] == [
        {"kind": "human", "minimum": 1},
        {"kind": "robot", "maximum": 2},
    ]


def test_unknown_names_are_reported_where_they_stand() -> None:
    raw = {
        "seats": [seat(size=3) | {"rounds": {"a": {"points": 1, "x": 1}, "b": {"points": 1}, "z": {}}}],
        "options": {"speed": 1},
        "setup": {"moon": 1},
        "game": {"sun": 1},
        "extra": 1,
    }
    assert found(raw) == [
        ("unknown_field", "extra"),
        ("unknown_field", "options.speed"),
        ("unknown_field", "setup.moon"),
        ("unknown_field", "game.sun"),
        ("unknown_field", "seats[0].size"),
        ("unknown_field", "seats[0].rounds.z"),
        ("unknown_field", "seats[0].rounds.a.x"),
    ]
    assert found(table(seat(**{"n" * 900: 1}))) == [("unknown_field", f"seats[0].{'n' * 60}")]
    assert found(table(seat()) | {3: 4}) == [("unknown_field", "int")]


@pytest.mark.parametrize("part", ["options", "setup", "game"])
def test_parts_are_objects(part: str) -> None:
    assert found(table(seat(), **{part: [1]})) == [("not_an_object", part)]
    assert found(table(seat(), **{part: False})) == [("not_an_object", part)]
    assert found(table(seat(), **{part: None})) == []
    assert found(table(seat(), **{part: {}})) == []


def test_the_ruleset_must_match_when_given() -> None:
    assert found(table(seat(), ruleset="toy")) == []
    for other in ("chess", None, 3):
        assert found(table(seat(), ruleset=other)) == [("other_ruleset", "ruleset")]


def test_players_are_texts_of_reasonable_length_and_different() -> None:
    assert found(table(seat(player=3))) == [("not_text", "seats[0].player")]
    long = TOY.check(table(seat(player="x" * 201))).violations[0]
    assert (long.code, long.path, dict(long.params)) == ("too_long", "seats[0].player", {"maximum": 200})
    assert found(table(seat(player="x" * 200))) == []
    assert found(table(seat(player="Isla"), seat(player=" Isla "))) == [("taken", "seats[1].player")]
    assert found(table(seat(player=" "), seat(player=""))) == []


def test_values_are_read_by_kind() -> None:
    options = {"stars": "yes", "mode": "z"}
    assert found(table(seat(), options=options)) == [
        ("not_yes_or_no", "options.stars"),
        ("not_a_choice", "options.mode"),
    ]
    assert found(table(seat(), setup={"deck": 3})) == [("not_a_list", "setup.deck")]
    assert found(table(seat(), setup={"deck": [1, True]})) == [("not_a_choice", "setup.deck[1]")]
    assert found(table(seat(), setup={"deck": [1, 1]})) == [("listed_twice", "setup.deck[1]")]
    long = TOY.check(table(seat(), setup={"deck": [1, 2, 3]})).violations[0]
    assert (long.code, long.path, dict(long.params)) == ("too_many_listed", "setup.deck", {"maximum": 2})
    cards = TOY.check(table(seat(), game={"cards": ["p", "q", "p"]})).violations[0]
    assert (cards.code, cards.path) == ("wrong_length", "game.cards")
    assert dict(cards.params) == {"minimum": 1, "maximum": 2}
    low = TOY.check(table(seat(a=-6))).violations[0]
    assert (low.code, low.path, dict(low.params)) == (
        "too_small",
        "seats[0].rounds.a.points",
        {"minimum": -5},
    )
    high = TOY.check(table(seat(b=51))).violations[0]
    assert (high.code, high.path, dict(high.params)) == (
        "too_large",
        "seats[0].rounds.b.points",
        {"maximum": 50},
    )
    assert found(table(seat(a=True))) == [("not_a_whole_number", "seats[0].rounds.a.points")]


def test_limits_themselves_are_allowed() -> None:
    assert found(table(seat(a=-5, b=50))) == []
    unusual = TOY.check(table(seat(a=30, b=31))).warnings
    assert [(one.code, one.path, dict(one.params)) for one in unusual] == [
        ("unusual", "seats[0].rounds.b.points", {"value": 31, "usual": 30})
    ]


def test_tiles_keep_their_order_only_where_it_matters() -> None:
    sheet = TOY.check(table(seat(), setup={"deck": [3, 1]}, game={"cards": ["q", "p"], "votes": 1})).sheet
    assert sheet is not None
    assert sheet.values.setup == {"deck": (3, 1)}
    assert sheet.values.game == {"cards": ("p", "q"), "votes": 1}


def test_blanks_are_null_left_out_or_an_empty_list() -> None:
    sheet = TOY.check(table(seat(race=None, colour=None), setup={"deck": []}, game={"cards": None})).sheet
    assert sheet is not None
    assert sheet.values.setup == {}
    assert sheet.values.game == {"cards": (), "votes": 0}
    one = sheet.values.seats[0]
    assert (one.entered, one.player, one.kind) == ({}, None, "human")
    blank = {"stars": 0, "race": 0, "pennies": 0, "colour": None, "shade": None, "fuel": 0}
    assert one.values == blank
    assert one.rounds == {
        "a": {"points": 1, "crown": False},
        "b": {"points": 2, "crown": False, "bonus": 0},
    }


def test_fields_apply_by_options_kind_and_game() -> None:
    assert found(table(seat(stars=2))) == [("not_applicable", "seats[0].stars")]
    assert found(table(seat(stars=0))) == []
    assert found(table(seat(stars=False))) == [("not_applicable", "seats[0].stars")]
    assert found(table(seat(stars=2), options={"stars": True})) == []
    assert found(table(seat(), options={"stars": True})) == [("required", "seats[0].stars")]
    assert found(table(seat(pennies=2))) == [("not_applicable", "seats[0].pennies")]
    assert found(table(seat(pennies=2), game={"cards": ["p"]})) == []
    assert found(table(seat(fuel=1), seat(kind="robot", fuel=1))) == [("not_applicable", "seats[0].fuel")]
    two_robots = (seat(kind="robot", fuel=1), seat(kind="robot"))
    assert found(table(seat(), *two_robots)) == [("not_applicable", "seats[1].fuel")]


def test_fields_apply_by_other_values_of_the_seat() -> None:
    assert found(table(seat(colour="red"))) == [("required", "seats[0].shade")]
    assert found(table(seat(colour="red", shade=2))) == []
    assert found(table(seat(colour="red", shade=7))) == [("not_a_choice", "seats[0].shade")]
    assert found(table(seat(colour="blue", shade=2))) == [("not_applicable", "seats[0].shade")]
    crowned = {"rounds": {"a": {"points": 1}, "b": {"points": 1, "crown": True}}}
    assert found(table(crowned)) == [("required", "seats[0].rounds.b.bonus")]


def test_fields_of_the_game_apply_by_each_other() -> None:
    assert found(table(seat(), game={"votes": 3})) == [("not_applicable", "game.votes")]
    assert found(table(seat(), game={"cards": ["q"]})) == [("required", "game.votes")]
    assert found(table(seat(), game={"cards": ["q"], "votes": 3})) == []


def test_what_no_two_seats_may_share() -> None:
    assert found(table(seat(race=1), seat(race=2), seat(race=1))) == [("taken", "seats[2].race")]
    assert found(table(seat(race=0), seat(race=0))) == []
    crown = {"rounds": {"a": {"points": 1, "crown": True}, "b": {"points": 1}}}
    later = {"rounds": {"a": {"points": 1, "crown": False}, "b": {"points": 1, "crown": True, "bonus": 1}}}
    assert found(table(crown, later)) == []
    assert found(table(crown, crown)) == [("taken", "seats[1].rounds.a.crown")]


def test_rounds_are_objects() -> None:
    assert found(table({"rounds": 3})) == [
        ("not_an_object", "seats[0].rounds"),
        ("required", "seats[0].rounds.a.points"),
        ("required", "seats[0].rounds.b.points"),
    ]
    assert ("not_an_object", "seats[0].rounds.a") in found(table({"rounds": {"a": 1}}))


def test_standings_so_far_need_only_the_rounds_played() -> None:
    first = {"rounds": {"a": {"points": 4}}}
    raw = table(first, {"rounds": {"a": {"points": 9}}}, options={"stars": True})
    outcome = TOY.evaluate(raw, through="a")
    assert outcome.violations == ()
    assert outcome.breakdown is not None
    assert (outcome.breakdown.through, outcome.breakdown.final) == ("a", False)
    assert [seat.total for seat in outcome.breakdown.seats] == [4, 9]
    assert found(raw) == [
        ("required", "seats[0].stars"),
        ("required", "seats[0].rounds.b.points"),
        ("required", "seats[1].stars"),
        ("required", "seats[1].rounds.b.points"),
    ]


def test_an_unknown_round_is_a_violation() -> None:
    assert found(table(seat()), through="z") == [("unknown_round", "")]


def test_a_partial_sheet_counts_blanks_as_nothing_and_lists_them() -> None:
    raw = table({"rounds": {"a": {"points": 4}}}, {"rounds": {"a": {"points": "4"}}, "race": 9})
    checked = TOY.check(raw, partial=True)
    assert checked.missing == ("seats[0].rounds.b.points", "seats[1].rounds.b.points")
    assert [(one.code, one.path) for one in checked.violations] == [
        ("too_large", "seats[1].race"),
        ("not_a_whole_number", "seats[1].rounds.a.points"),
    ]
    assert checked.sheet is not None
    assert [seat.total for seat in TOY.score(checked.sheet).seats] == [4, 0]
    assert TOY.check(raw).missing == ()


def test_a_raw_sheet_survives_the_round_trip() -> None:
    raw = {
        "ruleset": "toy",
        "options": {"stars": True, "mode": None},
        "setup": {"deck": [2, 1]},
        "game": {"cards": ["p"], "votes": 0},
        "seats": [
            {
                "kind": "human",
                "player": "Isla",
                "stars": 3,
                "rounds": {"a": {"points": 1}, "b": {"points": 0}},
            },
            {"kind": "robot", "stars": 0, "rounds": {"a": {"points": 2, "crown": True}, "b": {"points": 5}}},
        ],
    }
    sheet = TOY.check(raw).sheet
    assert sheet is not None
    assert TOY.to_raw(sheet) == raw
    assert TOY.check(TOY.to_raw(sheet)).sheet == sheet
