"""Rows of the tables on a game's page of facts."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from caledonia_site.common.charts import StackedBar
from games.stats.selectors.system_facts import LineFacts, SeatsFacts, SystemFacts
from games.stats.web import words
from games.stats.web.faction_plots import MOST_LINES
from games.stats.web.plots import Parts, Plot

MOST_PIECES = 15


@dataclass(frozen=True, slots=True)
class SizeRow:
    """Tables of one size."""

    seats: int
    games: str
    mean: str
    mean_winning: str
    margin: str
    scores: Plot
    winning: Plot


@dataclass(frozen=True, slots=True)
class LineRow:
    name: str
    share: str
    mean_vp: str
    quantities: list[str]
    points: list[str]


@dataclass(frozen=True, slots=True)
class LineTable:
    places: list[int]
    rows: list[LineRow]


@dataclass(frozen=True, slots=True)
class RarityTable:
    worths: list[int]
    rows: list[tuple[str, list[str]]]


@dataclass(frozen=True, slots=True)
class PieceGroup:
    key: str
    name: str
    rows: list[tuple[str, str, str, str]]


def size_row(one: SeatsFacts, plots: dict[str, Plot]) -> SizeRow:
    return SizeRow(
        one.seats,
        words.number(one.games, 0),
        words.number(one.mean),
        words.number(one.mean_winning),
        words.difference(one.mean_margin),
        plots[f"scores-{one.seats}"],
        plots[f"winning-{one.seats}"],
    )


def places_plot(facts: SystemFacts, system: str) -> Parts | None:
    """What the first, the second ... made their VP of."""
    lines = _used(facts)
    if not lines:
        return None
    shown = sorted(lines, key=lambda one: -abs(one.mean_vp))[:MOST_LINES]
    shown = [one for one in lines if one in shown]
    rest = [one for one in lines if one not in shown]
    series = [words.line_name(system, one.key) for one in shown]
    bars = []
    for number, place in enumerate(lines[0].places):
        parts = [one.places[number].mean_vp for one in shown]
        if rest:
            parts.append(sum(one.places[number].mean_vp for one in rest))
        bars.append(StackedBar(_("Place %(place)s") % {"place": place.place}, parts))
    return Parts(
        bars,
        [*series, _("Other lines")] if rest else series,
        title=_("Where the VP come from, by place"),
        about=_("Mean VP of each line."),
        name="places",
    )


def line_table(facts: SystemFacts, system: str) -> LineTable | None:
    lines = _used(facts)
    if not lines:
        return None
    return LineTable(
        [place.place for place in lines[0].places],
        [
            LineRow(
                words.line_name(system, one.key),
                words.percent(one.share),
                words.number(one.mean_vp),
                [words.number(place.mean_quantity) for place in one.places],
                [words.number(place.mean_vp) for place in one.places],
            )
            for one in lines
        ],
    )


def tie_rows(facts: SystemFacts) -> list[tuple[str, str, str]]:
    ties = facts.ties
    if not ties.games:
        return []
    counts = [
        (_("First place decided by a tie-break"), ties.decided_by_tie_break),
        (_("First place shared"), ties.shared),
    ]
    return [(name, words.number(count, 0), words.percent(count / ties.games, 1)) for name, count in counts]


def rarity_table(facts: SystemFacts, system: str) -> RarityTable | None:
    """How often each good was worth how much."""
    known = [one for one in facts.rarity if one.games]
    if not known:
        return None
    worths = sorted({worth for one in known for worth in one.counts}, reverse=True)
    return RarityTable(
        worths,
        [
            (
                words.line_name(system, one.key),
                [words.percent(one.counts.get(worth, 0) / one.games) for worth in worths],
            )
            for one in known
        ],
    )


def option_rows(facts: SystemFacts, system: str) -> list[tuple[str, str, str]]:
    """The most used first; what nobody used is left out."""
    used = sorted((one for one in facts.options if one.games), key=lambda one: -one.games)
    return [(option_words(one, system), words.number(one.games, 0), words.percent(one.share)) for one in used]


def option_words(usage: Any, system: str) -> str:
    name = words.option_name(system, usage.option)
    return name if usage.value == "yes" else f"{name}: {words.choice_name(system, usage.option, usage.value)}"


def piece_groups(facts: SystemFacts, system: str) -> list[PieceGroup]:
    return [
        PieceGroup(
            field,
            words.field_name(system, field),
            [
                (
                    words.choice_name(system, field, one.key),
                    words.number(one.seats, 0),
                    words.percent(one.share, 1),
                    words.number(one.mean_place, 2),
                )
                for one in uses[:MOST_PIECES]
            ],
        )
        for field, uses in facts.pieces.items()
        if uses
    ]


def _used(facts: SystemFacts) -> list[LineFacts]:
    return [one for one in facts.lines if one.mean_vp or any(place.mean_quantity for place in one.places)]
