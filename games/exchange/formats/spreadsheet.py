"""Tables, one row per seat: CSV and XLSX, as people keep them and as we write them.

A raw sheet stands in columns, and is put together from them again. The library for XLSX is slow to import, and most
processes never meet such a file; hence the late imports.
"""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from caledonia_site.common.csv_files import csv_bytes, safe_cell
from games.exchange.formats.bounds import (
    LARGEST_FILE,
    MOST_GAMES,
    MOST_SEATS,
    day,
    has_time,
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
    contradicts,
    places_of,
)
from scoring import registry
from scoring.description import Field

YES = {"yes", "true", "1", "x", "oui", "sim"}
NO = {"no", "false", "0", "non", "não", "nao"}
# What stands once on a sheet is repeated in the row of every seat.
SHARED = ("options", "setup", "game")
SOURCE = "table"
ABOUT = (
    "game", "system", "played_on", "finished_at", "duration_minutes", "location", "notes",
    "player", "player_id", "bot", "dimension", "position", "total", "place",
)  # fmt: skip
NEEDED = ("game", "system", "played_on", "player", "total")
MOST_COLUMNS = 400
LONGEST_HEADER = 50_000
# A spreadsheet is a packed folder: some hundred bytes can unpack to gigabytes.
LARGEST_UNPACKED = 400_000_000
LINE = "vp."
Row = dict[str, str]


@cache
def fields_by_column(system: str) -> Mapping[str, tuple[tuple[str, ...], Field]]:
    """Every column a sheet of this system can have, with the way to the value: `option.train`, `glory`,
    `a.persons` for the persons of round a.
    """
    description = registry.get(system).description
    columns: dict[str, tuple[tuple[str, ...], Field]] = {}
    scopes = {"option": description.options, "setup": description.setup, "game": description.game}
    for (prefix, fields), scope in zip(scopes.items(), SHARED, strict=True):
        for field in fields:
            columns[f"{prefix}.{field.key}"] = ((scope, field.key), field)
    for field in description.seat:
        if field.rounds:
            for name in field.rounds:
                columns[f"{name}.{field.key}"] = (("seats", "rounds", name, field.key), field)
        else:
            columns[field.key] = (("seats", field.key), field)
    return columns


def cells_of(system: str, sheet: Mapping[str, Any], seat: int) -> dict[str, str]:
    """The columns of one seat's row; blanks are left out."""
    raw_seat = sheet["seats"][seat]
    cells = {"kind": str(raw_seat["kind"])} if raw_seat.get("kind") else {}
    for column, (path, _field) in fields_by_column(system).items():
        root: Any = raw_seat if path[0] == "seats" else sheet.get(path[0])
        value = _at(root, path[1:])
        if value is not None and value != []:
            cells[column] = _written(value)
    return cells


def sheet_of(system: str, rows: Sequence[Mapping[str, str]]) -> dict[str, Any] | None:
    """The raw sheet of a game's rows; None when they hold no field of a sheet besides the clan.

    A cell that cannot be read stays as it is written: the rules then say at the field what is possible.
    """
    columns = fields_by_column(system)
    dimension = registry.get(system).description.dimension
    if not any(_filled(row, column) for row in rows for column in columns if column != dimension):
        return None
    sheet: dict[str, Any] = {"options": {}, "setup": {}, "game": {}, "seats": []}
    for row in rows:
        seat: dict[str, Any] = {"kind": row["kind"]} if row.get("kind") else {}
        for column, (path, field) in columns.items():
            if _filled(row, column):
                root = seat if path[0] == "seats" else sheet[path[0]]
                _put(root, path[1:], _read(field, row[column]))
        sheet["seats"].append(seat)
    return sheet


def _filled(row: Mapping[str, str], column: str) -> bool:
    return bool((row.get(column) or "").strip())


def _at(root: Any, path: Iterable[str]) -> Any:
    for part in path:
        root = root.get(part) if isinstance(root, Mapping) else None
    return root


def _put(root: dict[str, Any], path: Sequence[str], value: Any) -> None:
    for part in path[:-1]:
        root = root.setdefault(part, {})
    root[path[-1]] = value


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " ".join(str(part) for part in value)
    return str(value)


def _read(field: Field, text: str) -> Any:
    text = text.strip()
    if field.kind == "count":
        number = whole(text)
        return text if number is None else number
    if field.kind == "flag":
        return True if text.lower() in YES else False if text.lower() in NO else text
    if field.kind == "choice":
        return _choice(field, text)
    return [_choice(field, part) for part in text.split()]


def _choice(field: Field, text: str) -> Any:
    return next((choice for choice in field.choices if str(choice).lower() == text.lower()), text)


def read_csv(content: bytes) -> Iterator[Record]:
    """Read twice: first to know where each game's last row is, so that no more games are held than are open."""
    with text_stream(content) as stream:
        first = next(lines_of(stream, LONGEST_HEADER), None) or ""
    delimiter = max(",;\t", key=first.count)
    csv.field_size_limit(10_000)
    try:
        last_rows = _last_rows(_rows(_csv_lines(content, delimiter)))
        yield from _records(_rows(_csv_lines(content, delimiter)), last_rows)
    except csv.Error:
        raise UnreadableFileError("not_csv") from None
    except UnicodeDecodeError:
        raise UnreadableFileError("wrong_encoding") from None


def _csv_lines(content: bytes, delimiter: str) -> Iterator[list[str]]:
    with text_stream(content) as stream:
        yield from csv.reader(stream, delimiter=delimiter)


def read_xlsx(content: bytes) -> Iterator[Record]:
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    if len(content) > LARGEST_FILE:
        raise UnreadableFileError("file_too_large", megabytes=LARGEST_FILE // 1_000_000)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(part.file_size for part in packed.infolist()) > LARGEST_UNPACKED:
                raise UnreadableFileError("file_too_large", megabytes=LARGEST_UNPACKED // 1_000_000)
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        rows = book.worksheets[0].iter_rows(values_only=True)
        yield from _records(_rows([_cell(value) for value in row] for row in rows), {})
    except (zipfile.BadZipFile, InvalidFileException, KeyError, IndexError, ValueError, OSError):
        raise UnreadableFileError("not_xlsx") from None


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _rows(lines: Iterable[Sequence[str]]) -> Iterator[tuple[int, Row]]:
    """The rows that hold something, each with its number and the cells that are filled."""
    remaining = iter(lines)
    header = [short(name, 80).lower().replace(" ", "_") for name in next(remaining, [])]
    if len(header) > MOST_COLUMNS or (missing := [name for name in NEEDED if name not in header]):
        raise UnreadableFileError("columns_missing", columns=", ".join(missing or NEEDED))
    for number, cells in enumerate(remaining, start=2):
        row = {
            name: text
            for name, cell in zip(header, cells, strict=False)
            if cell and (text := short(cell).removeprefix("'"))
        }
        if row:
            yield number, row


def _last_rows(rows: Iterable[tuple[int, Row]]) -> dict[str, int]:
    last_rows: dict[str, int] = {}
    for number, row in rows:
        last_rows[row.get("game", "")] = number
        if len(last_rows) > MOST_GAMES:
            raise UnreadableFileError("too_many_games", most=MOST_GAMES)
    return last_rows


def _records(rows: Iterable[tuple[int, Row]], last_rows: Mapping[str, int]) -> Iterator[Record]:
    """A game as soon as its last row has come; those of whom it is not known, at the end."""
    games: dict[str, list[tuple[int, Row]]] = {}
    for number, row in rows:
        key = row.get("game", "")
        games.setdefault(key, []).append((number, row))
        if len(games) > MOST_GAMES:
            raise UnreadableFileError("too_many_games", most=MOST_GAMES)
        if last_rows.get(key) == number:
            yield _record(key, games.pop(key))
    for key, seats in games.items():
        yield _record(key, seats)


def _record(key: str, numbered: Sequence[tuple[int, Row]]) -> Record:
    where = str(numbered[0][0])
    rows = [row for _number, row in numbered]
    first = rows[0]
    system = _system(first.get("system", ""))
    if not key:
        return Unreadable(where, Finding("no_game_key"))
    if system is None:
        return Unreadable(where, Finding("unknown_system", {"system": first.get("system", "")[:40]}))
    played_on = day(first.get("played_on"))
    if played_on is None:
        return Unreadable(where, Finding("no_date"))
    if len(rows) > MOST_SEATS:
        return Unreadable(where, Finding("no_players"))
    totals = [whole(row.get("total")) for row in rows]
    if any(total is None for total in totals):
        return Unreadable(where, Finding("no_scores"))
    dimension = registry.get(system).description.dimension
    named = [
        row | {dimension: row.get(dimension) or row.get("dimension", "")} if dimension else row
        for row in rows
    ]
    moment = point_in_time(first.get("finished_at"))
    minutes = whole(first.get("duration_minutes"))
    return GameRecord(
        where=where,
        source=f"{SOURCE}:{key[:60]}",
        system=system,
        played_on=played_on,
        finished_at=moment if moment and moment.tzinfo and has_time(moment) else None,
        duration_minutes=minutes if minutes and 0 < minutes <= 24 * 60 else None,
        place=first.get("location", "")[:80],
        notes=first.get("notes", ""),
        seats=_seats(named, [total or 0 for total in totals], dimension),
        sheet=sheet_of(system, named),
        findings=_contradictions(rows, [total or 0 for total in totals]),
    )


def _contradictions(rows: Sequence[Row], totals: Sequence[int]) -> tuple[Finding, ...]:
    if contradicts(totals, [whole(row.get("place")) for row in rows]):
        return (Finding("places_contradict"),)
    return ()


def _system(text: str) -> str | None:
    key = text.strip().lower().replace(" ", "_")
    return key if key in {ruleset.description.key for ruleset in registry.systems()} else None


def _seats(rows: Sequence[Row], totals: Sequence[int], dimension: str | None) -> tuple[SeatRecord, ...]:
    places = places_of(totals, ranks=[whole(row.get("place")) for row in rows])
    seats = []
    for row, total, place in zip(rows, totals, places, strict=True):
        lines = {
            column.removeprefix(LINE): points
            for column, cell in row.items()
            if column.startswith(LINE) and (points := whole(cell)) is not None
        }
        seats.append(
            SeatRecord(
                name=row.get("player", "")[:80],
                source_id=row.get("player_id", "")[:60],
                is_bot=row.get("bot", "").lower() in YES,
                dimension=row.get(dimension or "dimension", "")[:40],
                position=whole(row.get("position")) or None,
                total=total,
                place=place,
                lines=lines or None,
            )
        )
    return tuple(seats)


# Out


def header_for(systems: Iterable[str]) -> list[str]:
    """The columns of a table of games of these systems: what every game has, lines, fields of the sheets."""
    lines: dict[str, None] = {}
    fields: dict[str, None] = {"kind": None}
    for system in systems:
        lines |= dict.fromkeys(f"{LINE}{line.key}" for line in registry.get(system).description.lines)
        fields |= dict.fromkeys(fields_by_column(system))
    return [*ABOUT, *lines, *fields]


def rows_of(game: GameRecord) -> Iterator[dict[str, Any]]:
    for index, seat in enumerate(game.seats):
        row: dict[str, Any] = {
            "game": game.source.partition(":")[2] or game.source,
            "system": game.system,
            "played_on": game.played_on.isoformat(),
            "finished_at": game.finished_at.isoformat() if game.finished_at else "",
            "duration_minutes": game.duration_minutes or "",
            "location": game.place,
            "notes": game.notes,
            "player": seat.name,
            "player_id": seat.source_id,
            "bot": "yes" if seat.is_bot else "",
            "dimension": seat.dimension,
            "position": seat.position or "",
            "total": seat.total,
            "place": seat.place,
        }
        row |= {f"{LINE}{key}": points for key, points in (seat.lines or {}).items()}
        if game.sheet is not None:
            row |= cells_of(game.system, game.sheet, index)
        yield row


def write_csv(games: Iterable[GameRecord], systems: Iterable[str]) -> bytes:
    header = header_for(systems)
    return csv_bytes(header, _cells(games, header))


def write_xlsx(games: Iterable[GameRecord], systems: Iterable[str]) -> bytes:
    from openpyxl import Workbook

    header = header_for(systems)
    book = Workbook(write_only=True)
    page = book.create_sheet("games")
    page.append(header)
    for cells in _cells(games, header):
        page.append([safe_cell(_plain(value)) for value in cells])
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def _plain(value: Any) -> Any:
    """Control characters are not allowed in a spreadsheet's XML."""
    if isinstance(value, str):
        return "".join(letter for letter in value if letter.isprintable() or letter in "\n\t")
    return value


def _cells(games: Iterable[GameRecord], header: Sequence[str]) -> Iterator[list[Any]]:
    for game in games:
        for row in rows_of(game):
            yield [row.get(column, "") for column in header]


def template_csv(system: str) -> bytes:
    """An empty table to fill in, with one game as an example."""
    description = registry.get(system).description
    choices: Mapping[str, Sequence[Any]] = {field.key: field.choices for field in description.seat}
    clans = [*choices.get(description.dimension or "", ()), "", ""]
    example = [
        {
            "game": "1", "system": system, "played_on": "2026-05-02", "player": name, "dimension": clan,
            "position": position, "total": total, "place": position,
        }
        for position, (name, clan, total) in enumerate(
            [("Ailsa", clans[0], 120), ("Rory", clans[1], 110)], start=1
        )
    ]  # fmt: skip
    header = header_for([system])
    return csv_bytes(header, ([row.get(column, "") for column in header] for row in example))
