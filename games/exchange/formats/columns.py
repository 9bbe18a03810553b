"""A raw sheet as columns of a table and back: what a spreadsheet shows for each seat."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from games.exchange.formats.bounds import whole
from scoring import registry
from scoring.description import Field

YES = {"yes", "true", "1", "x", "oui", "sim"}
NO = {"no", "false", "0", "non", "não", "nao"}
# What stands once on a sheet is repeated in the row of every seat.
SHARED = ("options", "setup", "game")


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
