"""A sheet that is being filled in: what applies, what is missing, and the score of what applies."""

import pytest

from scoring import registry
from scoring.form import fill, summarise
from scoring.preview import preview
from tests.scoring.test_preview import key_words
from tests.scoring.toy import TOY

CLANS = "clans_of_caledonia"
GLEN = "glen_more_2"
WORDS = {system: key_words(registry.get(system)) for system in (CLANS, GLEN)}


def form(*seats, **scopes):
    """As a page sends it: every scope, and the kind of each seat."""
    own = [{"kind": "human", "rounds": {}} | seat for seat in seats]
    return {"options": {}, "setup": {}, "game": {}, "seats": own} | scopes


def look(system, sheet, **more):
    return fill(system, {"sheet": sheet, "names": [], **more}, WORDS[system])


def test_what_is_idle_is_held_back_and_told():
    sheet = form({"bid": 7, "glory": 40}, {})
    answer = look(CLANS, sheet)
    assert {"seats[0].bid", "seats[1].bid"} <= set(answer["idle"]["fields"])
    assert answer["violations"] == []
    assert answer["seats"][0]["total"] == 40
    auction = look(CLANS, sheet | {"options": {"auction": True}})
    assert {"seats[0].bid", "seats[1].bid"}.isdisjoint(auction["idle"]["fields"])


def test_lines_come_and_go_like_fields():
    with_lines = {line.key for line in registry.get(CLANS).description.lines if line.when != ("all",)}
    assert with_lines
    idle = look(CLANS, form({}, {}))["idle"]["lines"]
    assert {path.rpartition(".")[2] for path in idle} <= with_lines
    assert {path.partition(".")[0] for path in idle} == {"seats[0]", "seats[1]"}


def test_single_choices_come_and_go_too():
    """Told as the form has them: the path of the field, and the choices."""
    with_people = look(CLANS, form({}, {}))["idle"]["choices"]
    assert with_people == {}
    alone = look(CLANS, form({}, {"kind": "automa"}))["idle"]["choices"]
    assert alone == {"options.train": ["milestones_only", "simplified"]}


@pytest.mark.parametrize(
    ("kinds", "train", "vp"),
    [
        (["human"] * 4, "full", [8, 4, 2, 0]),
        (["human"] * 3, "milestones_only", [8, 4, 2]),
        (["human"] * 2, "full", [6, 2]),
        (["human"] * 2, "simplified", [8, 4]),
        (["human", "human", "automa"], "full", [6, 2]),
        # Against the clock, and not at all.
        (["human", "automa"], "full", None),
        (["human"] * 4, None, None),
    ],
)
def test_places_are_told_with_their_points(kinds, train, vp):
    sheet = form(*({"kind": kind} for kind in kinds), options={"train": train})
    expected = {f"milestone_{slot}": vp for slot in range(1, 5)} if vp else {}
    assert look(CLANS, sheet)["places"] == expected


def test_the_score_is_that_of_what_applies():
    sheet = form({"glory": 40, "money": 25}, {"glory": 30})
    answer = look(CLANS, sheet)
    plain = {"seats": [{"glory": 40, "money": 25}, {"glory": 30}]}
    expected = preview(CLANS, {"sheet": plain, "names": []}, WORDS[CLANS])
    assert {key: answer[key] for key in expected} == expected
    assert answer["unfilled"] == answer["missing"]


def test_a_game_of_rounds_lacks_later_rounds_too():
    """What is missing so far does not look ahead; whether a round is left does."""
    answer = look(GLEN, form({"rounds": {"a": {"barrels": 3}}}, {}))
    assert not [path for path in answer["missing"] if ".rounds.b." in path]
    assert [path for path in answer["unfilled"] if ".rounds.b." in path]


@pytest.mark.parametrize(
    "sheet",
    [
        None, 7, [], {}, {"seats": {}}, {"seats": [1]}, {"seats": [{}, {}]}, {"seats": [{"kind": 1}]},
        form({"rounds": 3}, {}), form({"rounds": {"final": 3}}, {}), form({}, {}, options=[]),
        {"seats": [{"kind": "human"}] * 13},
    ],
)  # fmt: skip
def test_what_is_no_form_is_scored_as_it_is(sheet):
    answer = look(CLANS, sheet)
    expected = preview(CLANS, {"sheet": sheet, "names": []}, WORDS[CLANS])
    assert {key: answer[key] for key in expected} == expected
    assert answer["idle"] == {"fields": [], "lines": [], "choices": {}}


def test_holding_back_twice_changes_nothing():
    """Pages of before sent what applies alone."""
    seats = [{"kind": "human", "glory": 40}, {"kind": "automa", "glory": 3}]
    sheet = {"options": {}, "setup": {}, "game": {}, "seats": seats}
    assert look(CLANS, sheet) == look(CLANS, form(*seats))


def test_a_finished_game_is_told_as_its_page_shows_it():
    sheet = form({"clan": "campbell", "glory": 40}, {"glory": 30})
    game = summarise(CLANS, {"sheet": sheet, "names": ["Ailsa", ""]}, WORDS[CLANS])
    assert [(seat["name"], seat["faction"], seat["total"], seat["place"]) for seat in game["seats"]] == [
        ("Ailsa", "<choice.clan.campbell>", 40, 1),
        ("Player 2", "", 30, 2),
    ]
    (table,) = game["rounds"]
    assert table["title"] == ""
    glory = next(row for row in table["rows"] if row["label"] == "<line.glory>")
    assert glory["cells"] == [{"vp": 40, "sentence": "<glory>"}, {"vp": 30, "sentence": "<glory>"}]


def test_its_lines_stand_by_round_and_a_bot_has_few():
    rounds = {"a": {"barrels": 3, "castle_scots": 0, "landmarks": 0, "persons": 0}}
    game = summarise(
        GLEN, {"sheet": form({"rounds": rounds}, {"rounds": rounds}), "names": ["", ""]}, WORDS[GLEN]
    )
    assert game["rounds"][0]["title"] == "<round.a>"
    solo = form({"glory": 30}, {"kind": "automa", "glory": 3})
    table = summarise(CLANS, {"sheet": solo, "names": ["", ""]}, WORDS[CLANS])["rounds"][0]
    assert any(None in row["cells"] for row in table["rows"])


def test_any_system_is_filled_in(monkeypatch):
    monkeypatch.setitem(registry._BY_KEY, "toy", TOY)
    words = key_words(TOY)
    request = {"sheet": form({"stars": 3, "colour": "red"}, {}), "names": ["", ""]}
    answer = fill("toy", request, words)
    assert "seats[0].stars" in answer["idle"]["fields"]
    assert "seats[0].shade" not in answer["idle"]["fields"]
    assert "seats[1].shade" in answer["idle"]["fields"]
    assert answer["idle"]["lines"] == ["seats[0].stars", "seats[1].stars"]
