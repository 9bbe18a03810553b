"""Everything the rules engine can say has words, and the words use what the engine gives."""

from string import Formatter

import pytest
from django.utils.translation import override

from games.systems import label, sentence, traits_of, wording_of
from games.systems.wording import words_of
from scoring import registry
from scoring.sentences import Forms
from scoring.types import Explanation, ScoreLine, Violation

SYSTEMS = [ruleset.description.key for ruleset in registry.systems()]
OF_A_LINE = {"quantity", "unit", "vp"}


@pytest.mark.parametrize("system", SYSTEMS)
class TestCompleteness:
    def test_every_key_has_a_label(self, system):
        wanted = set(registry.get(system).vocabulary.labels)
        assert wanted - set(wording_of(system).labels) == set()

    def test_every_code_has_a_sentence(self, system):
        wanted = {code.key for code in registry.get(system).vocabulary.codes}
        assert wanted - set(wording_of(system).sentences) == set()

    @pytest.mark.parametrize("language", ["en", "fr", "pt-br"])
    def test_sentences_use_only_what_their_code_gives(self, system, language):
        with override(language):
            sentences = words_of(system).sentences
        for code in registry.get(system).vocabulary.codes:
            text = sentences[code.key]
            given = set(code.params) | (OF_A_LINE if code.kind == "explanation" else set())
            for form in (text.one, text.many) if isinstance(text, Forms) else (text,):
                used = {name for _, name, _, _ in Formatter().parse(form) if name}
                assert used <= given, code.key


def test_no_words_are_left_over():
    """A label or sentence nobody asks for any more is dead."""
    wanted = {key for system in SYSTEMS for key in registry.get(system).vocabulary.labels}
    wanted |= {code.key for system in SYSTEMS for code in registry.get(system).vocabulary.codes}
    wanted |= {
        f"edition.{edition}" for system in SYSTEMS for edition in ("base", traits_of(system).expansion)
    }
    # A narrow screen may have a shorter word for the name of a field.
    wanted |= {key.replace("field.", "short.", 1) for key in wanted if key.startswith("field.")}
    written = {key for system in SYSTEMS for key in wording_of(system).labels}
    written |= {key for system in SYSTEMS for key in wording_of(system).sentences}
    assert written - wanted == set()


def test_a_tied_rank_is_explained_to_the_last_digit():
    params = {"counts": (9, 9, 4), "first": 1, "last": 2, "tiers": (18, 12), "sharers": 2, "each": 15}
    line = ScoreLine("settlements", "final", 9, None, 15, Explanation("ranked_tied", params))
    assert sentence("clans_of_caledonia", line.explanation, line=line) == (
        "Counts at the table: 9 / 9 / 4. 9 ties for first place: 18 + 12 VP divided by 2 and rounded down, "
        "15 VP each."
    )


def test_labels_and_names_stand_in_sentences():
    note = Explanation("import_worth", {"good": "sugar_cane", "worth": 5})
    assert sentence("clans_of_caledonia", note) == "Sugar cane: 5 VP each"
    taken = Violation("taken", "seats[1].clan", {"seat": 0})
    assert sentence("clans_of_caledonia", taken, names=["Ailsa", "Rory"]) == "Ailsa already has this."
    assert sentence("clans_of_caledonia", taken) == "1 already has this."


def test_pieces_known_by_number_keep_it():
    assert label("clans_of_caledonia", "choice.starting_tile.7") == "7"


def test_numbers_are_written_as_the_language_does():
    line = ScoreLine("bid", "final", 12, None, -12, Explanation("solo_threshold", {"least": 12_000}))
    with override("fr"):
        assert "12\xa0000" in sentence("clans_of_caledonia", line.explanation, line=line)
    assert "−12" in sentence("clans_of_caledonia", line.explanation, line=line)
