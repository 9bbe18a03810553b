"""The filters of statistics as a form; its names are those of the address.

A page has three dozen filters with three hundred choices between them, and most of them unused: what a filter looks
like while nothing is chosen depends on the game and the language alone, and is kept.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.clubs.models import Club
from games.players.actors import Actor
from games.stats.filters.fields import filter_fields
from games.stats.filters.filter_set import FilterSet, filters_of
from games.stats.filters.games import ClubFilter, Edition, SeatCount
from games.stats.filters.pieces import Factions, Option, SeatFacet, Setup
from games.stats.filters.ranges import RatingFrom, RatingTo, Since, Until
from scoring.description import Field

# More clubs than this do not fit a list to choose from; each club's own page leads to its statistics.
MOST_CLUBS = 100
FieldMakers = dict[str, Callable[[], forms.Field]]
# The part of the address and the name of each.
Clubs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RenderedField:
    """A filter by its name and as markup."""

    label: str
    markup: SafeString


class FilterForm:
    """Only shows what was chosen: the address is read by FilterSet."""

    def __init__(
        self, data: QueryDict, *, filters: FilterSet, viewer: Actor, with_seats: bool = True
    ) -> None:
        """Without seats: for figures of whole tables, where a filter by seat does not apply."""
        self._filters, self._with_seats = filters, with_seats
        self._known = filter_fields(filters.system)
        makers = _field_makers(filters.system)
        chosen = {name: makers[name] for name in data if name in makers and any(data.getlist(name))}
        language = get_language()
        clubs = _club_field(_clubs(viewer, filters), data.get(ClubFilter.key, ""), language)
        self._fields = _blank_fields(filters.system, language) | clubs | _rendered(chosen, data)

    @property
    def first(self) -> list[RenderedField]:
        seats = _keys(SeatFacet.prefix, self._known.seat) if self._with_seats else []
        return self._group([SeatCount.key, Edition.key, *seats, ClubFilter.key])

    @property
    def time_and_strength(self) -> list[RenderedField]:
        return self._group([Since.key, Until.key, RatingFrom.key, RatingTo.key])

    @property
    def options(self) -> list[RenderedField]:
        return self._group(_keys(Option.prefix, self._known.options))

    @property
    def map(self) -> list[RenderedField]:
        sides = (field for field in self._known.setup if field.kind != "tiles")
        return self._group(_keys(Setup.prefix, sides))

    @property
    def ticked(self) -> list[RenderedField]:
        """Each a long list to tick from."""
        tiles = (field for field in self._known.setup if field.kind == "tiles")
        return self._group([*_keys(Setup.prefix, tiles), Factions.key])

    @property
    def is_narrowed(self) -> bool:
        return bool(self._filters.values)

    def _group(self, names: Iterable[str]) -> list[RenderedField]:
        return [self._fields[name] for name in names if name in self._fields]


def _keys(prefix: str, fields: Iterable[Field]) -> list[str]:
    """In the order of the sheet."""
    return [prefix + field.key for field in fields]


@cache
def _blank_fields(system: str, language: str | None) -> dict[str, RenderedField]:
    """The language is the one spoken now."""
    return _rendered(_field_makers(system), {})


@lru_cache(maxsize=32)
def _club_field(clubs: Clubs, chosen: str, language: str | None) -> dict[str, RenderedField]:
    """Most readers see the same clubs."""
    return _rendered({ClubFilter.key: lambda: ClubFilter.field_of(clubs)}, {ClubFilter.key: chosen})


def _rendered(makers: FieldMakers, data: Any) -> dict[str, RenderedField]:
    form = forms.Form(data)
    form.fields = {name: make() for name, make in makers.items()}
    return {field.name: RenderedField(str(field.label), field.as_field_group()) for field in form}


@cache
def _field_makers(system: str) -> FieldMakers:
    """How each filter's field is made, except that by club, which depends on the reader."""
    return {
        key: known.form_field
        for key, known in filters_of(system).items()
        if known.is_offered and key != ClubFilter.key
    }


def _clubs(viewer: Actor, filters: FilterSet) -> Clubs:
    clubs = tuple(Club.objects.listed_for(viewer).values_list("slug", "name")[:MOST_CLUBS])
    chosen = filters.get(ClubFilter.key)
    shown = [(chosen.slug, chosen.name)] if chosen else []
    return (*clubs, *(club for club in shown if club not in clubs))
