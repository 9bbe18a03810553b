"""Which reader a file needs, and records as JSON in a row of the database and back."""

from collections.abc import Callable, Iterator
from datetime import date, datetime
from typing import Any

from games.exchange.enums import FileForm
from games.exchange.formats import bgg, bgstats, jsonl, spreadsheet
from games.exchange.formats.records import Finding, GameRecord, Record, SeatRecord

READERS: dict[FileForm, Callable[[bytes], Iterator[Record]]] = {
    FileForm.BGSTATS: bgstats.read,
    FileForm.BGG: bgg.read,
    FileForm.CSV: spreadsheet.read_csv,
    FileForm.XLSX: spreadsheet.read_xlsx,
    FileForm.JSONL: jsonl.read,
}
_ENDINGS = {
    ".xml": FileForm.BGG,
    ".csv": FileForm.CSV,
    ".tsv": FileForm.CSV,
    ".xlsx": FileForm.XLSX,
    ".jsonl": FileForm.JSONL,
    ".json": FileForm.BGSTATS,
    ".bgsplay": FileForm.BGSTATS,
}


def detect_form(filename: str, content: bytes) -> FileForm:
    """The likely format: by how the file begins, then by its name."""
    start = content[:200].removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"PK"):
        return FileForm.XLSX
    if start.startswith(b"<"):
        return FileForm.BGG
    for ending, form in _ENDINGS.items():
        if filename.lower().endswith(ending):
            return form
    return FileForm.BGSTATS if start.startswith(b"{") else FileForm.CSV


def read(form: FileForm, content: bytes) -> Iterator[Record]:
    return READERS[form](content)


def record_to_json(record: GameRecord) -> dict[str, Any]:
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


def record_from_json(kept: dict[str, Any]) -> GameRecord:
    finished_at = kept["finished_at"]
    return GameRecord(
        **{name: value for name, value in kept.items() if name not in {"played_on", "finished_at", "seats"}},
        played_on=date.fromisoformat(kept["played_on"]),
        finished_at=datetime.fromisoformat(finished_at) if finished_at else None,
        seats=tuple(SeatRecord(**seat) for seat in kept["seats"]),
    )


def finding_to_json(finding: Finding) -> dict[str, Any]:
    return {"code": finding.code, "params": dict(finding.params)}
