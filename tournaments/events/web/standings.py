"""Standings of a tournament's stages as its pages, its exports and its printed list show them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.events.models import Event
from tournaments.events.selectors.standings import EventRowView, StageTable, stage_tables
from tournaments.events.wording import KINDS
from tournaments.shared.wording import (
    SHORT_TIE_BREAKERS,
    TIE_BREAKERS,
    shown_value,
    signed_points,
    told_reason,
)


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


def shown_tables(event: Event, viewer: Any) -> list[ShownStandings]:
    """The last stage first."""
    return [_shown(one) for one in stage_tables(event, viewer)]


def _shown(table: StageTable) -> ShownStandings:
    known = {key for one in table.rows for key in one.row.detail.get("values", {})}
    chain = [key for key in table.stage.stage.rules.chain if key != "lot" and key in known]
    rows = []
    ahead: EventRowView | None = None
    for one in table.rows:
        values = one.row.detail.get("values", {})
        rows.append(
            ShownRow(
                view=one,
                name=one.shown.name,
                points=shown_value("points", one.row.points),
                values=[shown_value(key, values[key]) if key in values else "" for key in chain],
                results=[_result(result) for result in one.row.results],
                adjustments=[(signed_points(given.points), given.reason) for given in one.adjustments],
                why=_why(one, ahead),
            )
        )
        ahead = one
    return ShownStandings(
        table=table,
        name=str(KINDS[table.stage.kind]),
        columns=[(str(SHORT_TIE_BREAKERS[key]), str(TIE_BREAKERS[key])) for key in chain],
        rows=rows,
    )


def _result(one: dict[str, Any]) -> RoundResult:
    played = one["kind"] == "played"
    return RoundResult(
        round=one["round"],
        text=str(one["place"]) if played and not one["forfeited"] else "–",
        game=one["game"] if played else "",
        points=shown_value("points", one["points"]),
        counts=one["verdict"] == "counts",
        is_win=played and one["place"] == 1,
    )


def _why(one: EventRowView, ahead: EventRowView | None) -> str:
    reason = one.row.detail.get("why")
    if reason is None or ahead is None or not (one.row.games or ahead.row.games):
        return ""
    return told_reason(reason, ahead=ahead.shown.name, behind=one.shown.name)
