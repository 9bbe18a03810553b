"""Tables as files (the same rows as CSV and as JSON, with numbers as programs want them), and fits in words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from caledonia_site.common.csv_files import csv_response
from games.stats import terms
from games.stats.filters.ranges import RATING_BANDS
from games.stats.intervals import Interval
from games.stats.selectors.factions import FactionRow, FitInfo
from games.stats.selectors.sums import Split

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
                split.key, split.games, *ends_of(split.win_index),
                split.mean_vp, split.mean_margin, split.is_small,
            )
            for split in splits
        ],
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class FitWords:
    """`games_of` names the selection of games; `is_exact` is false when it is wider than what was asked for."""

    info: FitInfo
    games_of: str
    is_exact: bool


def fit_words(fit: FitInfo | None, system: str, *, is_exact: bool) -> FitWords | None:
    return None if fit is None else FitWords(fit, preset_name(fit.preset, system), is_exact)


def preset_name(preset: str, system: str) -> str:
    kind, _sign, value = preset.partition(":")
    if kind == "seats":
        return ngettext("games of %(number)s player", "games of %(number)s players", int(value)) % {
            "number": value
        }
    if kind == "edition":
        return terms.edition_name(system, value)
    if kind == "band":
        low, high = RATING_BANDS[int(value)]
        if low is None:
            return _("tables with a mean rating below %(rating)s") % {"rating": high}
        if high is None:
            return _("tables with a mean rating from %(rating)s") % {"rating": low}
        return _("tables with a mean rating from %(low)s to %(high)s") % {"low": low, "high": high}
    return _("all games")
