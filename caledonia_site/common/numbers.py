"""Numbers as people read them."""

from collections.abc import Callable
from functools import cache

from django.utils.formats import get_format
from django.utils.translation import get_language

Write = Callable[[float, int], str]


def written(value: float, decimals: int = 0) -> str:
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
