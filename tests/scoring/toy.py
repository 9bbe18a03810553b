"""A tiny game system with rounds, for what the protocol must do for any system."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scoring.conditions import all_of, contains, equals, is_on
from scoring.description import Description, Field, Line, SeatKind
from scoring.ranking import margin, places
from scoring.ruleset import DescribedRuleset
from scoring.types import Breakdown, Explanation, ScoreLine, SeatScore, SheetValues, Violation
from scoring.vocabulary import Code

BOTH = ("a", "b")


class Sheet(NamedTuple):
    values: SheetValues


class Toy(DescribedRuleset[Sheet]):
    """Points in two rounds and stars at the end; a crown is worn by one seat, in each round another may."""

    description = Description(
        key="toy",
        version="7",
        fewest_seats=1,
        most_seats=3,
        seat_kinds=(SeatKind(key="human", minimum=1, maximum=3), SeatKind(key="robot", bot=True, maximum=2)),
        rounds=BOTH,
        sections=("main",),
        options=(Field(key="stars", kind="flag"), Field(key="mode", kind="choice", choices=("x", "y"))),
        setup=(Field(key="deck", kind="tiles", choices=(1, 2, 3), longest=2, ordered=True),),
        game=(
            Field(key="cards", kind="tiles", choices=("p", "q"), shortest=1, longest=2),
            Field(key="votes", required=True, when=contains("game.cards", "q")),
        ),
        seat=(
            Field(key="points", rounds=BOTH, required=True, minimum=-5, maximum=50, usual=30),
            Field(key="crown", kind="flag", rounds=BOTH, unique=True),
            Field(key="bonus", rounds=("b",), required=True, when=is_on("seat.crown")),
            Field(key="stars", required=True, maximum=9, when=is_on("options.stars")),
            Field(key="race", maximum=3, unique=True),
            Field(key="pennies", when=contains("game.cards", "p")),
            Field(key="colour", kind="choice", choices=("red", "blue"), unique=True),
            Field(
                key="shade", kind="choice", choices=(1, 2), required=True, when=equals("seat.colour", "red")
            ),
            Field(key="fuel", when=all_of(equals("seat.kind", "robot"), equals("bots", 1))),
        ),
        lines=(
            Line(key="points", fields=("points",), rounds=BOTH),
            Line(key="stars", fields=("stars",), when=is_on("options.stars")),
        ),
    )
    codes = (Code("points", "explanation"), Code("stars", "explanation"))
    more_labels = ("award.toy",)

    def build(self, values: SheetValues) -> Sheet:
        return Sheet(values)

    def violations(self, sheet: Sheet, *, partial: bool) -> Iterable[Violation]:
        return ()

    def warnings(self, sheet: Sheet) -> Iterable[Violation]:
        return ()

    def values_of(self, sheet: Sheet) -> SheetValues:
        return sheet.values

    def score(self, sheet: Sheet) -> Breakdown:
        columns = []
        for seat in sheet.values.seats:
            lines = [
                ScoreLine("points", name, None, None, int(str(fields["points"])), Explanation("points"))
                for name, fields in seat.rounds.items()
            ]
            if sheet.values.through == "b":
                stars = int(str(seat.values["stars"]))
                lines.append(ScoreLine("stars", "b", stars, 1, stars, Explanation("stars")))
            columns.append(lines)
        totals = [sum(line.vp for line in lines) for lines in columns]
        ranks = places([(total,) for total in totals])
        seats = tuple(
            SeatScore(seat.kind, tuple(lines), total, place, None)
            for seat, lines, total, place in zip(sheet.values.seats, columns, totals, ranks, strict=True)
        )
        through = sheet.values.through
        return Breakdown("toy", "7", through, through == "b", seats, margin(totals), ())


TOY = Toy()
