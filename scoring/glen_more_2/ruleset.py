"""Glen More II: Chronicles as a game system."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.conditions import ALWAYS, Condition
from scoring.description import Description, Line, SeatKind
from scoring.glen_more_2 import fields, pieces, validation, warnings
from scoring.glen_more_2.codes import CODES, LANDMARK_LABELS
from scoring.glen_more_2.constants import (
    FEWEST_PLAYERS,
    HAGGIS_ROUNDS,
    LAST_ROUND,
    LEAD_VP,
    MOST_PLAYERS,
    ROUNDS,
)
from scoring.glen_more_2.score import Game, rank_seats, score_sheet
from scoring.glen_more_2.sheet import build
from scoring.ranking import margin
from scoring.ruleset import DescribedRuleset
from scoring.types import Breakdown, Explanation, SeatScore, SheetValues, Violation, params


def _by_round(
    key: str,
    *named: str,
    when: Condition = ALWAYS,
    rounds: tuple[str, ...] = ROUNDS,
    compares: bool = True,
) -> Line:
    return Line(key=key, fields=named, when=when, rounds=rounds, compares=compares)


def _final(key: str, *named: str, when: Condition = ALWAYS, compares: bool = False) -> Line:
    return Line(key=key, fields=named, when=when, compares=compares)


_CATEGORIES = tuple(field.key for field in fields.CATEGORIES)
# What a council card compares, where that is not a field of its own
_COMPARED = {
    "complete_sets": (*_CATEGORIES, "castle_moil", "gangsters", "claimed_landmarks"),
    "castles_with_scot": ("council_castles_with_scot", "gangsters", "mike_mccastle_here"),
    "smallest_territory": ("territory",),
}

DESCRIPTION = Description(
    key="glen_more_2",
    # Raised with every change that can alter a score or an explanation.
    version="2",
    fewest_seats=FEWEST_PLAYERS,
    most_seats=MOST_PLAYERS,
    seat_kinds=(SeatKind(key=fields.HUMAN, minimum=FEWEST_PLAYERS, maximum=MOST_PLAYERS),),
    rounds=ROUNDS,
    sections=fields.SECTIONS,
    options=fields.OPTIONS,
    setup=(),
    game=fields.GAME,
    seat=fields.SEAT,
    lines=(
        _by_round(
            "castle_scots",
            "castle_scots",
            "castle_moil",
            "gangsters",
            "mike_mccastle_here",
            "old_man_of_storr_vp",
        ),
        _by_round("landmarks", "landmarks", "event_sides", "gangsters", "claimed_landmarks"),
        _by_round("barrels", "barrels", "inverness_vp"),
        _by_round("persons", "persons", "david_hume"),
        _by_round(
            "haggis",
            "haggis_tokens",
            "haggis_sum",
            when=fields.WITH_HAGGIS,
            rounds=HAGGIS_ROUNDS,
            compares=False,
        ),
        _by_round(
            "sibyl_macsponge",
            *_CATEGORIES,
            "haggis_tokens",
            "haggis_sum",
            "gangsters",
            when=fields.WITH_MOBS,
        ),
        _final("territory", "territory", compares=True),
        _final("coins", "coins", "armadale_castle", "race_result"),
        _final("vp_tokens", "vp_tokens"),
        _final("landmark_vp", "landmark_vp"),
        _final("race", "race_result", when=fields.WITH_RACES),
        *(
            _final(
                f"council_{card}",
                *_COMPARED.get(card, (f"council_{card}",)),
                when=fields.card_in_play(card),
                compares=True,
            )
            for card in pieces.keys(pieces.COUNCIL_CARDS)
        ),
        _final("gangsters", "gangsters", "gangster_cost", when=fields.WITH_MOBS),
        _final("pennies", "plus_pennies", "minus_pennies", when=fields.WITH_MOBS),
    ),
    catalogues={"council_cards": pieces.COUNCIL_CARDS, "gangsters": pieces.GANGSTERS},
)

_NOTES = (Explanation("lead_table", params(points=LEAD_VP)),)


class GlenMore2(DescribedRuleset[Game]):
    description = DESCRIPTION
    codes = CODES
    more_labels = LANDMARK_LABELS

    def build(self, values: SheetValues) -> Game:
        return score_sheet(build(values))

    def violations(self, sheet: Game, *, partial: bool) -> Iterable[Violation]:
        return validation.violations(sheet.sheet, partial=partial)

    def warnings(self, sheet: Game) -> Iterable[Violation]:
        return warnings.warnings(sheet.sheet)

    def needed(self, sheet: Game) -> Iterable[str]:
        return validation.needed(sheet)

    def values_of(self, sheet: Game) -> SheetValues:
        return sheet.sheet.values

    def score(self, sheet: Game) -> Breakdown:
        places, tie_breaks = rank_seats(sheet)
        seats = tuple(
            [
                SeatScore(fields.HUMAN, own, total, place, tie_break)
                for own, total, place, tie_break in zip(
                    sheet.lines, sheet.totals, places, tie_breaks, strict=True
                )
            ]
        )
        through = self.values_of(sheet).through
        return Breakdown(
            ruleset=DESCRIPTION.key,
            version=DESCRIPTION.version,
            through=through,
            final=through == LAST_ROUND,
            seats=seats,
            margin=margin(sheet.totals),
            notes=_NOTES,
        )
