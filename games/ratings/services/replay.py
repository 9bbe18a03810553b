"""What a replay found out, ready to be written.

A pool's games in pieces, each of which becomes a block.

Replay a pool, all of it or from the nearest snapshot before a change.

Either way the result is the same to the last bit; tests compare them.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

import numpy as np
from django.db.models import QuerySet

from games.ratings.engine import reference
from games.ratings.engine.games import Entries, Numbers
from games.ratings.engine.reference import Parameters
from games.ratings.engine.replay import is_worth_compiling, packed_outcomes, play
from games.ratings.engine.state import State, distinct
from games.ratings.models import Block, ChangedGame, Pool, Snapshot
from games.ratings.models.storage import raw_rows
from games.ratings.scopes import PoolKey
from games.ratings.selectors.games import all_entries, entries_of


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


BLOCK = 1_000
LONGEST_BLOCK = 2 * BLOCK
# The compiled replay does so many games in less than a tenth of a second; a snapshot of many players is large.
GAMES_BETWEEN_SNAPSHOTS = 200_000


@dataclass(slots=True)
class Piece:
    """`number` and `first_key` are those of its row, if it has one. `gone` are the players whose games left it, and
    `first_change` is the first game that is new or follows a game that left.
    """

    number: int | None
    entries: Entries
    first_key: str = ""
    changed: bool = False
    gone: Numbers = field(default_factory=lambda: np.empty(0, dtype=np.int32))
    first_change: int = 0


def players_changed(pieces: Sequence[Piece]) -> list[Numbers]:
    """Everybody whose rating may differ from before: who left, and who played from the first change on. Behind the
    first of these pieces that is whoever plays at all, wherever a piece's own first change may be.
    """
    found = []
    for at, piece in enumerate(pieces):
        begin = 0 if at else min(piece.first_change, len(piece.entries))
        found += [piece.gone, piece.entries.part(begin, len(piece.entries)).players]
    return found


def cut(entries: Entries, length: int) -> list[Entries]:
    return [
        entries.part(start, min(start + length, len(entries))) for start in range(0, len(entries), length)
    ]


def mended(pieces: Sequence[Piece], numbers: Sequence[int], new: Entries) -> list[Piece]:
    """Without the games of these numbers, and with the new ones where they belong.

    Whoever looked for the pieces saw to it that nothing before them changes, so a game earlier than all of them
    belongs into the first one. A piece may come out empty.
    """
    for piece in pieces:
        leaving = np.isin(piece.entries.ids, numbers)
        if leaving.any():
            piece.gone = piece.entries.take(np.flatnonzero(leaving)).players
            piece.first_change = int(np.argmax(leaving))
            piece.entries = piece.entries.take(np.flatnonzero(~leaving))
            piece.changed = True
    first_keys = [piece.first_key for piece in pieces]
    homes = np.array(
        [max(bisect_right(first_keys, new.key_of(game)) - 1, 0) for game in range(len(new))], dtype=np.int64
    )
    for at in np.unique(homes).tolist():
        _take_in(pieces[at], new.take(np.flatnonzero(homes == at)))
    return [part for piece in pieces for part in _shortened(piece)]


def _take_in(piece: Piece, coming: Entries) -> None:
    piece.entries = Entries.joined([piece.entries, coming]).in_order()
    first = int(np.argmax(np.isin(piece.entries.ids, coming.ids)))
    piece.first_change = min(piece.first_change, first) if piece.changed else first
    piece.changed = True


def _shortened(piece: Piece) -> Iterator[Piece]:
    if len(piece.entries) <= LONGEST_BLOCK:
        yield piece
        return
    first, *others = cut(piece.entries, BLOCK)
    rest = piece.first_change
    yield Piece(piece.number, first, piece.first_key, changed=True, gone=piece.gone, first_change=rest)
    for entries in others:
        rest = max(rest - BLOCK, 0)
        yield Piece(None, entries, changed=True, first_change=rest)


def replayed(
    pieces: Sequence[Piece], state: State, parameters: Parameters, *, unchanged: int = 0
) -> tuple[list[BlockResult], dict[int, bytes]]:
    """Play the pieces onto the state: the blocks to write, and snapshots for blocks that stay.

    Of so many pieces at the front nothing changed: they are played only for the state they lead to.
    """
    blocks: list[BlockResult] = []
    snapshots: dict[int, bytes] = {}
    compiled = is_worth_compiling(sum(len(piece.entries) for piece in pieces))
    games = 0
    for at, piece in enumerate(pieces):
        snapshot = None
        if at and (games >= GAMES_BETWEEN_SNAPSHOTS or at == len(pieces) - 1):
            snapshot, games = state.packed(), 0
        outcomes = play(piece.entries, state, parameters, compiled=compiled)
        games += len(piece.entries)
        if at >= unchanged:
            blocks.append(
                BlockResult.of(
                    piece.number,
                    piece.entries,
                    packed_outcomes(outcomes),
                    changed=piece.changed,
                    snapshot=snapshot,
                )
            )
        elif snapshot and piece.number:
            snapshots[piece.number] = snapshot
    return blocks, snapshots


# The choice and the figures behind it are in docs/ratings.md.
PARAMETERS = Parameters()


def replay_pool(*, key: str, since: date | None) -> Publication:
    """Of the games, only those noted as changed are read again; all of them when `since` is None."""
    pool = Pool.objects.filter(key=key).first()
    # Before any game is read: what is noted later has a mark of its own, and comes again.
    noted = list(ChangedGame.objects.filter(pool_key=key).values_list("pk", "game_number"))
    seen, numbers = [pk for pk, _ in noted], sorted({number for _, number in noted})
    if pool is None or since is None or not _is_ours(pool):
        return _from_nothing(key, pool, since, seen)
    return _changed(pool, since, seen, numbers)


def _is_ours(pool: Pool) -> bool:
    """Made by this engine with these parameters, so that one can go on from it."""
    made_by = (pool.engine, pool.engine_version, pool.used_parameters)
    return made_by == (reference.NAME, reference.VERSION, PARAMETERS)


def _from_nothing(key: str, pool: Pool | None, since: date | None, seen: list[int]) -> Publication:
    entries = all_entries(PoolKey.parse(key))
    state = State.fresh(players=distinct([entries.players]), labels=entries.labels, parameters=PARAMETERS)
    blocks, _ = replayed([Piece(None, part, changed=True) for part in cut(entries, BLOCK)], state, PARAMETERS)
    return Publication(
        key=key,
        since=since,
        token=pool.token if pool else None,
        seen=seen,
        games=len(entries),
        state=state,
        touched=np.arange(len(state.players)),
        from_nothing=True,
        blocks=blocks,
    )


def _changed(pool: Pool, since: date, seen: list[int], numbers: list[int]) -> Publication:
    """Games added, taken out or corrected on the day `since` or later."""
    rows = Block.objects.filter(pool=pool).order_by("first_key")
    keys = rows.values_list("first_key", flat=True)
    first_key = keys.filter(last_on__gte=since).first() or keys.last()
    if first_key is None:
        return _from_nothing(pool.key, pool, since, seen)
    later = mended(
        _pieces(rows.filter(first_key__gte=first_key)), numbers, entries_of(PoolKey.parse(pool.key), numbers)
    )
    nearest = Snapshot.objects.filter(pool=pool, block__first_key__lte=first_key).order_by(
        "-block__first_key"
    )
    start, snapshot = next(iter(raw_rows(nearest.values_list("block__first_key", "state")[:1])), ("", None))
    earlier = _pieces(rows.filter(first_key__gte=start, first_key__lt=first_key))
    return _from_snapshot(pool, snapshot, [*earlier, *later], since=since, seen=seen)


def _pieces(blocks: QuerySet[Block]) -> list[Piece]:
    rows = raw_rows(blocks.values_list("pk", "first_key", "entries"))
    return [Piece(number, Entries.unpacked(packed), first_key=key) for number, key, packed in rows]


def _from_snapshot(
    pool: Pool, snapshot: bytes | None, pieces: list[Piece], *, since: date, seen: list[int]
) -> Publication:
    unchanged = next((at for at, piece in enumerate(pieces) if piece.changed), len(pieces))
    filled = [piece for piece in pieces if len(piece.entries)]
    touched = distinct(players_changed(pieces[unchanged:]))
    state = _state(snapshot, filled, touched)
    blocks, snapshots = replayed(filled, state, PARAMETERS, unchanged=unchanged)
    earlier = Block.objects.filter(pool=pool, first_key__lt=pieces[0].first_key)
    return Publication(
        key=pool.key,
        since=since,
        token=pool.token,
        seen=seen,
        games=sum(earlier.values_list("games", flat=True)) + sum(len(piece.entries) for piece in filled),
        state=state,
        touched=state.index_of(touched),
        blocks=blocks,
        dropped=[piece.number for piece in pieces if piece.number and not len(piece.entries)],
        stale_after=pieces[unchanged].first_key if unchanged < len(pieces) else None,
        snapshots=snapshots,
    )


def _state(snapshot: bytes | None, pieces: list[Piece], touched: Numbers) -> State:
    """As the snapshot has it, with room for everybody who comes later or no longer comes at all."""
    earlier = State.unpacked(snapshot, PARAMETERS) if snapshot else None
    players = [touched, *(piece.entries.players for piece in pieces)]
    labels = {label for piece in pieces for label in piece.entries.labels}
    if earlier:
        players.append(earlier.players)
        labels.update(earlier.labels)
    state = State.fresh(players=distinct(players), labels=tuple(sorted(labels)), parameters=PARAMETERS)
    if earlier:
        state.recall(earlier)
    return state
