"""Records as JSON in a row of the database, and back."""

from datetime import date, datetime
from typing import Any

from games.exchange.formats.records import Finding, GameRecord, SeatRecord


def stored(record: GameRecord) -> dict[str, Any]:
    return {
        "where": record.where,
        "source": record.source,
        "system": record.system,
        "played_on": record.played_on.isoformat(),
        "finished_at": record.finished_at.isoformat() if record.finished_at else None,
        "duration_minutes": record.duration_minutes,
        "place": record.place,
        "notes": record.notes,
        "seats": [
            {
                "name": seat.name,
                "source_id": seat.source_id,
                "is_bot": seat.is_bot,
                "dimension": seat.dimension,
                "position": seat.position,
                "total": seat.total,
                "place": seat.place,
                "lines": seat.lines,
            }
            for seat in record.seats
        ],
        "sheet": record.sheet,
    }


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
