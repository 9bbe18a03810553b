"""What the statistics of a system can be filtered by."""

from dataclasses import dataclass

from games.stats.index import BASE, layout_of
from scoring.description import Field


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterFields:
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
        seat=tuple(field for field in described.seat if field.key in layout.facets),
    )
