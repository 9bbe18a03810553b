"""Clans of Caledonia as a game system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scoring.clans_of_caledonia import contracts, pieces, solo, validation
from scoring.clans_of_caledonia.codes import CODES, NTH_LABELS, PLACE_LABELS, TITLE_LABELS
from scoring.clans_of_caledonia.industria import MEASURED_LINES
from scoring.clans_of_caledonia.lines import ROUND, Worth
from scoring.clans_of_caledonia.score import import_worths, rank_seats, seat_lines
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
from scoring.conditions import ALWAYS, Condition, all_of, equals, is_chosen, is_on
from scoring.description import Description, Line, SeatKind
from scoring.ranking import margin
from scoring.ruleset import DescribedRuleset, compared_lines
from scoring.types import Breakdown, Explanation, SeatScore, SheetValues, Violation, params

_IS_HUMAN = equals("seat.kind", HUMAN)
_WITH_TRAIN = is_chosen("options.train")


def _line(key: str, *fields: str, when: Condition = ALWAYS, compares: bool = False) -> Line:
    return Line(key=key, fields=fields, when=when, compares=compares)


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
        _line("exports", "contracts", "contract_tiles", compares=True),
        _line("settlements", "settlements", compares=True),
        _line("reward", "reward_value", when=all_of(_IS_HUMAN, is_chosen("options.reward")), compares=True),
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
    more_labels = (*PLACE_LABELS, *NTH_LABELS, *TITLE_LABELS)

    def build(self, values: SheetValues) -> Sheet:
        return build(values)

    def violations(self, sheet: Sheet, *, partial: bool) -> Iterable[Violation]:
        return validation.violations(sheet, partial=partial)

    def warnings(self, sheet: Sheet) -> Iterable[Violation]:
        return validation.warnings(sheet)

    def values_of(self, sheet: Sheet) -> SheetValues:
        return sheet.values

    def compared(self, sheet: Sheet) -> Mapping[str, tuple[str, ...]]:
        """A reward tile may count what other lines count already."""
        compared = compared_lines(DESCRIPTION)
        counting = MEASURED_LINES.get(sheet.options["reward"] or "", ())
        fields = [field for line in DESCRIPTION.lines if line.key in counting for field in line.fields]
        return {**compared, "reward": (*compared["reward"], *fields)}

    def score(self, sheet: Sheet) -> Breakdown:
        worths = import_worths(sheet)
        lines = seat_lines(sheet, worths)
        totals = [sum([line.vp for line in own]) for own in lines]
        places, tie_breaks = rank_seats(sheet, totals)
        kinds = [seat.kind for seat in sheet.values.seats]
        seats = zip(kinds, lines, totals, places, tie_breaks, strict=True)
        return Breakdown(
            ruleset=DESCRIPTION.key,
            version=DESCRIPTION.version,
            through=sheet.values.through,
            final=True,
            seats=tuple([SeatScore(*seat) for seat in seats]),
            margin=margin(totals),
            notes=_notes(sheet, worths, totals),
        )


def _notes(sheet: Sheet, worths: tuple[Worth, ...], totals: list[int]) -> tuple[Explanation, ...]:
    """The worth of each import; with a reward what it counts; solo the title."""
    notes = [Explanation("import_worth", params(good=worth.good, worth=worth.vp)) for worth in worths]
    if sheet.options["reward"]:
        notes.append(Explanation("reward_measure", params(measure=sheet.options["reward"])))
    if sheet.solo:
        notes.append(Explanation("solo_title", params(title=solo.title(totals[0]))))
    return tuple(notes)
