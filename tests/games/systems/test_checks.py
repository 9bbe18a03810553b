"""Whatever a game lacks is said in one sentence before the site starts."""

from dataclasses import replace

import pytest

from games.systems import checks
from games.systems.base import BoardGameGeek, FileNames, GameSystem, Pictures, Swatches, Wording
from games.systems.registry import system_of, systems
from games.systems.traits import Traits

CLANS = "clans_of_caledonia"


def test_the_games_of_the_site_are_complete():
    assert checks.check_systems() == []


def test_only_words_are_needed():
    system = GameSystem(wording=system_of("glen_more_2").wording)
    assert [sentence for check in checks.CHECKS for sentence in check("glen_more_2", system)] == []


def test_a_folder_needs_its_value(monkeypatch):
    monkeypatch.setattr("games.systems.glen_more_2.SYSTEM", None)
    assert [problem.msg for problem in checks.check_systems()] == [
        "The game system “glen_more_2” is not complete: games/systems/glen_more_2/__init__.py has no value SYSTEM."
    ]


def changed(**parts):
    return replace(system_of(CLANS), **parts)


def without(texts, *keys):
    return {key: text for key, text in texts.items() if key not in keys}


def wording_without(label, code):
    own = system_of(CLANS).wording
    return Wording(labels=without(own.labels, label), sentences=without(own.sentences, code))


def demo_of(**parts):
    return replace(system_of(CLANS).demo, **parts)


@pytest.mark.parametrize(
    ("check", "system", "sentences"),
    [
        (
            checks.missing_words,
            lambda: changed(wording=wording_without("edition.industria", "")),
            ["it has no words for “edition.industria”"],
        ),
        (
            checks.unknown_file_names,
            lambda: changed(file_names=FileNames(rows={"peat": "peat"})),
            ["files have rows for “peat”, which are no lines"],
        ),
        (
            checks.missing_words,
            lambda: changed(wording=wording_without("field.glory", "glory")),
            ["it has no words for “field.glory”", "it has no sentences for “glory”"],
        ),
        (
            checks.unusable_sentences,
            lambda: changed(wording=Wording(labels={}, sentences={"glory": "{quantity:steps} of {mood}"})),
            [
                "its sentence for “glory” wants “mood”, which the rules do not give",
                "its sentence for “glory” counts “steps”, for which it has no noun",
            ],
        ),
        (
            checks.unknown_traits,
            lambda: changed(traits=Traits(facets=("mood",), bid_line="bid")),
            ["its traits name “mood” as facets, which its sheet does not have"],
        ),
        (
            checks.bad_demo,
            lambda: changed(demo=demo_of(invent_sheet=lambda rng: {"seats": []})),
            ["its demo sheet does not score (too_few_seats at “seats”)"],
        ),
        (
            checks.bad_demo,
            lambda: changed(demo=demo_of(mistaken_field="mood", drawn_setup=("weather",))),
            [
                "its demo mistakes “mood”, which no seat counts",
                "its demo draws “weather”, which its set-up does not have",
            ],
        ),
        (
            checks.unknown_pieces,
            lambda: changed(
                pictures={"sheep": Pictures(sprite="", costs={}, gains={})},
                swatches=Swatches(
                    sprite="", tartans={"macbeth": system_of(CLANS).swatches.tartans["macleod"]}
                ),
                hints={"mood": {"macleod": "Smile"}, "money": {"macduff": "Pay"}},
            ),
            [
                "it has pictures of “sheep”, which are no catalogues",
                "it has swatches of “macbeth”, which are no factions",
                "it has hints for “mood”, which no seat counts",
                "it has hints for “macduff”, which are no factions",
            ],
        ),
        (
            checks.missing_files,
            lambda: changed(stylesheet="systems/nowhere.css", home_template="systems/nowhere.html"),
            ["there is no static file “systems/nowhere.css”", "there is no template “systems/nowhere.html”"],
        ),
    ],
)
def test_what_is_missing_is_said_in_a_sentence(check, system, sentences):
    assert list(check(CLANS, system())) == sentences


def test_boxes_side_by_side_need_names():
    sentences = list(checks.unnamed_boxes(CLANS, changed(boxes={"base": "Base game"})))
    assert "“clan” has pieces of the boxes “industria”, which have no names" in sentences


def test_a_game_without_a_bot_has_no_name_for_one():
    system = replace(system_of("glen_more_2"), file_names=FileNames(bots=frozenset({"robot"})))
    assert list(checks.unknown_file_names("glen_more_2", system)) == [
        "files call a bot “robot”, which it does not have"
    ]


def test_two_games_do_not_share_a_number_of_boardgamegeek():
    shared = replace(
        system_of("glen_more_2"), bgg=BoardGameGeek(number=391913, name="Glen More II: Chronicles")
    )
    assert list(checks.numbers_used_twice(systems() | {"glen_more_2": shared})) == [
        "the BoardGameGeek number 391913 is used twice, by “clans_of_caledonia”, “glen_more_2”"
    ]
