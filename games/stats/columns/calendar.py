"""Quarters of a year as numbers."""

from datetime import date

import numpy as np

from games.stats.columns.types import Array

_EPOCH = np.datetime64("1970-01-01").astype("datetime64[D]")
_EPOCH_ORDINAL = 719_163
_EPOCH_YEAR = 1970


def quarters_of(days: Array) -> Array:
    """Python's ordinals of days as quarters since 1970."""
    months = (_EPOCH + (days.astype(np.int64) - _EPOCH_ORDINAL)).astype("datetime64[M]").astype(np.int64)
    quarters: Array = months // 3
    return quarters


def quarter_name(quarter: int) -> str:
    return f"{_EPOCH_YEAR + quarter // 4}-Q{quarter % 4 + 1}"


def quarter_of(day: date) -> tuple[int, bool, bool]:
    """The quarter, and whether the day is its first or its last."""
    today, before, after = quarters_of(np.array([0, -1, 1]) + day.toordinal()).tolist()
    return today, before != today, after != today
