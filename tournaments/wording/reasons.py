"""Why one player stands before another, in a sentence."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from caledonia_site.common.numbers import written
from tournaments.wording.terms import TIE_BREAKERS

# Values between 0 and 1, where two decimals would make different ones look equal.
FINE = {"vp_share", "vp_of_winner"}


def told_reason(reason: Mapping[str, object] | None, *, ahead: str, behind: str) -> str:
    """From what a row of the standings keeps under "why"; empty for the first row."""
    if not reason:
        return ""
    code = str(reason["code"])
    values: Mapping[str, str] = reason.get("params", {})  # type: ignore[assignment]
    names = {"ahead": ahead, "behind": behind}
    if code == "status.withdrawn":
        return _("%(behind)s has withdrawn.") % names
    if code == "status.too_few_games":
        return _("%(behind)s has played %(games)s of the %(minimum)s games needed for a place.") % (
            names | {"games": values.get("games", ""), "minimum": values.get("minimum", "")}
        )
    if code == "points":
        return _("%(ahead)s has more points than %(behind)s: %(more)s to %(less)s.") % (
            names | _figures("points", values)
        )
    key = code.removeprefix("tie.")
    if key == "lot":
        return _("Level in everything; the lot decided for %(ahead)s before %(behind)s.") % names
    return _("Level on points. %(criterion)s: %(ahead)s %(more)s, %(behind)s %(less)s.") % (
        names | _figures(key, values) | {"criterion": str(TIE_BREAKERS.get(key, key))}
    )


def _figures(key: str, values: Mapping[str, str]) -> dict[str, str]:
    return {
        "more": shown_value(key, values.get("ahead", "0")),
        "less": shown_value(key, values.get("behind", "0")),
    }


def shown_value(key: str, value: str) -> str:
    """A stored fraction as people read it, without needless decimals."""
    return _shown_value(key, value, get_language())


def value_writer() -> Callable[[str, str], str]:
    """The same for the hundreds of values of a table: the language is asked for once."""
    language = get_language()
    return lambda key, value: _shown_value(key, value, language)


@lru_cache(maxsize=5_000)
def _shown_value(key: str, value: str, _language: str | None) -> str:
    """Kept: a table says the same few values again and again."""
    number = Fraction(value)
    most = 3 if key in FINE else 2
    for decimals in range(most):
        if number * 10**decimals == int(number * 10**decimals):
            return written(float(number), decimals)
    return written(float(number), most)


def signed_points(value: str) -> str:
    """Points given or taken away: "+2", "−1.5"."""
    text = shown_value("points", value)
    return f"+{text}" if Fraction(value) > 0 else text
