"""Filters by a range: days, and how strong the table was."""

from abc import abstractmethod
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiParameter

from caledonia_site.common.forms.widgets import DayInput
from games.stats.filters.base import Filter, InvalidFilterError, Params, number_in, text_in
from games.stats.index import Array, Privacy, SegmentView, pack_bits, quarter_of

# Mean rating of a table before the game: bands to offer, from the first number on and below the second.
RATING_BANDS: tuple[tuple[int | None, int | None], ...] = (
    (None, 1400),
    (1400, 1500),
    (1500, 1600),
    (1600, None),
)
HIGHEST_RATING = 9_998


class DateRange(Filter):
    """One end of a range of days. Of private games those portions count that lie within it as a whole."""

    privacy = Privacy.QUARTERS
    label: ClassVar[Any]

    def parse(self, params: Params) -> date | None:
        value = text_in(params, self.key)
        try:
            return date.fromisoformat(value) if value else None
        except ValueError as error:
            raise InvalidFilterError(self.key) from error

    def to_params(self, value: date) -> list[tuple[str, str]]:
        return [(self.key, str(value))]

    def form_field(self) -> forms.Field:
        return forms.DateField(label=self.label, required=False, widget=DayInput)

    @classmethod
    def api_parameter(cls) -> OpenApiParameter:
        return OpenApiParameter(cls.key, str, description="A day such as 2026-05-02.")


class Since(DateRange):
    key = "since"
    label = gettext_lazy("From")

    def describe(self, value: date, param: str) -> str:
        return _("from %(day)s") % {"day": date_format(value, "SHORT_DATE_FORMAT")}

    def mask(self, value: date, segment: SegmentView) -> Array:
        return pack_bits(segment.day >= value.toordinal())

    def whole_quarters(self, value: date, quarters: Array) -> Array:
        quarter, is_first, _is_last = quarter_of(value)
        within: Array = quarters >= quarter + (not is_first)
        return within


class Until(DateRange):
    key = "until"
    label = gettext_lazy("Until")

    def describe(self, value: date, param: str) -> str:
        return _("until %(day)s") % {"day": date_format(value, "SHORT_DATE_FORMAT")}

    def mask(self, value: date, segment: SegmentView) -> Array:
        return pack_bits(segment.day <= value.toordinal())

    def whole_quarters(self, value: date, quarters: Array) -> Array:
        quarter, _is_first, is_last = quarter_of(value)
        within: Array = quarters <= quarter - (not is_last)
        return within


class TableRating(Filter):
    """One end of a range of mean ratings of the table before the game; tables without a rating are in none."""

    label: ClassVar[Any]

    def parse(self, params: Params) -> int | None:
        return number_in(params, self.key, range(HIGHEST_RATING + 1))

    def to_params(self, value: int) -> list[tuple[str, str]]:
        return [(self.key, str(value))]

    def form_field(self) -> forms.Field:
        return forms.IntegerField(
            label=self.label,
            required=False,
            min_value=0,
            max_value=HIGHEST_RATING,
            widget=forms.NumberInput(attrs={"inputmode": "numeric", "step": 50}),
        )

    def mask(self, value: int, segment: SegmentView) -> Array:
        rating = segment.table_rating
        return pack_bits((rating > 0) & self.is_within(value, rating))

    @abstractmethod
    def is_within(self, value: int, rating: Array) -> Array: ...


class RatingFrom(TableRating):
    key = "rating_from"
    label = gettext_lazy("Mean rating from")

    def describe(self, value: int, param: str) -> str:
        return _("Mean rating from %(rating)s") % {"rating": param}

    @classmethod
    def api_parameter(cls) -> OpenApiParameter:
        return OpenApiParameter(cls.key, int, description="Mean rating of the table before the game.")

    def is_within(self, value: int, rating: Array) -> Array:
        within: Array = rating >= value
        return within


class RatingTo(TableRating):
    key = "rating_to"
    label = gettext_lazy("Mean rating below")

    def describe(self, value: int, param: str) -> str:
        return _("Mean rating below %(rating)s") % {"rating": param}

    @classmethod
    def api_parameter(cls) -> OpenApiParameter:
        return OpenApiParameter(cls.key, int, description="Below this mean rating.")

    def is_within(self, value: int, rating: Array) -> Array:
        within: Array = rating < value
        return within
