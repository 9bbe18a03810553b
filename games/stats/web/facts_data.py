"""The tables of a game's page of facts as files."""

from collections.abc import Iterable

from games.stats.selectors.scores import ScoreBin
from games.stats.selectors.system_facts import SystemFacts
from games.stats.web.data_tables import DataTable, split_data


def facts_files(facts: SystemFacts) -> dict[str, DataTable]:
    """By the name in addresses."""
    return {
        "sizes": DataTable(
            ["players", "games", "mean", "mean_winning", "mean_margin"],
            [(one.seats, one.games, one.mean, one.mean_winning, one.mean_margin) for one in facts.by_seats],
        ),
        "lines": _lines(facts),
        "places": _places(facts),
        "ties": DataTable(
            ["games", "decided_by_tie_break", "shared"],
            [(facts.ties.games, facts.ties.decided_by_tie_break, facts.ties.shared)],
        ),
        "rarity": DataTable(
            ["good", "worth", "games"],
            [(one.key, worth, count) for one in facts.rarity for worth, count in one.counts.items()],
        ),
        "options": DataTable(
            ["option", "value", "games", "share"],
            [(one.option, one.value, one.games, one.share) for one in facts.options],
        ),
        **{f"scores-{one.seats}": _bins(one.scores) for one in facts.by_seats},
        **{f"winning-{one.seats}": _bins(one.winning) for one in facts.by_seats},
        **{facet: split_data(splits) for facet, splits in facts.seat_values.items()},
        **{
            field: DataTable(
                ["key", "seats", "share", "mean_place"],
                [(one.key, one.seats, one.share, one.mean_place) for one in uses],
            )
            for field, uses in facts.pieces.items()
        },
    }


def _bins(bins: Iterable[ScoreBin]) -> DataTable:
    return DataTable(["from", "to", "seats"], [(one.low, one.high, one.games) for one in bins])


def _lines(facts: SystemFacts) -> DataTable:
    return DataTable(
        ["line", "seats", "mean_vp", "share"],
        [(one.key, one.games, one.mean_vp, one.share) for one in facts.lines],
    )


def _places(facts: SystemFacts) -> DataTable:
    return DataTable(
        ["line", "place", "seats", "mean_quantity", "mean_vp"],
        [
            (one.key, place.place, place.seats, place.mean_quantity, place.mean_vp)
            for one in facts.lines
            for place in one.places
        ],
    )
