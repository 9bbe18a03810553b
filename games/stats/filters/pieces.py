"""Filters by what was used in a game: options, pieces of the set-up, factions, and what came with a seat.

All of them would cut portions of private games into pieces, so none of them says anything about privacy.
"""

from collections.abc import Iterable
from functools import cached_property, reduce

import numpy as np
from django import forms
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter

from games.stats import terms
from games.stats.filters.base import Filter, Params, choice_field, texts_in, tick_field
from games.stats.index import Array, Layout, SegmentView
from scoring.description import Field

ANY_USED, NOT_USED, YES = "any", "none", "yes"
Values = tuple[str, ...]


class FieldChoices(Filter):
    """Some of the values of a field; all of them must hold."""

    prefix: str

    def __init__(self, layout: Layout, field: Field) -> None:
        super().__init__(layout)
        self.field = field
        self.key = f"{self.prefix}{field.key}"

    @property
    def values(self) -> Values:
        return tuple(map(str, self.field.choices))

    def parse(self, params: Params) -> Values | None:
        return texts_in(params, self.key, self.values)

    def to_params(self, value: Values) -> list[tuple[str, str]]:
        return [(self.key, param) for param in value]

    def form_field(self) -> forms.Field:
        return choice_field(terms.field_name(self.system, self.field.key), self._named_choices())

    def describe(self, value: Values, param: str) -> str:
        field = self.field.key
        return f"{terms.field_name(self.system, field)}: {terms.choice_name(self.system, field, param)}"

    def _named_choices(self) -> list[tuple[str, str]]:
        field = self.field
        return [(str(key), terms.choice_name(self.system, field.key, str(key))) for key in field.choices]


class Option(FieldChoices):
    """A choice, "yes" of a flag, ANY_USED or NOT_USED."""

    prefix = "option."

    @property
    def values(self) -> Values:
        yes = (YES,) if self.field.kind == "flag" else ()
        return (ANY_USED, NOT_USED, *super().values, *yes)

    def form_field(self) -> forms.Field:
        is_flag = self.field.kind == "flag"
        used = [(YES if is_flag else ANY_USED, _("Used")), (NOT_USED, _("Not used"))]
        more = [] if is_flag else self._named_choices()
        return choice_field(terms.option_name(self.system, self.field.key), [*used, *more])

    def describe(self, value: Values, param: str) -> str:
        option = self.field.key
        used = {YES: _("Used"), ANY_USED: _("Used"), NOT_USED: _("Not used")}
        text = used.get(param) or terms.choice_name(self.system, option, param)
        return f"{terms.option_name(self.system, option)}: {text}"

    def mask(self, value: Values, segment: SegmentView) -> Array:
        return _all_of(self._games_with(choice, segment) for choice in value)

    def _games_with(self, choice: str, segment: SegmentView) -> Array:
        if choice not in {ANY_USED, NOT_USED}:
            return segment.having_bit((self.field.key, choice))
        used = segment.having_any_bit(self._bits)
        return used if choice == ANY_USED else ~used

    @cached_property
    def _bits(self) -> list[tuple[str, str]]:
        """All choices of the option; segments are many, and each is asked."""
        return [pair for pair in self.layout.bits if pair[0] == self.field.key]


class Setup(FieldChoices):
    """A piece is in the game."""

    prefix = "setup."

    def form_field(self) -> forms.Field:
        if self.field.kind == "tiles":
            return tick_field(terms.field_name(self.system, self.field.key), self._named_choices())
        return super().form_field()

    def mask(self, value: Values, segment: SegmentView) -> Array:
        return _all_of(segment.having_bit((self.field.key, choice)) for choice in value)


class SeatFacet(FieldChoices):
    """Only seats that had it."""

    prefix = "seat."
    is_of_seats = True

    def facets(self, value: Values) -> list[tuple[int, int]]:
        facet = self.field.key
        number = list(self.layout.facets).index(facet)
        return [(number, self.layout.facet_codes[facet][choice]) for choice in value]


class Factions(Filter):
    """All of them are at the table."""

    key = "faction"

    @property
    def is_offered(self) -> bool:
        return bool(self.layout.factions)

    def parse(self, params: Params) -> Values | None:
        return texts_in(params, self.key, self.layout.factions)

    def to_params(self, value: Values) -> list[tuple[str, str]]:
        return [(self.key, faction) for faction in value]

    def form_field(self) -> forms.Field:
        factions = [(key, terms.faction_name(self.system, key)) for key in self.layout.factions]
        return tick_field(_("In play together"), factions)

    def describe(self, value: Values, param: str) -> str:
        return _("%(name)s in play") % {"name": terms.faction_name(self.system, param)}

    @classmethod
    def api_parameter(cls) -> OpenApiParameter:
        return OpenApiParameter(cls.key, str, many=True, description="In play together; may be repeated.")

    def mask(self, value: Values, segment: SegmentView) -> Array:
        codes = self.layout.faction_codes
        return _all_of(segment.having("factions", codes[faction]) for faction in value)


def _all_of(sets: Iterable[Array]) -> Array:
    games: Array = reduce(np.bitwise_and, sets)
    return games
