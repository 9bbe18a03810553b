"""Whether this process can serve: the database has its tables, and there is room to write."""

from caledonia_site.common.full_disk import disk_is_full
from caledonia_site.common.schema import migrations

_tables_fit = False


def reason_not_to_serve() -> str:
    """A few words, or none when all is well."""
    return _wrong_tables() or ("the disk is full" if disk_is_full() else "")


def _wrong_tables() -> str:
    """Asked often, so what was true once is believed: a version that runs goes on while the next one migrates."""
    global _tables_fit  # noqa: PLW0603  (one database per process)
    if _tables_fit:
        return ""
    found = migrations()
    if found.unknown:
        return "the database is of a newer version"
    if found.waiting:
        return "migrations are waiting"
    _tables_fit = True
    return ""
