"""Our own lossless form: one game as JSON on each line."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from games.exchange.formats.bounds import (
    MOST_GAMES,
    MOST_SEATS,
    day,
    lines_of,
    point_in_time,
    short,
    text_stream,
    whole,
)
from games.exchange.formats.records import (
    Finding,
    GameRecord,
    Record,
    SeatRecord,
    Unreadable,
    UnreadableFileError,
)
from scoring import registry

SOURCE = "caledonia"
LONGEST_LINE = 200_000


def read(content: bytes) -> Iterator[Record]:
    with text_stream(content) as stream:
        for number, line in enumerate(lines_of(stream, LONGEST_LINE), start=1):
            if number > MOST_GAMES:
                raise UnreadableFileError("too_many_games", most=MOST_GAMES)
            if line is None:
                yield Unreadable(str(number), Finding("line_too_long"))
            elif line.strip():
                yield _record(str(number), line)


def _record(where: str, line: str) -> Record:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return Unreadable(where, Finding("not_json"))
    if not isinstance(told, dict):
        return Unreadable(where, Finding("not_a_game"))
    system = told.get("system")
    if not isinstance(system, str) or system not in {one.description.key for one in registry.systems()}:
        return Unreadable(where, Finding("unknown_system", {"system": short(system, 40)}))
    played_on = day(told.get("played_on"))
    if played_on is None:
        return Unreadable(where, Finding("no_date"))
    listed = told.get("seats")
    seats = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    if not 1 <= len(seats) <= MOST_SEATS:
        return Unreadable(where, Finding("no_players"))
    if any(whole(seat.get("total")) is None or not whole(seat.get("place")) for seat in seats):
        return Unreadable(where, Finding("no_scores"))
    sheet = told.get("sheet")
    moment = point_in_time(told.get("finished_at"))
    minutes = whole(told.get("duration_minutes"))
    return GameRecord(
        where=where,
        source=f"{SOURCE}:{short(told.get('source'), 60).rpartition(':')[2]}",
        system=system,
        played_on=played_on,
        finished_at=moment if moment and moment.tzinfo else None,
        duration_minutes=minutes if minutes and 0 < minutes <= 24 * 60 else None,
        place=short(told.get("place"), 80),
        notes=short(told.get("notes")),
        seats=tuple(_seat(seat) for seat in seats),
        sheet=sheet if isinstance(sheet, dict) else None,
    )


def _seat(told: dict[str, Any]) -> SeatRecord:
    lines = told.get("lines")
    return SeatRecord(
        name=short(told.get("name"), 80),
        source_id=short(told.get("source_id"), 60),
        is_bot=told.get("is_bot") is True,
        dimension=short(told.get("dimension"), 40),
        position=whole(told.get("position")),
        total=whole(told.get("total")) or 0,
        place=whole(told.get("place")) or 1,
        lines=(
            {short(key, 40): points for key, value in lines.items() if (points := whole(value)) is not None}
            if isinstance(lines, dict)
            else None
        ),
    )


def write(games: Iterable[GameRecord]) -> Iterator[str]:
    """A line for each game, so that any number of them can be sent as they are read."""
    for game in games:
        told = asdict(game)
        del told["where"], told["findings"]
        told["played_on"] = game.played_on.isoformat()
        told["finished_at"] = game.finished_at.isoformat() if game.finished_at else None
        yield json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"
