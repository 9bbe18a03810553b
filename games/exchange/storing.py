"""Records as JSON in a row of the database, and back."""

from dataclasses import asdict
from datetime import date, datetime
from typing import Any

from games.exchange.formats.records import Finding, GameRecord, SeatRecord


def stored(record: GameRecord) -> dict[str, Any]:
    kept = asdict(record)
    kept["played_on"] = record.played_on.isoformat()
    kept["finished_at"] = record.finished_at.isoformat() if record.finished_at else None
    del kept["findings"]
    return kept


def restored(kept: dict[str, Any]) -> GameRecord:
    finished_at = kept["finished_at"]
    return GameRecord(
        **{name: value for name, value in kept.items() if name not in {"played_on", "finished_at", "seats"}},
        played_on=date.fromisoformat(kept["played_on"]),
        finished_at=datetime.fromisoformat(finished_at) if finished_at else None,
        seats=tuple(SeatRecord(**seat) for seat in kept["seats"]),
    )


def told(finding: Finding) -> dict[str, Any]:
    return {"code": finding.code, "params": dict(finding.params)}
