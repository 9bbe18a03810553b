"""The chosen filters in words, each with the address of the page without it."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.stats.filters import ANY_USED, NOT_USED
from games.stats.web import words
from games.stats.web.choosing import Asked


@dataclass(frozen=True, slots=True)
class Chip:
    label: str
    without: str


def chips_of(asked: Asked, *, sort: str = "") -> list[Chip]:
    """`sort` stays in the addresses."""
    chosen = asked.parameters
    kept = {"sort": [sort]} if sort else {}
    found = []
    for name, values in chosen.items():
        for value in values:
            rest = chosen | {name: [other for other in values if other != value]}
            found.append(Chip(_words(asked, name, value), urlencode(rest | kept, doseq=True)))
    return found


def _words(asked: Asked, name: str, value: str) -> str:
    system, (kind, _sign, key) = asked.system, name.partition(".")
    if kind == "option":
        used = {"yes": _("Used"), ANY_USED: _("Used"), NOT_USED: _("Not used")}
        return f"{words.option_name(system, key)}: {used.get(value) or words.choice_name(system, key, value)}"
    if kind in {"setup", "seat"}:
        return f"{words.field_name(system, key)}: {words.choice_name(system, key, value)}"
    return _plain_words(asked, name, value)


def _plain_words(asked: Asked, name: str, value: str) -> str:
    wanted = asked.wanted
    if name == "faction":
        return _("%(name)s in play") % {"name": words.faction_name(asked.system, value)}
    if name == "edition":
        return words.edition_name(value)
    if name == "club":
        return asked.club.name if asked.club else value
    if name == "seats":
        return _("%(number)s players") % {"number": value}
    if name in {"since", "until"}:
        day = date_format(wanted.since if name == "since" else wanted.until, "SHORT_DATE_FORMAT")  # type: ignore[arg-type]
        return (_("from %(day)s") if name == "since" else _("until %(day)s")) % {"day": day}
    text = _("Mean rating from %(rating)s") if name == "rating_from" else _("Mean rating below %(rating)s")
    return text % {"rating": value}
