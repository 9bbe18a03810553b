"""How much of a stranger's file we are willing to read."""

import io
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any, TextIO

from games.exchange.formats.records import UnreadableFileError

LARGEST_FILE = 80_000_000
MOST_GAMES = 200_000
MOST_NAMES = 100_000
MOST_SEATS = 12
LONGEST_TEXT = 2_000
# Nobody keeps scores of games before they were printed, and clocks that are wrong by years happen.
EARLIEST_YEAR, LATEST_YEAR = 1990, 2100
# Also more than any score, and any number of a game on BoardGameGeek.
HIGHEST_NUMBER = 9_999_999


def text_stream(content: bytes) -> TextIO:
    """The file as text, decoded as it is read; spreadsheets and phones put a mark in front, which is dropped."""
    if len(content) > LARGEST_FILE:
        raise UnreadableFileError("file_too_large", megabytes=LARGEST_FILE // 1_000_000)
    if not content[:1_000].strip() and not content.strip():
        raise UnreadableFileError("file_empty")
    return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8-sig", newline="")


def lines_of(stream: TextIO, longest: int) -> Iterator[str | None]:
    """The lines of a file; None for one that is too long, of which no more is read than must be."""
    try:
        while line := stream.readline(longest + 1):
            if len(line) <= longest:
                yield line
                continue
            while line and not line.endswith(("\n", "\r")):
                line = stream.readline(longest)
            yield None
    except UnicodeDecodeError:
        raise UnreadableFileError("wrong_encoding") from None


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
        parsed = date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return parsed if parsed and EARLIEST_YEAR <= parsed.year <= LATEST_YEAR else None


def point_in_time(value: Any) -> datetime | None:
    """A moment with a time of day; midnight is how files say that they know only the day."""
    if not isinstance(value, str) or len(value) < 16:
        return None
    try:
        parsed = datetime.fromisoformat(value.replace("Z", "+00:00"))
    except ValueError:
        return None
    return parsed if EARLIEST_YEAR <= parsed.year <= LATEST_YEAR else None


def has_time(moment: datetime) -> bool:
    return moment.time() != time(0, 0)
