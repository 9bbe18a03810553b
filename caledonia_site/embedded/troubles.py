"""Which processes of the embedded site keep ending: the supervisor writes it down, the operators' page reads it."""

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

FILE = "troubles.json"


@dataclass(frozen=True)
class Trouble:
    """`deaths` are those in a row, `starts_at` is when the process is started again."""

    role: str
    deaths: int
    cause: str
    starts_at: datetime


def write_troubles(data_dir: Path, troubles: Iterable[Trouble]) -> None:
    """Nobody depends on it: a disk without room must not end the supervisor as well."""
    path = data_dir / FILE
    draft = path.with_suffix(".draft")
    with suppress(OSError):
        draft.write_text(json.dumps([asdict(trouble) for trouble in troubles], default=datetime.isoformat))
        draft.replace(path)


def read_troubles(data_dir: Path) -> list[Trouble]:
    """None where no supervisor has been, as in production."""
    try:
        rows = json.loads((data_dir / FILE).read_text())
        return [Trouble(**row | {"starts_at": datetime.fromisoformat(row["starts_at"])}) for row in rows]
    except (OSError, ValueError, TypeError, KeyError):
        return []
