"""Words given as plain data, in the forms that numbers ask for."""

import pytest

from scoring import registry
from scoring.sentences import Forms, Words, format_number, label, place_of, read_words, sentence
from scoring.types import Explanation, ScoreLine, Violation

ENGLISH = Words(
    labels={"line.glory": "Glory", "field.clan": "Clan", "option.train": "Train", "round.final": "End"},
    sentences={
        "glory": "{quantity:steps} at {unit}: {vp} VP.",
        "deliveries": Forms("quantity", "{quantity} delivery is worth {vp}.", "{quantity} deliveries are worth {vp}."),
        "ranked_tied": "{counts}; {tiers:+} for {first} to {last}.",
        "taken": "{seat} has it.",
        "import_worth": "{good}: {worth}",
        "unknown_field": "No such field.",
    },
    nouns={"steps": Forms("number", "{number} step", "{number} steps")},
    phrases={"player": "Player {number}", "seat": "Seat {number}", "seat_kind": "Kind"},
    one=(1,),
    separator=",",
)  # fmt: skip
FRENCH = ENGLISH._replace(one=(0, 1), separator="\N{NO-BREAK SPACE}")
CLANS = "clans_of_caledonia"


def line(key, quantity, code, vp=3, **params):
    return ScoreLine(key, "final", quantity, 1, vp, Explanation(code, params))


@pytest.mark.parametrize(
    ("words", "number", "noun", "verb"),
    [
        (ENGLISH, 0, "0 steps", "0 deliveries are"),
        (ENGLISH, 1, "1 step ", "1 delivery is"),
        (ENGLISH, 2, "2 steps", "2 deliveries are"),
        (FRENCH, 0, "0 step ", "0 delivery is"),
        (FRENCH, 1, "1 step ", "1 delivery is"),
        (FRENCH, 2, "2 steps", "2 deliveries are"),
    ],
)
def test_a_number_chooses_its_form(words, number, noun, verb):
    glory, deliveries = line("glory", number, "glory"), line("deliveries", number, "deliveries")
    assert sentence(CLANS, words, glory.explanation, glory).startswith(noun)
    assert sentence(CLANS, words, deliveries.explanation, deliveries).startswith(verb)


def test_several_numbers_stand_side_by_side_or_as_a_sum():
    params = {"counts": (9, 9, 4), "tiers": (18, 12), "first": 1, "last": 2, "sharers": 2, "each": 15}
    tied = Explanation("ranked_tied", params)
    assert sentence(CLANS, ENGLISH, tied) == "9 / 9 / 4; 18 + 12 for 1 to 2."


def test_a_seat_is_named_or_has_its_number():
    taken = Violation("taken", "seats[1].clan", {"seat": 0})
    assert sentence(CLANS, ENGLISH, taken, names=["Ailsa", "Rory"]) == "Ailsa has it."
    assert sentence(CLANS, ENGLISH, taken, names=["", "Rory"]) == "1 has it."
    assert sentence(CLANS, ENGLISH, taken) == "1 has it."


def test_a_label_stands_in_a_sentence_and_what_has_none_keeps_its_key():
    worth = Explanation("import_worth", {"good": "glory", "worth": 5})
    assert sentence(CLANS, ENGLISH, worth) == "Glory: 5"
    assert label(ENGLISH, "choice.starting_tile.7") == "7"


@pytest.mark.parametrize(
    ("number", "english", "french"),
    [
        (0, "0", "0"),
        (-12, "−12", "−12"),
        (999, "999", "999"),
        (1_000, "1,000", "1\xa0000"),
        (10_000, "10,000", "10\xa0000"),
        (-1_234_567, "−1,234,567", "−1\xa0234\xa0567"),
    ],
)
def test_large_numbers_are_grouped(number, english, french):
    assert format_number(ENGLISH, number) == english
    assert format_number(FRENCH, number) == french


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("", ""),
        ("seats", ""),
        ("seats[0]", ""),
        ("options.train", "Train"),
        ("game.clan", "Clan"),
        ("seats[0].clan", "Ailsa · Clan"),
        ("seats[2].clan", "Seat 3 · Clan"),
        ("seats[0].kind", "Ailsa · Kind"),
        ("seats[0].rounds.final.clan", "Ailsa · End · Clan"),
    ],
)
def test_a_place_is_named_by_seat_round_and_field(path, expected):
    assert place_of(ENGLISH, path, ["Ailsa", "Rory"]) == expected


def test_words_survive_the_way_to_a_browser():
    assert read_words(ENGLISH.as_json()) == ENGLISH


def test_several_labels_stand_behind_each_other():
    codes = [code for ruleset in registry.systems() for code in ruleset.vocabulary.codes]
    assert any(kind.startswith("labels:") for code in codes for kind in code.params.values())
    words = ENGLISH._replace(
        labels={"choice.gangsters.joe_mcduff": "Joe", "choice.gangsters.erin_macmalt": "Erin"},
        sentences={"gangsters": "{held}: {cost}"},
    )
    held = Explanation("gangsters", {"held": ("joe_mcduff", "erin_macmalt"), "cost": 4})
    assert sentence("glen_more_2", words, held) == "Joe, Erin: 4"
