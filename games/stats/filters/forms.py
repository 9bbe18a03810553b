"""The chosen filters in words, each with the address of the page without it.

The filters of statistics as a form; its names are those of the address.

A page has three dozen filters with three hundred choices between them, and most of them unused: what a filter looks
like while nothing is chosen depends on the game and the language alone, and is kept.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from caledonia_site.common.forms.widgets import DayInput
from games.clubs.models import Club
from games.stats import wording
from games.stats.filters.base import ANY_USED, NOT_USED, filter_fields
from games.stats.web.request import Asked
from scoring.description import Field


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
        return f"{wording.option_name(system, key)}: {used.get(value) or wording.choice_name(system, key, value)}"
    if kind in {"setup", "seat"}:
        return f"{wording.field_name(system, key)}: {wording.choice_name(system, key, value)}"
    return _plain_words(asked, name, value)


def _plain_words(asked: Asked, name: str, value: str) -> str:
    wanted = asked.wanted
    if name == "faction":
        return _("%(name)s in play") % {"name": wording.faction_name(asked.system, value)}
    if name == "edition":
        return wording.edition_name(value)
    if name == "club":
        return asked.club.name if asked.club else value
    if name == "seats":
        return _("%(number)s players") % {"number": value}
    if name in {"since", "until"}:
        day = date_format(wanted.since if name == "since" else wanted.until, "SHORT_DATE_FORMAT")  # type: ignore[arg-type]
        return (_("from %(day)s") if name == "since" else _("until %(day)s")) % {"day": day}
    text = _("Mean rating from %(rating)s") if name == "rating_from" else _("Mean rating below %(rating)s")
    return text % {"rating": value}


ANY = gettext_lazy("Any")
# More clubs than this do not fit a list to choose from; each club's own page leads to its statistics.
MOST_CLUBS = 100
CLUB = "club"
Makers = dict[str, Callable[[], forms.Field]]
# The part of the address and the name of each.
Clubs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A filter by its name and as markup."""

    label: str
    markup: SafeString


class StatsFilterForm:
    """Only shows what was chosen: the address is read by `asked_for`."""

    def __init__(self, data: QueryDict, *, asked: Asked, viewer: Any, with_seats: bool = True) -> None:
        """Without seats: for figures of whole tables, where a filter by seat does not apply."""
        self.asked, self.system = asked, asked.system
        self._known = filter_fields(self.system)
        self._with_seats = with_seats
        makers = _makers(self.system)
        chosen = {name: makers[name] for name in data if name in makers and any(data.getlist(name))}
        clubs = _club_filter(_clubs(viewer, asked), data.get(CLUB, ""), get_language())
        self._shown = _blank(self.system, get_language()) | clubs | _rendered(chosen, data)

    @property
    def first(self) -> list[Shown]:
        seats = [f"seat.{one.key}" for one in self._known.seat] if self._with_seats else []
        return self._group(["seats", "edition", *seats, CLUB])

    @property
    def time_and_strength(self) -> list[Shown]:
        return self._group(["since", "until", "rating_from", "rating_to"])

    @property
    def options(self) -> list[Shown]:
        return self._group(f"option.{one.key}" for one in self._known.options)

    @property
    def map(self) -> list[Shown]:
        return self._group(f"setup.{one.key}" for one in self._known.setup if one.kind != "tiles")

    @property
    def ticked(self) -> list[Shown]:
        """Each a long list to tick from."""
        tiles = [f"setup.{one.key}" for one in self._known.setup if one.kind == "tiles"]
        return self._group([*tiles, "faction"])

    @property
    def is_narrowed(self) -> bool:
        return bool(self.asked.parameters)

    def _group(self, names: Iterable[str]) -> list[Shown]:
        return [self._shown[name] for name in names if name in self._shown]


@cache
def _blank(system: str, language: str | None) -> dict[str, Shown]:  # the language is the one spoken now
    return _rendered(_makers(system), {})


@lru_cache(maxsize=32)
def _club_filter(clubs: Clubs, chosen: str, language: str | None) -> dict[str, Shown]:
    """Most readers see the same clubs."""
    return _rendered({CLUB: partial(_choose, gettext_lazy("Club"), clubs)}, {CLUB: chosen})


def _rendered(makers: Makers, data: Any) -> dict[str, Shown]:
    form = forms.Form(data)
    form.fields = {name: make() for name, make in makers.items()}
    return {field.name: Shown(str(field.label), field.as_field_group()) for field in form}


@cache
def _makers(system: str) -> Makers:
    """How each filter is made, except that by club, which depends on the reader."""
    known = filter_fields(system)
    found: Makers = {"seats": partial(_seats, known.seats)}
    if known.editions:
        found["edition"] = partial(_editions, known.editions)
    found |= {"since": partial(_day, gettext_lazy("From")), "until": partial(_day, gettext_lazy("Until"))}
    found["rating_from"] = partial(_rating, gettext_lazy("Mean rating from"))
    found["rating_to"] = partial(_rating, gettext_lazy("Mean rating below"))
    found |= {f"seat.{one.key}": partial(_piece, system, one) for one in known.seat}
    found |= {f"option.{one.key}": partial(_option, system, one) for one in known.options}
    for one in known.setup:
        found[f"setup.{one.key}"] = partial(_pieces if one.kind == "tiles" else _piece, system, one)
    if known.factions:
        found["faction"] = partial(_factions, system, known.factions)
    return found


def _choose(label: Any, choices: Iterable[Any]) -> forms.Field:
    return forms.ChoiceField(label=label, required=False, choices=[("", ANY), *choices])


def _tick(label: str, choices: Iterable[Any]) -> forms.Field:
    return forms.MultipleChoiceField(
        label=label, required=False, choices=choices, widget=forms.CheckboxSelectMultiple
    )


def _seats(numbers: Iterable[int]) -> forms.Field:
    return _choose(_("Players at the table"), [(seats, seats) for seats in numbers])


def _editions(editions: Iterable[str]) -> forms.Field:
    return _choose(_("Edition"), [(one, wording.edition_name(one)) for one in editions])


def _day(label: Any) -> forms.Field:
    return forms.DateField(label=label, required=False, widget=DayInput)


def _rating(label: Any) -> forms.Field:
    widget = forms.NumberInput(attrs={"inputmode": "numeric", "step": 50})
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=9_998, widget=widget)


def _option(system: str, one: Field) -> forms.Field:
    used = [("yes" if one.kind == "flag" else ANY_USED, _("Used")), (NOT_USED, _("Not used"))]
    more = [] if one.kind == "flag" else _choices(system, one)
    return _choose(wording.option_name(system, one.key), [*used, *more])


def _piece(system: str, one: Field) -> forms.Field:
    return _choose(wording.field_name(system, one.key), _choices(system, one))


def _pieces(system: str, one: Field) -> forms.Field:
    return _tick(wording.field_name(system, one.key), _choices(system, one))


def _factions(system: str, factions: Iterable[str]) -> forms.Field:
    return _tick(_("In play together"), [(key, wording.faction_name(system, key)) for key in factions])


def _choices(system: str, one: Field) -> list[tuple[str, str]]:
    return [(str(key), wording.choice_name(system, one.key, str(key))) for key in one.choices]


def _clubs(viewer: Any, asked: Asked) -> Clubs:
    clubs = tuple(Club.objects.listed_for(viewer).values_list("slug", "name")[:MOST_CLUBS])
    chosen = [(asked.club.slug, asked.club.name)] if asked.club else []
    return (*clubs, *(club for club in chosen if club not in clubs))
