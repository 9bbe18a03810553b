"""The games of a file as rows of the preview."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from games.exchange.enums import RowKind, RowState
from games.exchange.models import ImportRow
from games.exchange.wording import in_words
from games.models import Game
from games.wording import label

TONES = {
    RowKind.NEW: "tone-accent",
    RowKind.KNOWN: "",
    RowKind.DOUBTFUL: "tone-warning",
    RowKind.UNREADABLE: "tone-danger",
    RowKind.SKIPPED: "",
}


@dataclass(frozen=True, slots=True)
class ShownRow:
    where: str
    kind: str
    tone: str
    played_on: date | None
    system: str
    people: str
    remarks: list[str]
    game: Game | None


def shown_rows(rows: Iterable[ImportRow]) -> list[ShownRow]:
    return [_shown(row) for row in rows]


def _shown(row: ImportRow) -> ShownRow:
    record = row.record or {}
    system = record.get("system", "")
    people = " · ".join(
        f"{seat['name'] or '–'} {seat['total']}"
        for seat in sorted(record.get("seats", []), key=lambda seat: seat["place"])
    )
    remarks = [in_words(row.reason, system), *(in_words(one, system) for one in row.findings)]
    waiting = row.state == RowState.WAITING
    return ShownRow(
        where=row.where,
        kind=str(RowKind(row.kind).label if waiting else RowState(row.state).label),
        tone=TONES[RowKind(row.kind)] if waiting else "tone-success" if row.game_id else "tone-danger",
        played_on=date.fromisoformat(record["played_on"]) if record else None,
        system=str(label(system, f"system.{system}")) if system else "",
        people=people,
        remarks=[remark for remark in remarks if remark],
        game=row.game,
    )
