"""Numbers and days as people read them, numbers as requests send them, addresses of pages, and texts for markup: what
one page has by the hundred, and Django's own functions take too long for.
"""

import html
import re
from collections.abc import Callable
from datetime import date
from functools import cache, lru_cache
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format, get_format
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

STAND_IN = "0"


def address_at(name: str, *keys: str) -> str:
    """The same as `reverse` with these keys, of which only the last differs from call to call; all are made of letters,
    digits and hyphens. Django works out each address anew, which is a tenth of the time of a list of games.
    """
    *known, last = keys
    before, after = _around(name, *known)
    return f"{before}{last}{after}"


def site_url(path: str) -> str:
    """The whole address, for what is read elsewhere: of the configured site, never of whatever host a request named."""
    return f"{settings.PUBLIC_URL}{path}"


@lru_cache(maxsize=1_000)
def _around(name: str, *known: str) -> tuple[str, str]:
    before, _, after = reverse(name, args=[*known, STAND_IN]).rpartition(STAND_IN)
    return before, after


# Where the first of a month is an ordinal: le 1er juillet, 1º de julho.
FIRST_OF_MONTH = {"fr": "1er", "pt": "1º"}
_LONE_ONE = re.compile(r"(?<![\d:])1 (?=[^\W\d])")
# Months are no names in Portuguese, but Django writes them so.
_MONTH_AFTER_DE = re.compile(r"(?<=\bde )[A-Z]")


def format_date(day: date, style: str = "DATE_FORMAT") -> str:
    """In the visitor's language; `style` is one of Django's named formats."""
    return _format_date(day, style, get_language())


@lru_cache(maxsize=5_000)
def _format_date(day: date, style: str, _language: str | None) -> str:
    """Kept: lists and tables say the same few days again and again."""
    return as_people_write(date_format(day, style), day)


def as_people_write(text: str, day: Any) -> str:
    """A formatted day in which "1 juillet" becomes "1er juillet", and "1 de Julho" "1º de julho"."""
    language = (get_language() or "").partition("-")[0]
    if language == "pt":
        text = _MONTH_AFTER_DE.sub(lambda month: month[0].lower(), text)
    ordinal = FIRST_OF_MONTH.get(language)
    if ordinal is None or getattr(day, "day", 0) != 1:
        return text
    return _LONE_ONE.sub(f"{ordinal} ", text, count=1)


def escaped(value: object) -> str:
    """Numbers too; markup and texts that are safe already stay as they are."""
    # The two that a page has thousands of; Django's own function also answers for lazy texts, at ten times the price.
    if type(value) is SafeString:
        return value
    if type(value) is str:
        return html.escape(value)
    return conditional_escape(value if isinstance(value, str) else str(value))


def parse_int(text: str, *, digits: int) -> int | None:
    """A whole number of at most so many plain digits, as addresses and forms send it; None for everything else.

    Python takes more for a number: signs, spaces, underscores, digits of every script. And it takes as many digits as
    there are, beyond what a database can store.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


Write = Callable[[float, int], str]


def format_number(value: float, decimals: int = 0) -> str:
    """In the visitor's language, thousands apart, with a true minus sign.

    Django's own grouping is off because it would also reach years and identifiers. Its formatting would take a tenth of
    the time of a page of statistics, which has a thousand numbers.
    """
    return writer()(value, decimals)


def writer() -> Write:
    """The same for many numbers in a row: asking which language is spoken takes longer than writing a number."""
    signs = _signs(get_language())

    def write(value: float, decimals: int) -> str:
        # Adding nothing takes the sign off a zero: what rounds to zero is neither below nor above it.
        return f"{round(value, decimals) + 0:,.{decimals}f}".translate(signs)

    return write


@cache
def _signs(language: str | None) -> dict[int, str]:
    """What stands for the signs that Python writes, in the language that is spoken now."""
    signs = {
        ",": get_format("THOUSAND_SEPARATOR"),
        ".": get_format("DECIMAL_SEPARATOR"),
        "-": "\N{MINUS SIGN}",
    }
    return str.maketrans(signs)
