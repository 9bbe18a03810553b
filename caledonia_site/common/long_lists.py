"""Prefetching a thousand rows on SQLite.

Django 5.2 asks SQLite for the other ends of foreign keys by one OR a row, and SQLite takes no expression deeper than
1,000: a page with more people on it fails. With one column, which all our keys have, IN says the same.
"""

from typing import Any

from django.db.models.fields.tuple_lookups import TupleIn
from django.db.models.lookups import In

_by_django = TupleIn.get_fallback_sql


def _by_list(self: Any, compiler: Any, connection: Any) -> Any:
    """How a lookup of tuples turns into SQL where the database compares none."""
    if len(self.lhs) != 1 or not self.rhs_is_direct_value():
        return _by_django(self, compiler, connection)
    [column] = self.lhs
    return compiler.compile(In(column, [value for (value,) in self.rhs if value is not None]))


def allow_long_lists() -> None:
    TupleIn.get_fallback_sql = _by_list  # type: ignore[method-assign]
