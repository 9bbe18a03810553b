"""Which games and seats a figure is about."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any, Self

from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from caledonia_site.common.formatting import parse_int
from games.stats.index.layout import BASE, Layout, layout_of
from scoring.description import Field

ANY_USED, NOT_USED = "any", "none"
# Mean rating of a table before the game: bands to offer, from the first number on and below the second.
RATING_BANDS: tuple[tuple[int | None, int | None], ...] = (
    (None, 1400),
    (1400, 1500),
    (1500, 1600),
    (1600, None),
)
_HIGHEST_RATING = 9_999


class FilterError(UserError):
    code = "bad_filter"
    message = _("These statistics cannot be filtered by: %(names)s.")
    status = 400

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self.parameters["keys"])


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterFields:
    """What a system's statistics can be filtered by."""

    seats: tuple[int, ...]
    editions: tuple[str, ...]
    options: tuple[Field, ...]
    setup: tuple[Field, ...]
    factions: tuple[str, ...]
    seat: tuple[Field, ...]


def filter_fields(system: str) -> FilterFields:
    layout = layout_of(system)
    described = layout.description
    return FilterFields(
        seats=tuple(range(max(2, described.fewest_seats), described.most_seats + 1)),
        editions=(BASE, layout.traits.expansion) if layout.traits.expansion else (),
        options=described.options,
        setup=layout.setup_fields,
        factions=layout.factions,
        seat=tuple(one for one in described.seat if one.key in layout.facets),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class StatsFilter:
    """All that is given must hold.

    seats        people at the table
    edition      "base", or the expansion: games that use anything of it
    options      (option, value): a choice, "yes" of a flag, ANY_USED or NOT_USED
    setup        (field, piece): the piece is in the game
    factions     all of them are at the table
    club         row number; whoever asks has made sure that the reader may see the club
    rating_from, rating_to    mean rating of the table before the game, the second excluded
    seat         (facet, value): only seats that had it
    """

    system: str
    seats: int | None = None
    edition: str = ""
    options: tuple[tuple[str, str], ...] = ()
    setup: tuple[tuple[str, str], ...] = ()
    factions: tuple[str, ...] = ()
    since: date | None = None
    until: date | None = None
    club: int | None = None
    rating_from: int | None = None
    rating_to: int | None = None
    seat: tuple[tuple[str, str], ...] = ()

    @property
    def by_rating(self) -> bool:
        return self.rating_from is not None or self.rating_to is not None

    @classmethod
    def from_query(cls, system: str, query: Any, *, club: int | None = None) -> Self:
        """From the address; blanks are left out, what is not known raises FilterError with its name."""
        reader = _Reader(layout_of(system), query)
        wanted = cls(
            system=system,
            seats=reader.number("seats", filter_fields(system).seats),
            edition=reader.choice("edition", filter_fields(system).editions),
            options=reader.pairs("option.", reader.known_options),
            setup=reader.pairs("setup.", reader.known_setup),
            factions=tuple(sorted(reader.several("faction", reader.layout.factions))),
            since=reader.day("since"),
            until=reader.day("until"),
            club=club,
            rating_from=reader.number("rating_from", range(_HIGHEST_RATING)),
            rating_to=reader.number("rating_to", range(_HIGHEST_RATING)),
            seat=reader.pairs("seat.", reader.known_facets),
        )
        if reader.bad:
            raise FilterError(keys=reader.bad, names=", ".join(reader.bad))
        return wanted

    def query(self) -> dict[str, list[str]]:
        """The names and values of the address, in one order whatever order they were given in."""
        found: dict[str, list[str]] = {}
        for name in ("seats", "edition", "since", "until", "rating_from", "rating_to"):
            if (value := getattr(self, name)) not in (None, ""):
                found[name] = [str(value)]
        if self.factions:
            found["faction"] = list(self.factions)
        for prefix, pairs in (("option.", self.options), ("setup.", self.setup), ("seat.", self.seat)):
            for key, value in pairs:
                found.setdefault(prefix + key, []).append(value)
        return found


class _Reader:
    """Takes values out of an address and remembers the names it could not make sense of."""

    def __init__(self, layout: Layout, query: Any) -> None:
        self.layout, self.query = layout, query
        self.bad: list[str] = []

    def _one(self, name: str) -> str:
        return str(self.query.get(name) or "").strip()

    def choice(self, name: str, known: Iterable[str]) -> str:
        value = self._one(name)
        if value and value not in known:
            self.bad.append(name)
            return ""
        return value

    def number(self, name: str, known: Iterable[int]) -> int | None:
        value = self._one(name)
        if not value:
            return None
        number = parse_int(value, digits=5)
        if number is None or number not in known:
            self.bad.append(name)
            return None
        return number

    def day(self, name: str) -> date | None:
        value = self._one(name)
        try:
            return date.fromisoformat(value) if value else None
        except ValueError:
            self.bad.append(name)
            return None

    def several(self, name: str, known: Iterable[str]) -> set[str]:
        values = {value for value in self.query.getlist(name) if value}
        if not values <= set(known):
            self.bad.append(name)
            return set()
        return values

    def pairs(self, prefix: str, known: dict[str, set[str]]) -> tuple[tuple[str, str], ...]:
        found: set[tuple[str, str]] = set()
        for name in self.query:
            if name.startswith(prefix):
                key = name.removeprefix(prefix)
                found |= {(key, value) for value in self.several(name, known.get(key, ()))}
        return tuple(sorted(found))

    @property
    def known_options(self) -> dict[str, set[str]]:
        return {
            option.key: {
                ANY_USED,
                NOT_USED,
                *map(str, option.choices),
                *(["yes"] if option.kind == "flag" else []),
            }
            for option in self.layout.description.options
        }

    @property
    def known_setup(self) -> dict[str, set[str]]:
        return {one.key: set(map(str, one.choices)) for one in self.layout.setup_fields}

    @property
    def known_facets(self) -> dict[str, set[str]]:
        return {facet: set(choices) for facet, choices in self.layout.facets.items()}
