"""How much of a stranger's file we are willing to read."""

import json
from datetime import date, datetime, time
from typing import Any

from games.exchange.formats.records import UnreadableFileError

LARGEST_FILE = 80_000_000
MOST_GAMES = 200_000
MOST_SEATS = 12
LONGEST_TEXT = 2_000
# Nobody keeps scores of games before they were printed, and clocks that are wrong by years happen.
EARLIEST_YEAR, LATEST_YEAR = 1990, 2100
# Also more than any score, and any number of a game on BoardGameGeek.
HIGHEST_NUMBER = 9_999_999


def text_of(content: bytes) -> str:
    """The file as text; spreadsheets and phones put a mark in front, which is dropped."""
    if len(content) > LARGEST_FILE:
        raise UnreadableFileError("file_too_large", megabytes=LARGEST_FILE // 1_000_000)
    if not content.strip():
        raise UnreadableFileError("file_empty")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableFileError("wrong_encoding") from None


def json_of(content: bytes) -> Any:
    try:
        return json.loads(text_of(content))
    except RecursionError:
        raise UnreadableFileError("too_deep") from None
    except ValueError:
        raise UnreadableFileError("not_json") from None


def short(value: Any, longest: int = LONGEST_TEXT) -> str:
    """A text of the file, without what no database keeps; anything else is no text."""
    return value.replace("\x00", "").strip()[:longest] if isinstance(value, str) else ""


def whole(value: Any) -> int | None:
    """A whole number, also written as text or as a sum ("12+30"); None when it is none."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) <= HIGHEST_NUMBER else None
    if isinstance(value, int):
        return value if abs(value) <= HIGHEST_NUMBER else None
    if not isinstance(value, str) or len(value) > 60:
        return None
    parts = value.replace("−", "-").replace(" ", "").replace("-", "+-").split("+")
    numbers = []
    for part in parts:
        if not part:
            continue
        digits = part.removeprefix("-").removesuffix(".0")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 7):
            return None
        numbers.append(-int(digits) if part.startswith("-") else int(digits))
    return sum(numbers) if numbers else None


def day(value: Any) -> date | None:
    """The day of an ISO date, with or without a time behind it."""
    moment = point_in_time(value)
    if moment:
        return moment.date()
    try:
        found = date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return found if found and EARLIEST_YEAR <= found.year <= LATEST_YEAR else None


def point_in_time(value: Any) -> datetime | None:
    """A moment with a time of day; midnight is how files say that they know only the day."""
    if not isinstance(value, str) or len(value) < 16:
        return None
    try:
        found = datetime.fromisoformat(value.replace("Z", "+00:00"))
    except ValueError:
        return None
    return found if EARLIEST_YEAR <= found.year <= LATEST_YEAR else None


def has_time(moment: datetime) -> bool:
    return moment.time() != time(0, 0)
