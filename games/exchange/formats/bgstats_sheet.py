"""The score sheet inside a BG Stats play: VP by row and player, in one of several shapes over the versions."""

import json
from collections.abc import Container, Iterator, Mapping
from typing import Any

from games.exchange.formats.bounds import whole
from games.systems import system_of

_NAMES = ("id", "key", "rowId", "uuid", "name", "title")
_PLAYER = ("playerUuid", "playerId", "player", "uuid")
_VALUE = ("score", "value", "points")
_DEEPEST = 12


def vp_by_player(system: str, play: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """VP by line for each player's uuid; empty when the play has no sheet."""
    vp: dict[str, dict[str, int]] = {}
    names = system_of(system).file_names.rows
    for sheet in _sheets(play):
        for row, scores in _rows(sheet, names, 0):
            for player, points in scores.items():
                vp.setdefault(player, {})[names[row]] = points
    return vp


def sheet_text(system: str, lines: Mapping[str, Mapping[str, int]]) -> str:
    """The sheet of an exported play: VP by player's uuid and line."""
    rows = [
        {
            "id": row,
            "scores": {player: points[key] for player, points in lines.items() if key in points},
        }
        for row, key in system_of(system).file_names.rows.items()
        if any(key in of_player for of_player in lines.values())
    ]
    return json.dumps({"groups": [{"rows": rows}]}, separators=(",", ":"))


def _sheets(play: Mapping[str, Any]) -> Iterator[Any]:
    """Texts of the play that hold a sheet; which field it is has changed over the versions."""
    for value in play.values():
        if isinstance(value, str) and value.startswith("{") and ('"groups"' in value or '"rounds"' in value):
            try:
                yield json.loads(value)
            except (ValueError, RecursionError):
                continue


def _rows(part: Any, names: Container[str], depth: int) -> Iterator[tuple[str, dict[str, int]]]:
    if depth > _DEEPEST:
        return
    if isinstance(part, list):
        for inner in part:
            yield from _rows(inner, names, depth + 1)
    elif isinstance(part, dict):
        row = _row_name(part, names)
        scores = _scores(part) if row else {}
        if row and scores:
            yield row, scores
        else:
            for inner in part.values():
                yield from _rows(inner, names, depth + 1)


def _row_name(part: Mapping[str, Any], names: Container[str]) -> str:
    for key in _NAMES:
        name = part.get(key)
        if isinstance(name, str):
            plain = "".join(letter for letter in name.lower() if letter.isalpha())
            if plain in names:
                return plain
    return ""


def _scores(part: Mapping[str, Any]) -> dict[str, int]:
    for inner in part.values():
        if isinstance(inner, dict):
            scores = {
                player: points for player, value in inner.items() if (points := whole(value)) is not None
            }
        elif isinstance(inner, list):
            scores = dict(_listed(inner))
        else:
            continue
        if scores:
            return scores
    return {}


def _listed(items: list[Any]) -> Iterator[tuple[str, int]]:
    for item in items:
        if not isinstance(item, dict):
            continue
        player = next((item[key] for key in _PLAYER if isinstance(item.get(key), str)), None)
        points = next((n for key in _VALUE if (n := whole(item.get(key))) is not None), None)
        if player is not None and points is not None:
            yield player, points
