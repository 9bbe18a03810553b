"""What must be there before the site starts: each problem in one sentence that says what is missing, and where.

A game with a hole would else answer with an error to the first visitor who comes across it.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from string import Formatter
from typing import Any

from django.contrib.staticfiles import finders
from django.core.checks import CheckMessage, Error
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from games.systems import shared_wording
from games.systems.base import Counted, GameSystem
from games.systems.registry import app_name, has_folder, system_keys, system_of
from scoring import registry
from scoring.description import Description, Field
from scoring.sentences import SEPARATORS

TAG = "game_systems"
# What a sentence that explains a line may use besides the parameters of its code.
OF_A_LINE = ("quantity", "unit", "vp")
# Of an inventor that makes no good sheet with these random numbers, others would not be better.
DEMO_SEED = 1


def check_systems(**kwargs: Any) -> list[CheckMessage]:
    systems: dict[str, GameSystem] = {}
    problems: list[CheckMessage] = []
    for key in system_keys():
        folder = app_name(key).replace(".", "/")
        if not has_folder(key):
            problems.append(_problem("E001", f"the folder {folder} is missing", key))
        elif not isinstance(getattr(import_module(app_name(key)), "SYSTEM", None), GameSystem):
            problems.append(_problem("E001", f"{folder}/__init__.py has no value SYSTEM", key))
        else:
            systems[key] = system_of(key)
    for key, system in systems.items():
        for number, check in enumerate(CHECKS, start=2):
            problems += [_problem(f"E{number:03}", sentence, key) for sentence in check(key, system)]
    problems += [_problem("E100", sentence) for sentence in numbers_used_twice(systems)]
    return problems


def _problem(code: str, sentence: str, key: str = "") -> Error:
    about = f"The game system “{key}” is not complete: " if key else "The game systems do not fit together: "
    return Error(f"{about}{sentence}.", id=f"systems.{code}")


def missing_words(key: str, system: GameSystem) -> Iterator[str]:
    vocabulary, own, shared = registry.get(key).vocabulary, system.wording, shared_wording.WORDING
    labels = [name for name in vocabulary.labels if name not in own.labels and name not in shared.labels]
    codes = [code.key for code in vocabulary.codes]
    sentences = [code for code in codes if code not in own.sentences and code not in shared.sentences]
    edition = f"edition.{system.traits.expansion}"
    if system.traits.expansion and edition not in own.labels:
        labels.append(edition)
    if labels:
        yield f"it has no words for {_listed(labels)}"
    if sentences:
        yield f"it has no sentences for {_listed(sentences)}"


def unusable_sentences(key: str, system: GameSystem) -> Iterator[str]:
    """Sentences that want what their code does not give, or nouns that nobody has."""
    wording, nouns = system.wording, {*system.wording.nouns, *shared_wording.WORDING.nouns}
    for code in registry.get(key).vocabulary.codes:
        text = wording.sentences.get(code.key, "")
        shown = str(text.text % 2) if isinstance(text, Counted) else str(text)
        given = {*code.params, *(OF_A_LINE if code.kind == "explanation" else ())}
        places = [place for _text, name, form, _ in Formatter().parse(shown) if (place := (name, form))[0]]
        if unknown := [name for name, _form in places if name not in given]:
            yield f"its sentence for “{code.key}” wants {_listed(unknown)}, which the rules do not give"
        if unnamed := [form for _name, form in places if form not in SEPARATORS and form not in nouns]:
            yield f"its sentence for “{code.key}” counts {_listed(unnamed)}, for which it has no noun"


def unnamed_boxes(key: str, system: GameSystem) -> Iterator[str]:
    description = registry.get(key).description
    for field in _fields(description):
        boxes = {str(piece["set"]) for piece in description.catalogues.get(field.catalogue, ())}
        unnamed = sorted(boxes - system.boxes.keys()) if len(boxes) > 1 else []
        if unnamed:
            yield f"“{field.key}” has pieces of the boxes {_listed(unnamed)}, which have no names"


def unnamed_sections(key: str, system: GameSystem) -> Iterator[str]:
    """What is chosen before the game stands under the names of its sections."""
    description = registry.get(key).description
    lost = [field.key for field in description.options if field.section not in description.sections]
    if lost:
        yield f"its options {_listed(lost)} are in no section of the sheet"


def unknown_traits(key: str, system: GameSystem) -> Iterator[str]:
    description, traits = registry.get(key).description, system.traits
    fields = {field.key for field in description.seat}
    tiles = {field.key for field in description.seat if field.kind == "tiles"}
    lines = {line.key for line in description.lines}
    options = {option.key for option in description.options}
    rarity = traits.rarity.goods if traits.rarity else ()
    for name, given, known in (
        ("facets", traits.facets, fields),
        ("position", [traits.position] if traits.position else [], set(traits.facets)),
        ("bid_line", [traits.bid_line] if traits.bid_line else [], lines),
        ("pieces", traits.pieces, tiles),
        ("modules", traits.modules, options),
        ("rarity", rarity, lines),
    ):
        unknown = [value for value in given if value not in known]
        if unknown:
            yield f"its traits name {_listed(unknown)} as {name}, which its sheet does not have"


def unknown_file_names(key: str, system: GameSystem) -> Iterator[str]:
    description, names = registry.get(key).description, system.file_names
    lines = {line.key for line in description.lines}
    unknown = [line for line in names.rows.values() if line not in lines]
    if unknown:
        yield f"files have rows for {_listed(unknown)}, which are no lines"
    if names.bots and not any(kind.bot for kind in description.seat_kinds):
        yield f"files call a bot {_listed(sorted(names.bots))}, which it does not have"


def bad_demo(key: str, system: GameSystem) -> Iterator[str]:
    if system.demo is None:
        return
    ruleset = registry.get(key)
    sheet = system.demo.invent_sheet(random.Random(DEMO_SEED))  # noqa: S311
    outcome = ruleset.evaluate(sheet)
    if outcome.breakdown is None:
        refusal = outcome.violations[0]
        yield f"its demo sheet does not score ({refusal.code} at “{refusal.path}”)"
    counts = {field.key for field in ruleset.description.seat if field.kind == "count"}
    if system.demo.mistaken_field not in counts:
        yield f"its demo mistakes “{system.demo.mistaken_field}”, which no seat counts"
    setup = {field.key for field in ruleset.description.setup}
    unknown = [name for name in system.demo.drawn_setup if name not in setup]
    if unknown:
        yield f"its demo draws {_listed(unknown)}, which its set-up does not have"


def unknown_pieces(key: str, system: GameSystem) -> Iterator[str]:
    """Pictures and swatches of what the game does not have."""
    description = registry.get(key).description
    catalogues = [name for name in system.pictures if name not in description.catalogues]
    if catalogues:
        yield f"it has pictures of {_listed(catalogues)}, which are no catalogues"
    factions = {
        choice for field in description.seat if field.key == description.dimension for choice in field.choices
    }
    swatches = [name for name in system.swatches.tartans if name not in factions] if system.swatches else []
    if swatches:
        yield f"it has swatches of {_listed(swatches)}, which are no factions"
    counts = {field.key for field in description.seat if field.kind == "count"}
    fields = [name for name in system.hints if name not in counts]
    if fields:
        yield f"it has hints for {_listed(fields)}, which no seat counts"
    hinted = [name for by_faction in system.hints.values() for name in by_faction if name not in factions]
    if hinted:
        yield f"it has hints for {_listed(hinted)}, which are no factions"


def missing_files(key: str, system: GameSystem) -> Iterator[str]:
    missing = [name for name in system.static_files if finders.find(name) is None]
    if missing:
        yield f"there is no static file {_listed(missing)}"
    if system.home_template:
        try:
            get_template(system.home_template)
        except TemplateDoesNotExist:
            yield f"there is no template “{system.home_template}”"


def numbers_used_twice(systems: dict[str, GameSystem]) -> Iterator[str]:
    holders: dict[int, list[str]] = {}
    for key, system in systems.items():
        for number in system.bgg.numbers if system.bgg else ():
            holders.setdefault(number, []).append(key)
    for number, keys in holders.items():
        if len(keys) > 1:
            yield f"the BoardGameGeek number {number} is used twice, by {_listed(keys)}"


CHECKS: tuple[Callable[[str, GameSystem], Iterable[str]], ...] = (
    missing_words,
    unusable_sentences,
    unnamed_boxes,
    unnamed_sections,
    unknown_traits,
    unknown_file_names,
    bad_demo,
    unknown_pieces,
    missing_files,
)


def _fields(description: Description) -> Iterator[Field]:
    yield from (*description.options, *description.setup, *description.game, *description.seat)


def _listed(names: Iterable[object]) -> str:
    return ", ".join(f"“{name}”" for name in names)
