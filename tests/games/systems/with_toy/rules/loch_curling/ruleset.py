"""Two ends are played; stones near the button, cups of toddy and trick shots give VP.

Every key has an underscore, which no word on a page has: a key that is shown in place of its name is found.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, cast

from scoring.conditions import is_on
from scoring.description import Description, Field, Line, SeatKind
from scoring.ranking import margin, places
from scoring.ruleset import DescribedRuleset
from scoring.types import Breakdown, Explanation, ScoreLine, SeatScore, SheetValues, Violation
from scoring.vocabulary import Code

ENDS = ("first_end", "last_end")
RINKS = ("braemar_rink", "kelso_rink", "leith_rink", "perth_rink")
SHOTS = (
    {"key": "hit_and_roll", "set": "base", "stones": 1, "cheers": 2},
    {"key": "long_guard", "set": "base", "stones": 2, "cheers": 3},
    {"key": "double_takeout", "set": "base", "stones": 2, "cheers": 3},
    {"key": "black_ice", "set": "snow_box", "stones": 3, "cheers": 4},
)
SHOT_KEYS = tuple(str(shot["key"]) for shot in SHOTS)
SHOT_VP = 2


class Sheet(NamedTuple):
    values: SheetValues


class LochCurling(DescribedRuleset[Sheet]):
    description = Description(
        key="loch_curling",
        version="3",
        fewest_seats=1,
        most_seats=4,
        seat_kinds=(
            SeatKind(key="human", minimum=1, maximum=4),
            SeatKind(key="snow_bot", bot=True, maximum=1),
        ),
        rounds=ENDS,
        sections=("the_day", "the_house", "after_play"),
        options=(
            Field(key="hot_toddy", kind="flag", section="the_day"),
            Field(key="ice_kind", kind="choice", section="the_day", choices=("soft_ice", "keen_ice")),
        ),
        setup=(Field(key="drawn_shots", kind="tiles", choices=SHOT_KEYS, longest=2, catalogue="shots"),),
        seat=(
            Field(key="home_rink", kind="choice", choices=RINKS, unique=True),
            Field(key="throw_order", kind="choice", choices=(1, 2, 3, 4), unique=True),
            Field(
                key="near_stones", section="the_house", rounds=ENDS, required=True, maximum=16, usual=8
            ),
            Field(
                key="toddy_cups", section="after_play", required=True, maximum=9, when=is_on("options.hot_toddy")
            ),
            Field(
                key="trick_shots", section="after_play", kind="tiles", choices=SHOT_KEYS, longest=4,
                unique=True, catalogue="shots",
            ),
        ),
        lines=(
            Line(key="near_stones", fields=("near_stones",), rounds=ENDS),
            Line(key="toddy_cups", fields=("toddy_cups",), when=is_on("options.hot_toddy")),
            Line(key="trick_shots", fields=("trick_shots",)),
        ),
        dimension="home_rink",
        catalogues={"shots": SHOTS},
    )  # fmt: skip
    codes = (
        Code("near_stones", "explanation"),
        Code("toddy_cups", "explanation"),
        Code("trick_shots", "explanation", {"shots": "labels:choice.trick_shots"}),
        Code("ice_was", "note", {"ice": "label:choice.ice_kind"}),
        Code("place_shared", "tie_break"),
    )

    def build(self, values: SheetValues) -> Sheet:
        return Sheet(values)

    def violations(self, sheet: Sheet, *, partial: bool) -> Iterable[Violation]:
        return ()

    def warnings(self, sheet: Sheet) -> Iterable[Violation]:
        return ()

    def values_of(self, sheet: Sheet) -> SheetValues:
        return sheet.values

    def score(self, sheet: Sheet) -> Breakdown:
        values = sheet.values
        final = values.through == ENDS[-1]
        columns = [self._lines(sheet, seat, final=final) for seat in range(len(values.seats))]
        totals = [sum(line.vp for line in lines) for lines in columns]
        seats = tuple(
            SeatScore(
                seat.kind,
                lines,
                total,
                place,
                Explanation("place_shared") if totals.count(total) > 1 else None,
            )
            for seat, lines, total, place in zip(
                values.seats, columns, totals, places([(total,) for total in totals]), strict=True
            )
        )
        ice = values.options["ice_kind"]
        notes = (Explanation("ice_was", {"ice": ice}),) if ice else ()
        return Breakdown(
            self.description.key,
            self.description.version,
            values.through,
            final,
            seats,
            margin(totals),
            notes,
        )

    def _lines(self, sheet: Sheet, seat: int, *, final: bool) -> tuple[ScoreLine, ...]:
        entered = sheet.values.seats[seat]
        lines = []
        for end, fields in entered.rounds.items():
            stones = int(str(fields["near_stones"]))
            lines.append(ScoreLine("near_stones", end, stones, 1, stones, Explanation("near_stones")))
        if not final:
            return tuple(lines)
        if sheet.values.options["hot_toddy"]:
            cups = int(str(entered.values["toddy_cups"]))
            lines.append(ScoreLine("toddy_cups", ENDS[-1], cups, 1, cups, Explanation("toddy_cups")))
        shots = cast("tuple[str, ...]", entered.values["trick_shots"])
        explanation = Explanation("trick_shots", {"shots": shots})
        lines.append(
            ScoreLine("trick_shots", ENDS[-1], len(shots), SHOT_VP, SHOT_VP * len(shots), explanation)
        )
        return tuple(lines)
