"""What every filter is: one class says how it stands in the address, the form, the chips, the API and the index."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np
from django import forms
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiParameter

from caledonia_site.common.formatting import parse_int
from games.stats.index import Array, Layout, Privacy, SegmentView

ANY = gettext_lazy("Any")


class InvalidFilterError(ValueError):
    """A value that a filter cannot make sense of."""


class Params(Protocol):
    """The names and values of an address, as Django keeps them."""

    def get(self, name: str, /) -> Any: ...
    def getlist(self, name: str, /) -> list[Any]: ...
    def __iter__(self) -> Iterator[str]: ...


@dataclass(frozen=True, slots=True)
class Chip:
    """A chosen value in words, and what stands for it in the address."""

    label: str
    name: str
    value: str


class Filter(ABC):
    """A filter of one game system. There is one for each name in the address; `key` is that name.

    privacy      what becomes of games of private clubs; a filter that says nothing hides them
    is_of_seats  narrows the seats of games, and leaves the games themselves alone: not for figures of whole tables
    """

    key: str
    privacy: ClassVar[Privacy] = Privacy.CUTS
    is_of_seats: ClassVar[bool] = False

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    @property
    def system(self) -> str:
        return self.layout.system

    @property
    def is_offered(self) -> bool:
        """Whether there is anything to choose from in this system."""
        return True

    @abstractmethod
    def parse(self, params: Params) -> Any:
        """The value, which can be hashed; None when nothing is chosen. Raises InvalidFilterError."""

    @abstractmethod
    def to_params(self, value: Any) -> list[tuple[str, str]]:
        """As it stands in the address."""

    @abstractmethod
    def form_field(self) -> forms.Field: ...

    @abstractmethod
    def describe(self, value: Any, param: str) -> str:
        """One of the chosen values (as it stands in the address) in words."""

    def chips(self, value: Any) -> list[Chip]:
        return [Chip(self.describe(value, param), name, param) for name, param in self.to_params(value)]

    @classmethod
    def api_parameter(cls) -> OpenApiParameter | None:
        """None where the names depend on the system, so that no list could hold them."""
        return None

    def mask(self, value: Any, segment: SegmentView) -> Array:
        """The set of games that have the value."""
        return segment.all_games

    def facets(self, value: Any) -> Sequence[tuple[int, int]]:
        """Number and code of the values that seats must have (see Layout.facets)."""
        return ()

    def whole_quarters(self, value: Any, quarters: Array) -> Array:
        """Which of the quarters lie within the value as a whole; asked of filters with Privacy.QUARTERS alone."""
        return np.zeros(len(quarters), dtype=bool)


def text_in(params: Params, name: str) -> str:
    return str(params.get(name) or "").strip()


def texts_in(params: Params, name: str, known: Iterable[str]) -> tuple[str, ...] | None:
    """Each once and in order; None without any."""
    values = {value for value in params.getlist(name) if value}
    if not values <= set(known):
        raise InvalidFilterError(name)
    return tuple(sorted(values)) or None


def number_in(params: Params, name: str, known: Iterable[int]) -> int | None:
    value = text_in(params, name)
    if not value:
        return None
    number = parse_int(value, digits=5)
    if number is None or number not in known:
        raise InvalidFilterError(name)
    return number


def choice_field(label: Any, choices: Iterable[Any]) -> forms.Field:
    return forms.ChoiceField(label=label, required=False, choices=[("", ANY), *choices])


def tick_field(label: str, choices: Iterable[Any]) -> forms.Field:
    return forms.MultipleChoiceField(
        label=label, required=False, choices=choices, widget=forms.CheckboxSelectMultiple
    )
