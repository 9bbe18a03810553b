"""What a replay found out, ready to be written."""

from dataclasses import dataclass, field
from datetime import date

from games.ratings.replay.entries import Entries, Numbers
from games.ratings.replay.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockResult:
    """A block to write. `number` is its row, None for a new one; `entries` is None where they are as they were.
    A `snapshot` is the state before the block.
    """

    number: int | None
    first_key: str
    first_on: date
    last_on: date
    games: int
    entries: bytes | None
    outcomes: bytes
    snapshot: bytes | None = None

    @classmethod
    def of(
        cls,
        number: int | None,
        entries: Entries,
        outcomes: bytes,
        *,
        changed: bool,
        snapshot: bytes | None = None,
    ) -> "BlockResult":
        return cls(
            number=number,
            first_key=entries.key_of(0),
            first_on=date.fromordinal(int(entries.days[0])),
            last_on=date.fromordinal(int(entries.days[-1])),
            games=len(entries),
            entries=entries.packed() if changed else None,
            outcomes=outcomes,
            snapshot=snapshot,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """`token` is that of the pool the replay began from (None: there was none), `since` what it was asked for;
    `seen` are the notes of changed games it took into account.

    `state` is the state after the last game, `touched` the indices of the players whose standings to write.
    `blocks` are written; other blocks stay, apart from `dropped` ones and unless the replay was `from_nothing`.
    Snapshots of blocks behind the order key `stale_after` are void; `snapshots` are new ones of blocks that stay.
    """

    key: str
    since: date | None
    token: int | None
    seen: list[int]
    games: int
    state: State
    touched: Numbers
    from_nothing: bool = False
    blocks: list[BlockResult] = field(default_factory=list)
    dropped: list[int] = field(default_factory=list)
    stale_after: str | None = None
    snapshots: dict[int, bytes] = field(default_factory=dict)
