"""The final table of a game, lines down and seats across, with its explanations and where each seat's VP came from.

The markup is no template: sixty cells of three tags each took half the time of a game's page.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from caledonia_site.common.charts import StackedBar, stacked_bars
from games.results.models import Game, SheetVersion
from games.results.web.markup import Cell, LineRow, RoundRows
from games.results.web.seats import SeatColumn
from games.systems import label, sentence
from scoring import registry
from scoring.types import Breakdown, ScoreLine

# A chart tells so many series apart; the smallest beyond that are joined.
MOST_SERIES = 10


@dataclass(frozen=True, slots=True)
class ScoreTable:
    columns: Sequence[SeatColumn]
    rounds: tuple[RoundRows, ...]
    tie_breaks: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def has_lines(self) -> bool:
        return any(part.rows for part in self.rounds)


def score_table(game: Game, version: SheetVersion | None, columns: Sequence[SeatColumn]) -> ScoreTable:
    """Explanations follow from the sheet, so they are computed here; the numbers are those stored."""
    scored = registry.get(game.system).evaluate(version.sheet).breakdown if version else None
    if scored is None:
        return _stored_table(game, columns)
    names = [column.name for column in columns]
    order = list(dict.fromkeys((line.round, line.key) for seat in scored.seats for line in seat.lines))
    lines_by_seat = [{(line.round, line.key): line for line in seat.lines} for seat in scored.seats]
    positions = {
        line.key: position for position, line in enumerate(registry.get(game.system).description.lines)
    }
    rounds = registry.get(game.system).description.rounds
    parts = []
    for name in rounds:
        keys = sorted((key for part, key in order if part == name), key=lambda key: positions.get(key, 999))
        rows = [
            LineRow(
                key,
                name,
                str(label(game.system, f"line.{key}")),
                tuple(
                    _cell(game.system, lines.get((name, key)), names, seat)
                    for seat, lines in zip(names, lines_by_seat, strict=True)
                ),
            )
            for key in keys
        ]
        title = str(label(game.system, f"round.{name}")) if len(rounds) > 1 else ""
        parts.append(RoundRows(title, tuple(rows), columns))
    return ScoreTable(columns, tuple(parts), *_remarks(game.system, scored, names))


def _cell(system: str, line: ScoreLine | None, names: Sequence[str], seat: str) -> Cell | None:
    if line is None:
        return None
    return Cell(seat, line.vp, line.quantity, sentence(system, line.explanation, line=line, names=names))


def _remarks(system: str, scored: Breakdown, names: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    ties = tuple(
        f"{name}: {sentence(system, seat.tie_break, names=names)}"
        for name, seat in zip(names, scored.seats, strict=False)
        if seat.tie_break
    )
    return ties, tuple(sentence(system, note, names=names) for note in scored.notes)


def _stored_table(game: Game, columns: Sequence[SeatColumn]) -> ScoreTable:
    """Without a readable sheet: the lines as they were added up, or totals alone."""
    seats = list(game.seats.all())
    keys = [line.key for line in registry.get(game.system).description.lines]
    rows = tuple(
        LineRow(
            key,
            "all",
            str(label(game.system, f"line.{key}")),
            tuple(
                Cell(column.name, seat.lines[key][1], seat.lines[key][0], "") if key in seat.lines else None
                for seat, column in zip(seats, columns, strict=True)
            ),
        )
        for key in keys
        if any(key in seat.lines for seat in seats)
    )
    return ScoreTable(columns, (RoundRows("", rows, columns),), (), ())


def sources_chart(game: Game, columns: Sequence[SeatColumn]) -> SafeString | str:
    """One bar for each seat, from the stored lines; nothing for a game of totals alone."""
    seats = list(game.seats.all())
    worth = {
        line.key: [seat.lines.get(line.key, [0, 0])[1] for seat in seats]
        for line in registry.get(game.system).description.lines
    }
    worth = {key: values for key, values in worth.items() if any(values)}
    if not worth:
        return ""
    series, parts = _joined(game.system, worth)
    bars = [
        StackedBar(f"{column.rank}. {column.name}", [values[position] for values in parts])
        for position, column in enumerate(columns)
    ]
    return stacked_bars(
        sorted(bars, key=lambda bar: -bar.total),
        name="sources",
        series=series,
        title=_("Where the victory points came from"),
    )


def _joined(system: str, worth: dict[str, list[int]]) -> tuple[list[str], list[list[int]]]:
    """The series of the chart in the order of the sheet, the smallest joined as one."""
    if len(worth) > MOST_SERIES:
        by_size = sorted(worth, key=lambda key: -sum(abs(vp) for vp in worth[key]))
        small = set(by_size[MOST_SERIES - 1 :])
    else:
        small = set()
    series = [str(label(system, f"line.{key}")) for key in worth if key not in small]
    parts = [values for key, values in worth.items() if key not in small]
    if small:
        series.append(_("Other lines"))
        parts.append([sum(values) for values in zip(*(worth[key] for key in small), strict=True)])
    return series, parts
