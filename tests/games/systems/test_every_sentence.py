"""What the rules engine can say is a whole sentence with nothing, one and two of each number, in each language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from string import Formatter
from typing import Any

import pytest
from django.utils.translation import override
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.systems.wording import words_of
from scoring import registry
from scoring.preview import describe_progress
from scoring.progress import progress_of
from scoring.sentences import Forms, Words, sentence
from scoring.types import Explanation, ScoreLine
from scoring.vocabulary import Code
from tests.scoring.clans_of_caledonia import strategies as clans
from tests.scoring.glen_more_2 import strategies as glen_more

SYSTEMS = [ruleset.description.key for ruleset in registry.systems()]
LANGUAGES = ("en", "fr", "pt-br")
OTHER_LANGUAGES = LANGUAGES[1:]
NAMES = ("Ailsa", "Bruce", "Catriona", "Duncan")
FEW = (0, 1, 2)
# Up to so many numbers in a sentence all combinations are tried, beyond that one number after the other.
MOST_COMBINED = 4

LEFTOVERS = re.compile(r"[{}%]|  |^\s|\s$|\(\s*\)|[,;:]\s*[.,;:?]|\.\.|None")
# What names a thing that did not happen: nothing claimed, nothing gained or lost, a prize of one alone.
NOTHING = re.compile(
    r"[+−-]0\b|[×x] ?1\b"
    r"|\b(?:divided|divisés|divididos|shared|partagés) (?:by|par|por|en) 1\b"
    r"|\b(?:player|joueur|jogador|rounds?|manches?|rodadas?) 0\b"
)
VERBS = {"belongs", "comes", "gives", "has", "holds", "is", "reaches", "takes", "ties"}


def numbers_of(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def texts_of(words: Words) -> Iterator[tuple[str, str, str]]:
    """Every text with its code, and the number that chose it ("": none did)."""
    for code, text in words.sentences.items():
        if isinstance(text, Forms):
            yield from ((code, text.one, text.by), (code, text.many, text.by))
        else:
            yield code, text, ""


def lines_of(words: Words, code: Code) -> Iterator[ScoreLine]:
    """A line for each choice of numbers; only a line's own explanation has a quantity, a unit and VP."""
    given_names = {name for name, kind in code.params.items() if kind in {"number", "numbers"}}
    own = {"quantity", "unit", "vp"} if code.kind == "explanation" else set()
    names = sorted(given_names | own)
    combined = len(names) <= MOST_COMBINED
    for chosen in product(FEW, repeat=len(names)) if combined else _in_turn(len(names)):
        values = dict(zip(names, chosen, strict=True))
        params = {name: _value(words, kind, values.get(name, 0)) for name, kind in code.params.items()}
        yield ScoreLine(
            "line",
            "final",
            values.get("quantity"),
            values.get("unit"),
            values.get("vp", 0),
            Explanation(code.key, params),
        )


def _in_turn(length: int) -> Iterator[tuple[int, ...]]:
    for others in FEW:
        for place, number in product(range(length), FEW):
            yield (*[others] * place, number, *[others] * (length - place - 1))


def _value(words: Words, kind: str, number: int) -> Any:
    prefix, _, labels = kind.partition(":")
    keys = [key.removeprefix(f"{labels}.") for key in words.labels if key.startswith(f"{labels}.")]
    if prefix == "labels":
        return tuple(keys[: number + 1])
    if prefix == "label":
        return keys[number % len(keys)]
    if kind == "numbers":
        return (number, *range(1, number + 1))
    return number


def codes_of(system: str) -> tuple[Code, ...]:
    return registry.get(system).vocabulary.codes


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_sentence_is_whole(system, language):
    with override(language):
        words = words_of(system)
    for code in codes_of(system):
        for line in lines_of(words, code):
            said = sentence(system, words, line.explanation, line, NAMES)
            assert not LEFTOVERS.search(said), (code.key, said)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_form_holds_its_number(system, language):
    """In French and Portuguese the form for one is the form for nothing too."""
    with override(language):
        words = words_of(system)
    for code, text in words.sentences.items():
        if isinstance(text, Forms):
            assert text.by in numbers_of(text.one), code
            assert numbers_of(text.one) == numbers_of(text.many), code
    for name, noun in words.nouns.items():
        assert numbers_of(noun.one) == numbers_of(noun.many) == {"number"}, name


@pytest.mark.parametrize("system", SYSTEMS)
def test_one_of_a_thing_is_not_called_as_two_are(system):
    words = words_of(system)
    for name, noun in words.nouns.items():
        assert noun.one != noun.many, name
    for code, text in words.sentences.items():
        assert not isinstance(text, Forms) or text.one != text.many, code


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_bare_number_stands_before_a_plural(system):
    """It would read "1 coins": the sentence needs two forms, or the number its noun."""
    for code, text, by in texts_of(words_of(system)):
        for number, word in re.findall(r"\{(\w+)\} (\w+)", text):
            assert number == by or not word.endswith("s") or word in VERBS, (code, text)


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_sentence_is_translated(system, language):
    english = words_of(system)
    with override(language):
        translated = words_of(system)
    for (code, original, _), (_, text, _) in zip(texts_of(english), texts_of(translated), strict=True):
        assert text != original, code
        assert numbers_of(text) == numbers_of(original), code
        assert (text[-1] in ".?") == (original[-1] in ".?"), code
        assert text[-1] == original[-1] or text[-1] not in ".?", code


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_noun_is_counted_somewhere(system):
    words = words_of(system)
    counted = {form for _, text, _ in texts_of(words) for _, _, form, _ in Formatter().parse(text) if form}
    assert set(words.nouns) == counted - {"+", ","}


ANY_SHEET = st.one_of(
    st.tuples(st.just("clans_of_caledonia"), clans.good_sheets()),
    st.tuples(st.just("glen_more_2"), glen_more.good_sheets()),
    st.tuples(st.just("glen_more_2"), glen_more.spoiled_sheets()),
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=1000)
@given(ANY_SHEET)
def test_what_is_said_of_a_game_names_only_what_happened(game):
    system, sheet = game
    progress = progress_of(registry.get(system), sheet)
    for language in LANGUAGES:
        with override(language):
            described = describe_progress(system, progress, NAMES, words_of(system))
        for said in sentences_in(described):
            assert not LEFTOVERS.search(said), said
            assert not NOTHING.search(said), said


def sentences_in(described: Any) -> Iterator[str]:
    for seat in described["seats"]:
        yield from (line["sentence"] for line in seat["lines"])
        yield seat["tie_break"]
    yield from described["notes"]
    for finding in (*described["violations"], *described["warnings"]):
        yield finding["message"]


# Read as a person reads them


CLANS_SAYS = [
    ("glory", {"quantity": 1, "unit": 1, "vp": 1}, {}, "1 step on the glory track, worth 1 VP."),
    ("deliveries", {"quantity": 1, "vp": 2}, {}, "1 delivery is worth 2 VP."),
    ("deliveries", {"quantity": 0, "vp": 0}, {}, "0 deliveries are worth 0 VP."),
    ("milestones_by_place", {"quantity": 2, "vp": 12}, {"places": (1, 2), "points": (8, 4)},
     "2 milestones, claimed 1st, 2nd: 8 + 4 VP."),
    ("milestones_by_place", {"quantity": 1, "vp": 8}, {"places": (1,), "points": (8,)},
     "1 milestone, claimed 1st: 8 VP."),
    ("milestones_without_vp", {"quantity": 1, "vp": 0}, {"places": (4,)}, "1 milestone, claimed 4th: no VP."),
    ("ranked_low", {"quantity": 3, "vp": 0}, {"counts": (9, 7, 3), "place": 3},
     "Counts at the table: 9 / 7 / 3. 3 takes third place: no VP."),
    ("ranked_close_second_automa", {"quantity": 5, "vp": 6}, {"counts": (7, 5), "behind": 2},
     "Counts at the table: 7 / 5. 5 is a close second, only 2 behind: 6 VP, as always in a game of one player against "
     "the Automa."),
]  # fmt: skip
GLEN_MORE_SAYS = [
    ("lead_mike_mccastle", {"quantity": 1, "vp": 2}, {"counted": 2, "lowest": 0, "lead": 2},
     "1 Scot, plus one for Mike McCastle: 2 against 0, the fewest at the table. A lead of 2 is worth 2 VP."),
    ("council_most", {"quantity": 4, "vp": 10}, {"best": 4, "sharers": 1, "prize": 10},
     "4 is the most at the table: 10 VP."),
    ("council_most_shared", {"quantity": 4, "vp": 4}, {"best": 4, "sharers": 3, "prize": 10},
     "4 is the most at the table. 10 VP divided by 3 and rounded up: 4 VP each."),
    ("council_most_beaten", {"quantity": 2, "vp": 0}, {"best": 4, "sharers": 1, "prize": 10},
     "2, but the most at the table is 4: no VP."),
    ("gangsters_none", {"quantity": 0, "vp": 0}, {"held": (), "cost": 0}, "No gangsters: no VP lost."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("system", "code", "of_line", "params", "expected"),
    [("clans_of_caledonia", *case) for case in CLANS_SAYS]
    + [("glen_more_2", *case) for case in GLEN_MORE_SAYS],
)
def test_what_a_line_says(system, code, of_line, params, expected):
    line = ScoreLine(
        "line", "final", of_line["quantity"], of_line.get("unit"), of_line["vp"], Explanation(code, params)
    )
    assert sentence(system, words_of(system), line.explanation, line) == expected


@pytest.mark.parametrize(
    ("language", "number", "expected"),
    [
        ("fr", 0, "0 livraison vaut 5\xa0PV."),
        ("fr", 1, "1 livraison vaut 5\xa0PV."),
        ("fr", 2, "2 livraisons valent 5\xa0PV."),
        ("pt-br", 0, "0 entrega vale 5 PV."),
        ("pt-br", 1, "1 entrega vale 5 PV."),
        ("pt-br", 2, "2 entregas valem 5 PV."),
    ],
)
def test_nothing_takes_the_form_for_one_where_the_language_wants_it(language, number, expected):
    line = ScoreLine("deliveries", "final", number, None, 5, Explanation("deliveries"))
    with override(language):
        assert (
            sentence("clans_of_caledonia", words_of("clans_of_caledonia"), line.explanation, line) == expected
        )
