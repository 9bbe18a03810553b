"""The table of factions, ready to be shown: what each column means, and how the table is sorted by it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from caledonia_site.common.charts import IntervalBar, interval_cell
from caledonia_site.common.charts.svg import Scale
from caledonia_site.common.formatting import format_number
from games.stats import terms, wording
from games.stats.intervals import Interval
from games.stats.selectors.factions import FactionRow, FactionSummary
from games.stats.web.charts import Intervals
from games.stats.web.markup import figure_cells
from games.systems.swatches import swatch_of

Value = Callable[[FactionRow], float | None]


@dataclass(frozen=True, slots=True)
class Column:
    """`upwards`: the least value is what one looks for first."""

    key: str
    label: str | Promise
    meaning: str | Promise
    value: Value
    upwards: bool = False


# What a phone shows beside the name comes first.
COLUMNS = (
    Column(
        "worth",
        gettext_lazy("Worth"),
        gettext_lazy(
            "What the clan itself adds, in VP against the mean clan, after the strength of the players, the turn "
            "order and their practice with the clan have been taken out."
        ),
        lambda row: row.worth.worth.value if row.worth and row.worth.worth else None,
    ),
    Column(
        "win_index",
        gettext_lazy("Win index"),
        gettext_lazy(
            "Wins compared with what an average player wins at tables of the same size: 1.0 is par."
        ),
        lambda row: row.win_index.value if row.win_index else None,
    ),
    Column(
        "games",
        gettext_lazy("Games"),
        gettext_lazy("Tables at which somebody played the clan."),
        lambda row: row.games,
    ),
    Column(
        "wins",
        gettext_lazy("Wins"),
        gettext_lazy("First places; a shared one counts in parts."),
        lambda row: row.wins,
    ),
    Column(
        "mean_vp",
        gettext_lazy("Mean VP"),
        gettext_lazy("Mean total; a bid has been taken off."),
        lambda row: row.mean_vp,
    ),
    Column(
        "mean_margin",
        gettext_lazy("Margin"),
        gettext_lazy("Mean of its VP less the mean of the others at the table."),
        lambda row: row.mean_margin,
    ),
    Column(
        "mean_place",
        gettext_lazy("Place"),
        gettext_lazy("Mean place; lower is better."),
        lambda row: row.mean_place,
        upwards=True,
    ),
    Column(
        "fair_bid",
        gettext_lazy("Fair bid"),
        gettext_lazy("Its worth against the weakest clan: what it may cost in an auction."),
        lambda row: row.worth.fair_bid.value if row.worth and row.worth.fair_bid else None,
    ),
    Column(
        "trend",
        gettext_lazy("Trend"),
        gettext_lazy("Its worth in the latest year less its worth before."),
        lambda row: row.worth.trend.value if row.worth and row.worth.trend else None,
    ),
)
NAME = "name"
BY_KEY = {column.key: column for column in COLUMNS}


@dataclass(frozen=True, slots=True)
class Sorting:
    """What the table is sorted by; in the address a minus stands for "greatest first"."""

    key: str
    downwards: bool

    @classmethod
    def named(cls, text: str, *, has_worth: bool) -> "Sorting":
        """Nonsense in the address means the best first."""
        key = text.removeprefix("-")
        if key in BY_KEY or key == NAME:
            return cls(key, text.startswith("-"))
        return cls("worth" if has_worth else "win_index", downwards=True)

    def next_for(self, key: str) -> str:
        """The other way round if the table is sorted by this column already."""
        upwards = key == NAME or BY_KEY[key].upwards
        if key == self.key:
            upwards = self.downwards
        return key if upwards else f"-{key}"

    def sorted(self, rows: Sequence[FactionRow], labels: dict[str, str]) -> list[FactionRow]:
        """Rows without the figure come last whichever way; level rows by name."""
        by_name = sorted(rows, key=lambda row: labels[row.key], reverse=self.key == NAME and self.downwards)
        if self.key == NAME:
            return by_name
        value = BY_KEY[self.key].value
        known = [row for row in by_name if value(row) is not None]
        turn = -1 if self.downwards else 1
        known.sort(key=lambda row: turn * (value(row) or 0.0))
        return known + [row for row in by_name if value(row) is None]


PAR = 1.0


@dataclass(frozen=True, slots=True)
class Header:
    """`direction` is the value of aria-sort, empty for the columns the table is not sorted by."""

    key: str
    label: str | Promise
    sort: str
    direction: str


@dataclass(frozen=True, slots=True)
class BoardRow:
    """`cells` are markup: a template takes longer to put together some hundred of them than to make the whole page."""

    address: str
    name: str
    swatch: str
    is_small: bool
    cells: SafeString


@dataclass(frozen=True, slots=True)
class Board:
    headers: list[Header]
    rows: list[BoardRow]


def board_of(table: FactionSummary, system: str, sorting: Sorting) -> Board:
    labels = {row.key: terms.faction_name(system, row.key) for row in table.rows}
    scales = _Scales.over(table.rows)
    headers = [
        Header(key, label, sorting.next_for(key), _direction(sorting, key))
        for key, label in [
            (NAME, terms.faction_word(system)),
            *((column.key, column.label) for column in COLUMNS),
        ]
    ]
    rows = [
        BoardRow(
            address=terms.faction_address(row.key),
            name=labels[row.key],
            swatch=swatch_of(system, row.key),
            is_small=row.is_small,
            cells=_cells(row, scales),
        )
        for row in sorting.sorted(table.rows, labels)
    ]
    return Board(headers, rows)


def worth_plot(rows: Iterable[FactionRow], system: str) -> Intervals:
    """The highest first; clans without a worth are left out."""
    known = [(row, row.worth.worth, row.worth.games) for row in rows if row.worth and row.worth.worth]
    known.sort(key=lambda item: -item[1].value)
    bars = [_bar(row, worth, games, system) for row, worth, games in known]
    return Intervals(
        bars,
        title=_("Worth in VP, adjusted for the players"),
        about=_("Against the mean clan. The line over each bar holds the truth 19 times of 20."),
    )


def index_plot(rows: Iterable[FactionRow], system: str) -> Intervals:
    known = [(row, row.win_index) for row in rows if row.win_index]
    known.sort(key=lambda item: -item[1].value)
    bars = [_bar(row, index, row.games, system) for row, index in known]
    return Intervals(
        bars,
        title=_("Win index"),
        about=_(
            "1.00 is what an average player wins. The line over each bar holds the truth 19 times of 20."
        ),
        baseline=PAR,
        decimals=2,
    )


def games_note(games: int, *, is_small: bool) -> str:
    text = ngettext("%(number)s game", "%(number)s games", games) % {"number": format_number(games)}
    return _("%(games)s: too few to tell") % {"games": text} if is_small else text


def _bar(row: FactionRow, value: Interval, games: int, system: str) -> IntervalBar:
    return IntervalBar(
        terms.faction_name(system, row.key),
        value.value,
        value.low,
        value.high,
        games_note(games, is_small=row.is_small),
        muted=row.is_small,
    )


@dataclass(frozen=True, slots=True)
class _Scales:
    index: Scale
    worth: Scale

    @classmethod
    def over(cls, rows: Iterable[FactionRow]) -> "_Scales":
        """Wide enough for the clans with enough games; the others' bars run off the edge."""
        enough = [row for row in rows if not row.is_small]
        return cls(
            _scale([row.win_index for row in enough], PAR),
            _scale([row.worth.worth for row in enough if row.worth], 0.0),
        )


def _scale(intervals: Iterable[Interval | None], baseline: float) -> Scale:
    ends = [end for interval in intervals if interval for end in (interval.low, interval.high)]
    return Scale.over([baseline, *ends])


def _cells(row: FactionRow, scales: _Scales) -> SafeString:
    worth = row.worth
    by_column = {
        "games": format_number(row.games),
        "wins": wording.counted(row.wins),
        "win_index": _interval_cell(row.win_index, 2, scales.index, PAR),
        "mean_vp": wording.number(row.mean_vp),
        "mean_margin": wording.difference(row.mean_margin),
        "mean_place": wording.number(row.mean_place, 2),
        "worth": _interval_cell(worth.worth if worth else None, 1, scales.worth, 0.0, with_sign=True),
        "fair_bid": _interval_cell(worth.fair_bid if worth else None, 0),
        "trend": _interval_cell(worth.trend if worth else None, 1, with_sign=True),
    }
    return figure_cells(by_column[column.key] for column in COLUMNS)


def _interval_cell(
    value: Interval | None,
    decimals: int,
    scale: Scale | None = None,
    baseline: float = 0.0,
    *,
    with_sign: bool = False,
) -> str:
    """A figure with its interval in words and, on a scale, as a small bar."""
    if value is None:
        return wording.NOTHING
    write = wording.signed if with_sign else format_number
    span = wording.span(value, decimals, with_sign=with_sign)
    text = f'{write(value.value, decimals)} <span class="stats-span">{span}</span>'
    if scale is None:
        return text
    ends = [min(max(end, scale.least), scale.most) for end in (value.value, value.low, value.high)]
    return text + interval_cell(*ends, scale=scale, baseline=baseline)


def _direction(sorting: Sorting, key: str) -> str:
    if key != sorting.key:
        return ""
    return "descending" if sorting.downwards else "ascending"
