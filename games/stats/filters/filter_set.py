"""Which games and seats a figure is about: the chosen filters of a system."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.stats.filters.base import Chip, Filter, InvalidFilterError, Params
from games.stats.filters.fields import filter_fields
from games.stats.filters.games import ChosenClub, ClubFilter, Edition, SeatCount
from games.stats.filters.pieces import Factions, Option, SeatFacet, Setup
from games.stats.filters.ranges import RatingFrom, RatingTo, Since, TableRating, Until
from games.stats.index import Array, Privacy, SegmentView, layout_of

# Those that every system has, and those that depend on its fields, in the order of the address.
PLAIN: tuple[type[Filter], ...] = (SeatCount, Edition, Since, Until, RatingFrom, RatingTo, Factions)
# Those that the API names; the names of the others depend on the system.
NAMED: tuple[type[Filter], ...] = (*PLAIN, ClubFilter)
PREFIXES = (Option.prefix, Setup.prefix, SeatFacet.prefix)


class FilterError(UserError):
    code = "bad_filter"
    message = _("These statistics cannot be filtered by: %(names)s.")
    status = 400

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self.parameters["keys"])


@cache
def filters_of(system: str) -> dict[str, Filter]:
    """By key, in the order of the address."""
    layout, fields = layout_of(system), filter_fields(system)
    filters = [
        *(kind(layout) for kind in PLAIN),
        *(Option(layout, field) for field in sorted(fields.options, key=lambda field: field.key)),
        *(Setup(layout, field) for field in sorted(fields.setup, key=lambda field: field.key)),
        *(SeatFacet(layout, field) for field in sorted(fields.seat, key=lambda field: field.key)),
        ClubFilter(layout),
    ]
    return {known.key: known for known in filters}


@dataclass(frozen=True, slots=True)
class BoundFilter:
    """A filter with its value, as the index asks for it."""

    filter: Filter
    value: Any

    @property
    def privacy(self) -> Privacy:
        return self.filter.privacy

    def mask(self, segment: SegmentView) -> Array:
        return self.filter.mask(self.value, segment)

    def facets(self) -> Sequence[tuple[int, int]]:
        return self.filter.facets(self.value)

    def whole_quarters(self, quarters: Array) -> Array:
        return self.filter.whole_quarters(self.value, quarters)


@dataclass(frozen=True, slots=True)
class FilterSet:
    """All that is chosen must hold. `values` are pairs of key and value in the order of the address, so that the same
    choice is always the same set, whatever order it was given in.
    """

    system: str
    values: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, system: str, values: Mapping[str, Any]) -> Self:
        """Raises KeyError for a filter that the system does not have. None and what is empty are not chosen."""
        known = filters_of(system)
        if unknown := values.keys() - known.keys():
            raise KeyError(*unknown)
        chosen = ((key, values.get(key)) for key in known)
        return cls(system, tuple((key, value) for key, value in chosen if value not in (None, "", ())))

    @classmethod
    def parse(cls, system: str, params: Params, *, club: ChosenClub | None = None) -> Self:
        """From the address; blanks are left out, what is not known raises FilterError with its name. Whoever asks has
        made sure that the reader may see the club.
        """
        values: dict[str, Any] = {ClubFilter.key: club}
        bad = []
        for key, known in filters_of(system).items():
            try:
                values.setdefault(key, known.parse(params))
            except InvalidFilterError:
                bad.append(key)
        bad += [name for name in params if _is_unknown(system, name) and any(params.getlist(name))]
        if bad:
            raise FilterError(keys=bad, names=", ".join(bad))
        return cls.of(system, values)

    def get(self, key: str) -> Any:
        """None when nothing is chosen."""
        return dict(self.values).get(key)

    def bound(self) -> Iterator[BoundFilter]:
        known = filters_of(self.system)
        return (BoundFilter(known[key], value) for key, value in self.values)

    @property
    def uses_ratings(self) -> bool:
        return any(isinstance(chosen.filter, TableRating) for chosen in self.bound())

    def to_params(self) -> dict[str, list[str]]:
        """The names and values of the address."""
        params: dict[str, list[str]] = {}
        for chosen in self.bound():
            for name, value in chosen.filter.to_params(chosen.value):
                params.setdefault(name, []).append(value)
        return params

    def chips(self) -> list[Chip]:
        return [chip for chosen in self.bound() for chip in chosen.filter.chips(chosen.value)]

    def for_tables(self) -> Self:
        """Without filters of seats, which do not apply to figures of whole tables."""
        known = filters_of(self.system)
        kept = tuple((key, value) for key, value in self.values if not known[key].is_of_seats)
        return type(self)(self.system, kept)


def _is_unknown(system: str, name: str) -> bool:
    return name.startswith(PREFIXES) and name not in filters_of(system)
