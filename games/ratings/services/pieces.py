"""A pool's games in pieces, each of which becomes a block."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from games.ratings.engine import Parameters
from games.ratings.replay.entries import Entries, Numbers
from games.ratings.replay.run import packed_outcomes, play
from games.ratings.replay.state import State
from games.ratings.services.publication import BlockResult

BLOCK = 1_000
LONGEST_BLOCK = 2 * BLOCK
# The compiled replay does so many games in the time of one query; a snapshot of many players is large.
GAMES_BETWEEN_SNAPSHOTS = 50_000


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

    @property
    def players_changed(self) -> Numbers:
        """Everybody whose rating may differ from before: who left, and who played from the first change on."""
        rest = self.entries.part(min(self.first_change, len(self.entries)), len(self.entries))
        return np.concatenate([self.gone, rest.players])


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
    at = 0
    for run in _runs(pieces):
        snapshot = state.packed() if at else None
        entries = Entries.joined([piece.entries for piece in run])
        outcomes = play(entries, state, parameters)
        seat = 0
        for piece in run:
            end = seat + len(piece.entries.players)
            if at >= unchanged:
                packed = packed_outcomes(outcomes[seat:end])
                blocks.append(
                    BlockResult.of(
                        piece.number, piece.entries, packed, changed=piece.changed, snapshot=snapshot
                    )
                )
            elif snapshot and piece.number:
                snapshots[piece.number] = snapshot
            snapshot, seat, at = None, end, at + 1
    return blocks, snapshots


def _runs(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Pieces from one snapshot to the next: every so many games, and before the last piece."""
    run: list[Piece] = []
    games = 0
    for piece in pieces:
        if run and (games >= GAMES_BETWEEN_SNAPSHOTS or piece is pieces[-1]):
            yield run
            run, games = [], 0
        run.append(piece)
        games += len(piece.entries)
    if run:
        yield run
