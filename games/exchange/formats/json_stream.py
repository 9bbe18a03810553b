"""A large JSON object item by item: nothing but the item at hand is kept in memory."""

import json
from collections.abc import Iterator
from typing import Any, TextIO

from games.exchange.formats.bounds import text_stream
from games.exchange.formats.records import UnreadableFileError

WINDOW = 1 << 16
# More than any play with its sheet; an item without end would otherwise be the whole file at once.
LONGEST_ITEM = 2_000_000
# A number may go on behind the window: "1" may be "12", and "1e+" is read as 1 until the next digit is seen.
LONGEST_PART_OF_NUMBER = 3
LIST = object()
_BLANK = " \t\n\r"


def items_of(content: bytes) -> Iterator[tuple[str, Any]]:
    """Every item of every list of the file's object, with the name of the list: ("plays", {...}). A list begins with
    ("plays", LIST); values that are no lists are left out.

    Raises UnreadableFileError for anything that is no JSON object, when it gets there: whoever must not begin with
    half a file goes through it once before.
    """
    with text_stream(content) as stream:
        scan = _Scan(stream)
        if scan.peek() != "{":
            # What is no JSON at all is told apart from JSON of another kind.
            scan.value()
            scan.end()
            raise UnreadableFileError("not_bgstats")
        yield from scan.members()
        scan.end()


class _Scan:
    """The text between what was read and what is still to come."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._text = ""
        self._at = 0
        self._ended = False
        self._decoder = json.JSONDecoder()

    def members(self) -> Iterator[tuple[str, Any]]:
        self._take("{")
        if self.peek() == "}":
            self._take("}")
            return
        while True:
            if self.peek() != '"':
                raise UnreadableFileError("not_json")
            name = self.value()
            self._take(":")
            if self.peek() == "[":
                yield name, LIST
                for item in self._items():
                    yield name, item
            else:
                self.value()
            if self._next_of(",}") == "}":
                return

    def _items(self) -> Iterator[Any]:
        self._take("[")
        if self.peek() == "]":
            self._take("]")
            return
        while True:
            yield self.value()
            if self._next_of(",]") == "]":
                return

    def value(self) -> Any:
        self.peek()
        while True:
            try:
                value, end = self._decoder.raw_decode(self._text, self._at)
            except RecursionError:
                raise UnreadableFileError("too_deep") from None
            except ValueError:
                if not self._more():
                    raise UnreadableFileError("not_json") from None
                continue
            if len(self._text) - end < LONGEST_PART_OF_NUMBER and self._more():
                continue
            self._at = end
            return value

    def peek(self) -> str:
        """The next character that is no blank; "" at the end."""
        while True:
            while self._at < len(self._text):
                if self._text[self._at] not in _BLANK:
                    return self._text[self._at]
                self._at += 1
            if not self._more():
                return ""

    def end(self) -> None:
        if self.peek():
            raise UnreadableFileError("not_json")

    def _take(self, character: str) -> None:
        if self.peek() != character:
            raise UnreadableFileError("not_json")
        self._at += 1

    def _next_of(self, choices: str) -> str:
        character = self.peek()
        if not character or character not in choices:
            raise UnreadableFileError("not_json")
        self._at += 1
        return character

    def _more(self) -> bool:
        """Twice as much as is waiting, so that a long item is not tried again for every few characters."""
        if self._ended:
            return False
        waiting = self._text[self._at :]
        if len(waiting) > LONGEST_ITEM:
            raise UnreadableFileError("entry_too_long")
        try:
            added = self._stream.read(max(WINDOW, len(waiting)))
        except UnicodeDecodeError:
            raise UnreadableFileError("wrong_encoding") from None
        if not added:
            self._ended = True
            return False
        self._text, self._at = waiting + added, 0
        return True
