"""Filters by what a game is: its number of people, its edition and its club."""

from collections.abc import Iterable
from typing import NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiParameter

from games.stats import terms
from games.stats.filters.base import (
    Filter,
    InvalidFilterError,
    Params,
    choice_field,
    number_in,
    text_in,
)
from games.stats.filters.fields import filter_fields
from games.stats.index import BASE, Array, Privacy, SegmentView, pack_bits

OPTION_HELP = (
    "Also `option.<key>`: a choice, `yes`, `any` or `none`; `setup.<field>` and `seat.<field>`: a choice."
)


class SeatCount(Filter):
    """People at the table. Portions of private games have one number of people, so none is cut."""

    key = "seats"
    privacy = Privacy.WHOLE

    def parse(self, params: Params) -> int | None:
        return number_in(params, self.key, filter_fields(self.system).seats)

    def to_params(self, value: int) -> list[tuple[str, str]]:
        return [(self.key, str(value))]

    def form_field(self) -> forms.Field:
        numbers = filter_fields(self.system).seats
        return choice_field(_("Players at the table"), [(seats, seats) for seats in numbers])

    def describe(self, value: int, param: str) -> str:
        return _("%(number)s players") % {"number": param}

    @classmethod
    def api_parameter(cls) -> OpenApiParameter:
        return OpenApiParameter(cls.key, int, description=f"People at the table. {OPTION_HELP}")

    def mask(self, value: int, segment: SegmentView) -> Array:
        return segment.having("people", value)


class Edition(Filter):
    """Either "base" or the expansion: games that use anything of it. Portions of private games have one edition."""

    key = "edition"
    privacy = Privacy.WHOLE

    @property
    def is_offered(self) -> bool:
        return bool(filter_fields(self.system).editions)

    def parse(self, params: Params) -> str | None:
        value = text_in(params, self.key)
        if value and value not in filter_fields(self.system).editions:
            raise InvalidFilterError(self.key)
        return value or None

    def to_params(self, value: str) -> list[tuple[str, str]]:
        return [(self.key, value)]

    def form_field(self) -> forms.Field:
        editions = filter_fields(self.system).editions
        return choice_field(_("Edition"), [(key, terms.edition_name(self.system, key)) for key in editions])

    def describe(self, value: str, param: str) -> str:
        return terms.edition_name(self.system, param)

    @classmethod
    def api_parameter(cls) -> OpenApiParameter:
        return OpenApiParameter(cls.key, str, description="`base`, or the expansion’s key.")

    def mask(self, value: str, segment: SegmentView) -> Array:
        further = segment.having_bit(self.layout.expansion_bit)
        return ~further if value == BASE else further


class ChosenClub(NamedTuple):
    """Row number, part of the address and name."""

    pk: int
    slug: str = ""
    name: str = ""


class ClubFilter(Filter):
    """Whoever reads the address has made sure that the reader may see the club, and with it all of its games."""

    key = "club"
    privacy = Privacy.VISIBLE

    def parse(self, params: Params) -> None:
        """Only whoever knows the reader can tell whether there is such a club: see FilterSet.parse."""

    def to_params(self, value: ChosenClub) -> list[tuple[str, str]]:
        return [(self.key, value.slug)]

    def form_field(self) -> forms.Field:
        return self.field_of(())

    @staticmethod
    def field_of(clubs: Iterable[tuple[str, str]]) -> forms.Field:
        """`clubs` are those the reader may choose from: the part of the address and the name of each."""
        return choice_field(gettext_lazy("Club"), clubs)

    def describe(self, value: ChosenClub, param: str) -> str:
        return value.name

    @classmethod
    def api_parameter(cls) -> OpenApiParameter:
        return OpenApiParameter(cls.key, str, description="The public id of a club the asker may see.")

    def mask(self, value: ChosenClub, segment: SegmentView) -> Array:
        return pack_bits(segment.club == value.pk)
