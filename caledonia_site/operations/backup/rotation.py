"""Which backups are kept: the newest of each of the last days, and of each of the last weeks."""

import re
from collections.abc import Collection, Hashable, Iterable
from datetime import UTC, datetime
from pathlib import Path

NAME = re.compile(r"caledonia-(\d{8}T\d{6}Z)\.zip(\.age)?")
TIME = "%Y%m%dT%H%M%SZ"


def name_for(moment: datetime, *, is_sealed: bool) -> str:
    return f"caledonia-{moment.astimezone(UTC).strftime(TIME)}.zip{'.age' if is_sealed else ''}"


def time_in(name: str) -> datetime | None:
    """None for a file that is no backup of ours, and is never touched."""
    match = NAME.fullmatch(name)
    return datetime.strptime(match[1], TIME).replace(tzinfo=UTC) if match else None


def kept(moments: Iterable[datetime], *, days: int, weeks: int) -> set[datetime]:
    """Days and weeks without a backup do not count, so a pause of a month forgets nothing."""
    newest_first = sorted(moments, reverse=True)
    daily = _newest_of_each([(moment.date(), moment) for moment in newest_first], days)
    weekly = _newest_of_each([(moment.isocalendar()[:2], moment) for moment in newest_first], weeks)
    return daily | weekly


def remove_old(folder: Path, *, days: int, weeks: int) -> list[Path]:
    found = {path: moment for path in folder.iterdir() if (moment := time_in(path.name))}
    staying = kept(found.values(), days=days, weeks=weeks)
    gone = [path for path, moment in found.items() if moment not in staying]
    for path in gone:
        path.unlink()
    return gone


def _newest_of_each(newest_first: Collection[tuple[Hashable, datetime]], most: int) -> set[datetime]:
    newest: dict[Hashable, datetime] = {}
    for period, moment in newest_first:
        newest.setdefault(period, moment)
    return set(list(newest.values())[:most])
