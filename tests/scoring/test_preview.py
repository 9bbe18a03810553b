"""The score while people type, in words."""

from scoring import registry
from scoring.preview import preview
from scoring.sentences import Words

CLANS = registry.get("clans_of_caledonia")


def key_words(ruleset):
    """Every key and code as its own word."""
    return Words(
        labels={key: f"<{key}>" for key in ruleset.vocabulary.labels},
        sentences={code.key: f"<{code.key}>" for code in ruleset.vocabulary.codes},
        nouns={},
        phrases={"player": "Player {number}", "seat": "Seat {number}", "seat_kind": "Kind"},
        one=(1,),
        separator=",",
    )


WORDS = key_words(CLANS)


def test_lines_that_count_have_points_and_a_sentence():
    request = {"sheet": {"seats": [{"glory": 40}, {"money": 25}]}, "names": ["Ailsa", None]}
    result = preview("clans_of_caledonia", request, WORDS)
    assert [(seat["total"], seat["place"]) for seat in result["seats"]] == [(40, 1), (2, 2)]
    glory, *_, bare = result["seats"][0]["lines"]
    assert (glory["path"], glory["label"], glory["vp"], glory["sentence"]) == (
        "seats[0].glory", "<line.glory>", 40, "<glory>",
    )  # fmt: skip
    assert (bare["vp"], bare["sentence"]) == (None, "")
    assert not result["complete"]


def test_mistakes_stand_at_their_fields_and_warnings_say_where():
    sheet = {"seats": [{"glory": -1, "contract_tiles": [1, "x"]}, {"kind": "automa", "money": 9000}]}
    result = preview("clans_of_caledonia", {"sheet": sheet}, WORDS)
    assert {"path": "seats[0].glory", "message": "<too_small>"} in result["violations"]
    assert {"path": "seats[0].contract_tiles", "message": "<not_a_choice>"} in result["violations"]
    (warning,) = result["warnings"]
    assert warning["called"] == "<seat_kind.automa> · <field.money>"
    assert result["warnings_key"].startswith("unusual seats[1].money ")


def test_what_nobody_would_send_is_answered():
    for request in ({}, {"sheet": None, "names": 3}, {"sheet": {"seats": 1}}, {"sheet": {}, "through": "x"}):
        assert preview("clans_of_caledonia", request, WORDS)["seats"] == []
