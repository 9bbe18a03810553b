"""Replay a pool, all of it or from the nearest snapshot before a change.

A pool's games are played in chunks, each of which becomes a segment. Whether all or only the later ones are played, the
result is the same to the last bit; tests compare them.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

import numpy as np
from django.db.models import QuerySet

from games.ratings.engine import reference
from games.ratings.engine.games import Numbers, RatedGames
from games.ratings.engine.reference import Parameters
from games.ratings.engine.replay import is_worth_compiling, packed_outcomes, play
from games.ratings.engine.state import State, distinct
from games.ratings.models import ChangedGame, Pool, RatingSegment, Snapshot
from games.ratings.models.storage import raw_rows
from games.ratings.scopes import PoolKey
from games.ratings.selectors.rated_games import all_rated_games, rated_games_of

GAMES_PER_SEGMENT = 1_000
LONGEST_SEGMENT = 2 * GAMES_PER_SEGMENT
# The compiled replay does so many games in less than a tenth of a second; a snapshot of many players is large.
GAMES_BETWEEN_SNAPSHOTS = 200_000
# The choice and the figures behind it are in docs/ratings.md.
PARAMETERS = Parameters()


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentResult:
    """A segment to write. `number` is its row, None for a new one; `rated_games` is None where they are as they were.
    A `snapshot` is the state before the segment.
    """

    number: int | None
    first_key: str
    first_on: date
    last_on: date
    games: int
    rated_games: bytes | None
    outcomes: bytes
    snapshot: bytes | None = None

    @classmethod
    def of(
        cls,
        number: int | None,
        rated_games: RatedGames,
        outcomes: bytes,
        *,
        changed: bool,
        snapshot: bytes | None = None,
    ) -> "SegmentResult":
        return cls(
            number=number,
            first_key=rated_games.key_of(0),
            first_on=date.fromordinal(int(rated_games.days[0])),
            last_on=date.fromordinal(int(rated_games.days[-1])),
            games=len(rated_games),
            rated_games=rated_games.packed() if changed else None,
            outcomes=outcomes,
            snapshot=snapshot,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """`token` is that of the pool the replay began from (None: there was none), `since` what it was asked for;
    `seen` are the notes of changed games it took into account.

    `state` is the state after the last game, `touched` the indices of the players whose ratings to write.
    `segments` are written; other segments stay, apart from `dropped` ones and unless the replay was `from_nothing`.
    Snapshots of segments behind the order key `stale_after` are void; `snapshots` are new ones of segments that stay.
    """

    key: str
    since: date | None
    token: int | None
    seen: list[int]
    games: int
    state: State
    touched: Numbers
    from_nothing: bool = False
    segments: list[SegmentResult] = field(default_factory=list)
    dropped: list[int] = field(default_factory=list)
    stale_after: str | None = None
    snapshots: dict[int, bytes] = field(default_factory=dict)


@dataclass(slots=True)
class Chunk:
    """`number` and `first_key` are those of its row, if it has one. `gone` are the players whose games left it, and
    `first_change` is the first game that is new or follows a game that left.
    """

    number: int | None
    rated_games: RatedGames
    first_key: str = ""
    changed: bool = False
    gone: Numbers = field(default_factory=lambda: np.empty(0, dtype=np.int32))
    first_change: int = 0


def players_changed(chunks: Sequence[Chunk]) -> list[Numbers]:
    """Everybody whose rating may differ from before: who left, and who played from the first change on. Behind the
    first of these chunks that is whoever plays at all, wherever a chunk's own first change may be.
    """
    players = []
    for at, chunk in enumerate(chunks):
        begin = 0 if at else min(chunk.first_change, len(chunk.rated_games))
        players += [chunk.gone, chunk.rated_games.part(begin, len(chunk.rated_games)).players]
    return players


def cut_games(rated_games: RatedGames, length: int) -> list[RatedGames]:
    return [
        rated_games.part(start, min(start + length, len(rated_games)))
        for start in range(0, len(rated_games), length)
    ]


def mend_chunks(chunks: Sequence[Chunk], numbers: Sequence[int], new: RatedGames) -> list[Chunk]:
    """Without the games of these numbers, and with the new ones where they belong.

    Whoever looked for the chunks saw to it that nothing before them changes, so a game earlier than all of them
    belongs into the first one. A chunk may come out empty.
    """
    for chunk in chunks:
        leaving = np.isin(chunk.rated_games.ids, numbers)
        if leaving.any():
            chunk.gone = chunk.rated_games.take(np.flatnonzero(leaving)).players
            chunk.first_change = int(np.argmax(leaving))
            chunk.rated_games = chunk.rated_games.take(np.flatnonzero(~leaving))
            chunk.changed = True
    first_keys = [chunk.first_key for chunk in chunks]
    homes = np.array(
        [max(bisect_right(first_keys, new.key_of(game)) - 1, 0) for game in range(len(new))], dtype=np.int64
    )
    for at in np.unique(homes).tolist():
        _take_in(chunks[at], new.take(np.flatnonzero(homes == at)))
    return [part for chunk in chunks for part in _split_long(chunk)]


def _take_in(chunk: Chunk, coming: RatedGames) -> None:
    chunk.rated_games = RatedGames.joined([chunk.rated_games, coming]).in_order()
    first = int(np.argmax(np.isin(chunk.rated_games.ids, coming.ids)))
    chunk.first_change = min(chunk.first_change, first) if chunk.changed else first
    chunk.changed = True


def _split_long(chunk: Chunk) -> Iterator[Chunk]:
    if len(chunk.rated_games) <= LONGEST_SEGMENT:
        yield chunk
        return
    first, *others = cut_games(chunk.rated_games, GAMES_PER_SEGMENT)
    rest = chunk.first_change
    yield Chunk(chunk.number, first, chunk.first_key, changed=True, gone=chunk.gone, first_change=rest)
    for rated_games in others:
        rest = max(rest - GAMES_PER_SEGMENT, 0)
        yield Chunk(None, rated_games, changed=True, first_change=rest)


def replay_chunks(
    chunks: Sequence[Chunk], state: State, parameters: Parameters, *, unchanged: int = 0
) -> tuple[list[SegmentResult], dict[int, bytes]]:
    """Play the chunks onto the state: the segments to write, and snapshots for segments that stay.

    Of so many chunks at the front nothing changed: they are played only for the state they lead to.
    """
    segments: list[SegmentResult] = []
    snapshots: dict[int, bytes] = {}
    compiled = is_worth_compiling(sum(len(chunk.rated_games) for chunk in chunks))
    games = 0
    for at, chunk in enumerate(chunks):
        snapshot = None
        if at and (games >= GAMES_BETWEEN_SNAPSHOTS or at == len(chunks) - 1):
            snapshot, games = state.packed(), 0
        outcomes = play(chunk.rated_games, state, parameters, compiled=compiled)
        games += len(chunk.rated_games)
        if at >= unchanged:
            segments.append(
                SegmentResult.of(
                    chunk.number,
                    chunk.rated_games,
                    packed_outcomes(outcomes),
                    changed=chunk.changed,
                    snapshot=snapshot,
                )
            )
        elif snapshot and chunk.number:
            snapshots[chunk.number] = snapshot
    return segments, snapshots


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
    rated_games = all_rated_games(PoolKey.parse(key))
    state = State.fresh(
        players=distinct([rated_games.players]), labels=rated_games.labels, parameters=PARAMETERS
    )
    segments, _ = replay_chunks(
        [Chunk(None, part, changed=True) for part in cut_games(rated_games, GAMES_PER_SEGMENT)],
        state,
        PARAMETERS,
    )
    return Publication(
        key=key,
        since=since,
        token=pool.token if pool else None,
        seen=seen,
        games=len(rated_games),
        state=state,
        touched=np.arange(len(state.players)),
        from_nothing=True,
        segments=segments,
    )


def _changed(pool: Pool, since: date, seen: list[int], numbers: list[int]) -> Publication:
    """Games added, taken out or corrected on the day `since` or later."""
    rows = RatingSegment.objects.filter(pool=pool).order_by("first_key")
    keys = rows.values_list("first_key", flat=True)
    first_key = keys.filter(last_on__gte=since).first() or keys.last()
    if first_key is None:
        return _from_nothing(pool.key, pool, since, seen)
    later = mend_chunks(
        _chunks(rows.filter(first_key__gte=first_key)),
        numbers,
        rated_games_of(PoolKey.parse(pool.key), numbers),
    )
    nearest = Snapshot.objects.filter(pool=pool, segment__first_key__lte=first_key).order_by(
        "-segment__first_key"
    )
    start, snapshot = next(iter(raw_rows(nearest.values_list("segment__first_key", "state")[:1])), ("", None))
    earlier = _chunks(rows.filter(first_key__gte=start, first_key__lt=first_key))
    return _from_snapshot(pool, snapshot, [*earlier, *later], since=since, seen=seen)


def _chunks(segments: QuerySet[RatingSegment]) -> list[Chunk]:
    rows = raw_rows(segments.values_list("pk", "first_key", "rated_games"))
    return [Chunk(number, RatedGames.unpacked(packed), first_key=key) for number, key, packed in rows]


def _from_snapshot(
    pool: Pool, snapshot: bytes | None, chunks: list[Chunk], *, since: date, seen: list[int]
) -> Publication:
    unchanged = next((at for at, chunk in enumerate(chunks) if chunk.changed), len(chunks))
    filled = [chunk for chunk in chunks if len(chunk.rated_games)]
    touched = distinct(players_changed(chunks[unchanged:]))
    state = _state(snapshot, filled, touched)
    segments, snapshots = replay_chunks(filled, state, PARAMETERS, unchanged=unchanged)
    earlier = RatingSegment.objects.filter(pool=pool, first_key__lt=chunks[0].first_key)
    return Publication(
        key=pool.key,
        since=since,
        token=pool.token,
        seen=seen,
        games=sum(earlier.values_list("games", flat=True)) + sum(len(chunk.rated_games) for chunk in filled),
        state=state,
        touched=state.index_of(touched),
        segments=segments,
        dropped=[chunk.number for chunk in chunks if chunk.number and not len(chunk.rated_games)],
        stale_after=chunks[unchanged].first_key if unchanged < len(chunks) else None,
        snapshots=snapshots,
    )


def _state(snapshot: bytes | None, chunks: list[Chunk], touched: Numbers) -> State:
    """As the snapshot has it, with room for everybody who comes later or no longer comes at all."""
    earlier = State.unpacked(snapshot, PARAMETERS) if snapshot else None
    players = [touched, *(chunk.rated_games.players for chunk in chunks)]
    labels = {label for chunk in chunks for label in chunk.rated_games.labels}
    if earlier:
        players.append(earlier.players)
        labels.update(earlier.labels)
    state = State.fresh(players=distinct(players), labels=tuple(sorted(labels)), parameters=PARAMETERS)
    if earlier:
        state.recall(earlier)
    return state
