"""Clans of Caledonia as a game system."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter

from scoring.clans_of_caledonia import contracts, pieces, solo, table, validation
from scoring.clans_of_caledonia.codes import CODES, TITLE_LABELS
from scoring.clans_of_caledonia.lines import ROUND, Worth
from scoring.clans_of_caledonia.sheet import (
    AUTOMA,
    HUMAN,
    OPTIONS,
    SEAT,
    SECTIONS,
    SETUP,
    Sheet,
    build,
)
from scoring.clans_of_caledonia.tables import IMPORTS
from scoring.conditions import ALWAYS, Condition, all_of, equals, is_chosen, is_on
from scoring.description import Description, Line, SeatKind
from scoring.kept import kept
from scoring.ranking import margin
from scoring.ruleset import DescribedRuleset
from scoring.types import Breakdown, Entries, Explanation, ScoreLine, SeatScore, Violation, params

# By position it is faster than by name.
_VP = itemgetter(ScoreLine._fields.index("vp"))
_IS_HUMAN = equals("seat.kind", HUMAN)
_WITH_TRAIN = is_chosen("options.train")


def _line(key: str, *fields: str, when: Condition = ALWAYS) -> Line:
    return Line(key=key, fields=fields, when=when)


DESCRIPTION = Description(
    key="clans_of_caledonia",
    # Raised with every change that can alter a score or an explanation.
    version="1",
    fewest_seats=1,
    most_seats=4,
    seat_kinds=(
        SeatKind(key=HUMAN, minimum=1, maximum=4),
        SeatKind(key=AUTOMA, bot=True, maximum=1),
    ),
    rounds=(ROUND,),
    sections=SECTIONS,
    options=OPTIONS,
    setup=SETUP,
    seat=SEAT,
    lines=(
        _line("glory", "glory", "level"),
        _line("basic_goods", "basic_goods", "wool", "milk", "grain", when=_IS_HUMAN),
        _line("processed_goods", "processed_goods", "bread", "cheese", "whisky", "kilts", when=_IS_HUMAN),
        _line("money", "money"),
        _line("hops", "hops", "contract_tiles"),
        _line("cotton", "cotton", "contract_tiles"),
        _line("tobacco", "tobacco", "contract_tiles"),
        _line("sugar_cane", "sugar_cane", "contract_tiles"),
        _line("exports", "contracts", "contract_tiles"),
        _line("settlements", "settlements"),
        _line("reward", "reward_value", when=all_of(_IS_HUMAN, is_chosen("options.reward"))),
        _line("deliveries", "deliveries", when=all_of(_IS_HUMAN, equals("options.train", "full"))),
        _line(
            "milestones",
            *(f"milestone_{slot}" for slot in range(1, 5)),
            *(f"milestone_{slot}_round" for slot in range(1, 5)),
            when=all_of(_IS_HUMAN, _WITH_TRAIN),
        ),
        _line("train", "level", when=all_of(equals("seat.kind", AUTOMA), _WITH_TRAIN)),
        _line("railway", when=all_of(equals("seats", 1), _WITH_TRAIN)),
        _line("bid", "bid", when=all_of(_IS_HUMAN, is_on("options.auction"))),
    ),
    dimension="clan",
    catalogues={
        "clans": pieces.CLANS,
        "contracts": contracts.CATALOGUE,
        "map_sides": pieces.MAP_SIDES,
        "milestones": pieces.MILESTONES,
        "port_tiles": pieces.PORT_TILES,
        "rewards": pieces.REWARDS,
        "scoring_tiles": pieces.SCORING_TILES,
        "starting_tiles": pieces.STARTING_TILES,
    },
)


class ClansOfCaledonia(DescribedRuleset[Sheet]):
    description = DESCRIPTION
    codes = CODES
    more_labels = TITLE_LABELS

    def build(self, entries: Entries) -> Sheet:
        return build(entries)

    def violations(self, sheet: Sheet, *, partial: bool) -> Iterable[Violation]:
        return validation.violations(sheet, partial=partial)

    def warnings(self, sheet: Sheet) -> Iterable[Violation]:
        return validation.warnings(sheet)

    def entries_of(self, sheet: Sheet) -> Entries:
        return sheet.entries

    def score(self, sheet: Sheet) -> Breakdown:
        worths = table.import_worths(sheet)
        columns = table.seat_lines(sheet, worths)
        totals = [sum(map(_VP, column)) for column in columns]
        places, tie_breaks = table.standings(sheet, totals)
        kinds = [seat.kind for seat in sheet.entries.seats]
        # The constructor of a named tuple is slow, and there is one for every seat of every game.
        new = tuple.__new__
        seats = zip(kinds, columns, totals, places, tie_breaks, strict=True)
        scores = tuple([new(SeatScore, seat) for seat in seats])
        notes = _notes(sheet, worths, totals)
        through = sheet.entries.through
        return new(
            Breakdown, (DESCRIPTION.key, DESCRIPTION.version, through, True, scores, margin(totals), notes)
        )


def _notes(sheet: Sheet, worths: tuple[Worth, ...], totals: list[int]) -> tuple[Explanation, ...]:
    """The worth of each import; with a reward what it counts; solo the title."""
    notes = _usual_notes((worths[0].vp, worths[1].vp, worths[2].vp, sheet.options["reward"]))
    if sheet.solo:
        notes += (Explanation("solo_title", params(title=solo.title(totals[0]))),)
    return notes


@kept
def _usual_notes(of: tuple[int, int, int, str | None]) -> tuple[Explanation, ...]:
    """By the worths of the three imports and the reward."""
    *vps, reward = of
    notes = [
        Explanation("import_worth", params(good=good, worth=vp))
        for good, vp in zip(IMPORTS, vps, strict=True)
    ]
    if reward:
        notes.append(Explanation("reward_measure", params(measure=reward)))
    return tuple(notes)
