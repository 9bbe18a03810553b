"""Figures as people read them."""

from django.utils.translation import gettext as _

from caledonia_site.common.formatting import Write, format_number
from games.stats.intervals import Interval

NOTHING = "–"


def signed(value: float, decimals: int = 1, write: Write = format_number) -> str:
    """A difference with its sign; what rounds to nothing has none. `write`: a writer, for many in a row."""
    text = write(value, decimals)
    return f"+{text}" if round(value, decimals) > 0 else text


def number(value: float | None, decimals: int = 1, write: Write = format_number) -> str:
    return NOTHING if value is None else write(value, decimals)


def difference(value: float | None, decimals: int = 1, write: Write = format_number) -> str:
    return NOTHING if value is None else signed(value, decimals, write)


def counted(value: float) -> str:
    """Wins: whole, unless somebody shared one."""
    return format_number(value, 0 if value == int(value) else 1)


def span(interval: Interval | None, decimals: int = 1, *, with_sign: bool = False) -> str:
    """From the lower to the upper end, in words of few letters."""
    if interval is None:
        return ""
    write = signed if with_sign else format_number
    return f"{write(interval.low, decimals)} … {write(interval.high, decimals)}"


def percent(share: float, decimals: int = 0) -> str:
    return _("%(percent)s %%") % {"percent": format_number(100 * share, decimals)}


def quarter_words(key: str) -> str:
    """Of "2026-Q2"."""
    year, _sign, quarter = key.partition("-Q")
    return _("Q%(quarter)s %(year)s") % {"quarter": quarter, "year": year}
