"""Tables as files: the same rows as CSV and as JSON, with numbers as programs want them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse, JsonResponse

from caledonia_site.common.csv_files import csv_response
from games.stats.figures import Interval
from games.stats.selectors.faction_table import FactionRow
from games.stats.selectors.tallies import Split

FORMS = ("csv", "json")
Row = Sequence[Any]


@dataclass(frozen=True)
class DataTable:
    header: Sequence[str]
    rows: Sequence[Row]


def table_response(name: str, table: DataTable | None, form: str) -> HttpResponse:
    if table is None or form not in FORMS:
        raise Http404
    if form == "csv":
        return csv_response(f"{name}.csv", table.header, table.rows)
    rows = [dict(zip(table.header, row, strict=True)) for row in table.rows]
    response = JsonResponse({"rows": rows})
    response["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response


def ends_of(interval: Interval | None) -> tuple[float | None, float | None, float | None]:
    return (interval.value, interval.low, interval.high) if interval else (None, None, None)


def named(*names: str) -> list[str]:
    """The columns of intervals: the value and both ends."""
    return [column for name in names for column in (name, f"{name}_low", f"{name}_high")]


def faction_data(rows: Iterable[FactionRow]) -> DataTable:
    header = [
        "clan", "games", "wins", *named("win_index"), "mean_vp", "mean_margin", "mean_place", "is_small",
        *named("worth", "fair_bid", "trend"),
    ]  # fmt: skip
    return DataTable(
        header,
        [
            (
                row.key, row.games, row.wins, *ends_of(row.win_index),
                row.mean_vp, row.mean_margin, row.mean_place, row.is_small,
                *ends_of(row.worth.worth if row.worth else None),
                *ends_of(row.worth.fair_bid if row.worth else None),
                *ends_of(row.worth.trend if row.worth else None),
            )
            for row in rows
        ],
    )  # fmt: skip


def split_data(splits: Iterable[Split]) -> DataTable:
    header = ["key", "games", *named("win_index"), "mean_vp", "mean_margin", "is_small"]
    return DataTable(
        header,
        [
            (
                one.key, one.games, *ends_of(one.win_index),
                one.mean_vp, one.mean_margin, one.is_small,
            )
            for one in splits
        ],
    )  # fmt: skip
