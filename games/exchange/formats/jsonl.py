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
        game = json.loads(line)
    except (ValueError, RecursionError):
        return Unreadable(where, Finding("not_json"))
    if not isinstance(game, dict):
        return Unreadable(where, Finding("not_a_game"))
    system = game.get("system")
    if not isinstance(system, str) or system not in {
        ruleset.description.key for ruleset in registry.systems()
    }:
        return Unreadable(where, Finding("unknown_system", {"system": short(system, 40)}))
    played_on = day(game.get("played_on"))
    if played_on is None:
        return Unreadable(where, Finding("no_date"))
    listed = game.get("seats")
    seats = [seat for seat in listed if isinstance(seat, dict)] if isinstance(listed, list) else []
    if not 1 <= len(seats) <= MOST_SEATS:
        return Unreadable(where, Finding("no_players"))
    if any(whole(seat.get("total")) is None or not whole(seat.get("place")) for seat in seats):
        return Unreadable(where, Finding("no_scores"))
    sheet = game.get("sheet")
    moment = point_in_time(game.get("finished_at"))
    minutes = whole(game.get("duration_minutes"))
    return GameRecord(
        where=where,
        source=f"{SOURCE}:{short(game.get('source'), 60).rpartition(':')[2]}",
        system=system,
        played_on=played_on,
        finished_at=moment if moment and moment.tzinfo else None,
        duration_minutes=minutes if minutes and 0 < minutes <= 24 * 60 else None,
        place=short(game.get("place"), 80),
        notes=short(game.get("notes")),
        seats=tuple(_seat(seat) for seat in seats),
        sheet=sheet if isinstance(sheet, dict) else None,
    )


def _seat(seat: dict[str, Any]) -> SeatRecord:
    lines = seat.get("lines")
    return SeatRecord(
        name=short(seat.get("name"), 80),
        source_id=short(seat.get("source_id"), 60),
        is_bot=seat.get("is_bot") is True,
        dimension=short(seat.get("dimension"), 40),
        position=whole(seat.get("position")),
        total=whole(seat.get("total")) or 0,
        place=whole(seat.get("place")) or 1,
        lines=(
            {short(key, 40): points for key, value in lines.items() if (points := whole(value)) is not None}
            if isinstance(lines, dict)
            else None
        ),
    )


def write(games: Iterable[GameRecord]) -> Iterator[str]:
    """A line for each game, so that any number of them can be sent as they are read."""
    for game in games:
        line = asdict(game)
        del line["where"], line["findings"]
        line["played_on"] = game.played_on.isoformat()
        line["finished_at"] = game.finished_at.isoformat() if game.finished_at else None
        yield json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"
