"""A pool's games in pieces, each of which becomes a block."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from games.ratings.engine import Parameters
from games.ratings.replay.entries import Entries, Numbers
from games.ratings.replay.run import is_worth_compiling, packed_outcomes, play
from games.ratings.replay.state import State
from games.ratings.services.publication import BlockResult

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
