"""Standings of a tournament's stages as its pages, its exports and its printed list show them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.players.actors import Viewer
from tournaments.events.models import Event
from tournaments.events.selectors.standings import EventRowView, StageTable, stage_tables
from tournaments.events.wording import KINDS
from tournaments.shared.presentation import column_heads, shown_tie_breakers, tie_break_cells
from tournaments.shared.wording import describe_reason, shown_value, signed_points


@dataclass(frozen=True, slots=True)
class RoundResult:
    """One round of a player: `text` is the place at the table, or what happened instead of a game."""

    round: int
    text: str
    game: str
    points: str
    counts: bool
    is_win: bool


@dataclass(frozen=True, slots=True)
class ShownRow:
    view: EventRowView
    name: str
    points: str
    values: Sequence[str]
    results: Sequence[RoundResult]
    adjustments: Sequence[tuple[str, str]]
    why: str


@dataclass(frozen=True, slots=True)
class ShownStandings:
    table: StageTable
    name: str
    columns: Sequence[tuple[str, str]]
    rows: Sequence[ShownRow]


def shown_tables(event: Event, viewer: Viewer) -> list[ShownStandings]:
    """The last stage first."""
    return [_shown(table) for table in stage_tables(event, viewer)]


def _shown(table: StageTable) -> ShownStandings:
    keys = shown_tie_breakers(table.stage.stage.rules, [view.row for view in table.rows])
    rows = []
    ahead: EventRowView | None = None
    for view in table.rows:
        rows.append(
            ShownRow(
                view=view,
                name=view.shown.name,
                points=shown_value("points", view.row.points),
                values=tie_break_cells(view.row, keys, shown_value),
                results=[_result(result) for result in view.row.results],
                adjustments=[(signed_points(given.points), given.reason) for given in view.adjustments],
                why=_why(view, ahead),
            )
        )
        ahead = view
    return ShownStandings(
        table=table, name=str(KINDS[table.stage.kind]), columns=column_heads(keys), rows=rows
    )


def _result(stored: dict[str, Any]) -> RoundResult:
    played = stored["kind"] == "played"
    return RoundResult(
        round=stored["round"],
        text=str(stored["place"]) if played and not stored["forfeited"] else "–",
        game=stored["game"] if played else "",
        points=shown_value("points", stored["points"]),
        counts=stored["verdict"] == "counts",
        is_win=played and stored["place"] == 1,
    )


def _why(view: EventRowView, ahead: EventRowView | None) -> str:
    reason = view.row.detail.get("why")
    if reason is None or ahead is None or not (view.row.games or ahead.row.games):
        return ""
    return describe_reason(reason, ahead=ahead.shown.name, behind=view.shown.name)
