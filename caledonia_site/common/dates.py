"""Days as people write them."""

import re
from datetime import date
from functools import lru_cache
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import get_language

# Where the first of a month is an ordinal: le 1er juillet, 1º de julho.
FIRST_OF_MONTH = {"fr": "1er", "pt": "1º"}
_LONE_ONE = re.compile(r"(?<![\d:])1 (?=[^\W\d])")
# Months are no names in Portuguese, but Django writes them so.
_MONTH_AFTER_DE = re.compile(r"(?<=\bde )[A-Z]")


def written_day(day: date, style: str = "DATE_FORMAT") -> str:
    """In the visitor's language; `style` is one of Django's named formats."""
    return _written_day(day, style, get_language())


@lru_cache(maxsize=5_000)
def _written_day(day: date, style: str, _language: str | None) -> str:
    """Kept: lists and tables say the same few days again and again."""
    return as_people_write(date_format(day, style), day)


def as_people_write(text: str, day: Any) -> str:
    """A formatted day in which "1 juillet" becomes "1er juillet", and "1 de Julho" "1º de julho"."""
    language = (get_language() or "").partition("-")[0]
    if language == "pt":
        text = _MONTH_AFTER_DE.sub(lambda found: found[0].lower(), text)
    ordinal = FIRST_OF_MONTH.get(language)
    if ordinal is None or getattr(day, "day", 0) != 1:
        return text
    return _LONE_ONE.sub(f"{ordinal} ", text, count=1)
