"""Standings as pages, lists and exports show them: what seasons and stages have in common."""

from collections.abc import Callable, Iterable, Sequence

from tournaments.shared.models import StandingsRowBase
from tournaments.shared.wording import SHORT_TIE_BREAKERS, TIE_BREAKERS
from tournaments.standings.rules import Rules


def shown_tie_breakers(rules: Rules, rows: Iterable[StandingsRowBase]) -> list[str]:
    """In their order; without the lot, which nobody compares, and without what no row has (nobody was level, say)."""
    known = {key for row in rows for key in row.detail.get("values", {})}
    return [key for key in rules.chain if key != "lot" and key in known]


def column_heads(keys: Sequence[str]) -> list[tuple[str, str]]:
    """The short and the full name of each."""
    return [(str(SHORT_TIE_BREAKERS[key]), str(TIE_BREAKERS[key])) for key in keys]


def tie_break_cells(
    row: StandingsRowBase, keys: Sequence[str], write: Callable[[str, str], str]
) -> list[str]:
    """Empty where the row has no such value."""
    values = row.detail.get("values", {})
    return ["" if values.get(key) is None else write(key, values[key]) for key in keys]
