"""The columns of the table of factions: what each means, and how the table is sorted by it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.stats.selectors.faction_table import FactionRow

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
        _("Worth"),
        _(
            "What the clan itself adds, in VP against the mean clan, after the strength of the players, the turn "
            "order and their practice with the clan have been taken out."
        ),
        lambda row: row.worth.worth.value if row.worth and row.worth.worth else None,
    ),
    Column(
        "win_index",
        _("Win index"),
        _("Wins compared with what an average player wins at tables of the same size: 1.0 is par."),
        lambda row: row.win_index.value if row.win_index else None,
    ),
    Column("games", _("Games"), _("Tables at which somebody played the clan."), lambda row: row.games),
    Column("wins", _("Wins"), _("First places; a shared one counts in parts."), lambda row: row.wins),
    Column("mean_vp", _("Mean VP"), _("Mean total; a bid has been taken off."), lambda row: row.mean_vp),
    Column(
        "mean_margin",
        _("Margin"),
        _("Mean of its VP less the mean of the others at the table."),
        lambda row: row.mean_margin,
    ),
    Column(
        "mean_place", _("Place"), _("Mean place; lower is better."), lambda row: row.mean_place, upwards=True
    ),
    Column(
        "fair_bid",
        _("Fair bid"),
        _("Its worth against the weakest clan: what it may cost in an auction."),
        lambda row: row.worth.fair_bid.value if row.worth and row.worth.fair_bid else None,
    ),
    Column(
        "trend",
        _("Trend"),
        _("Its worth in the latest year less its worth before."),
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

    def sorted(self, rows: Sequence[FactionRow], names: dict[str, str]) -> list[FactionRow]:
        """Rows without the figure come last whichever way; level rows by name."""
        by_name = sorted(rows, key=lambda row: names[row.key], reverse=self.key == NAME and self.downwards)
        if self.key == NAME:
            return by_name
        value = BY_KEY[self.key].value
        known = [row for row in by_name if value(row) is not None]
        turn = -1 if self.downwards else 1
        known.sort(key=lambda row: turn * (value(row) or 0.0))
        return known + [row for row in by_name if value(row) is None]
