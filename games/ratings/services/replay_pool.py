"""Replay a pool, all of it or from the nearest snapshot before a change.

Either way the result is the same to the last bit; tests compare them.
"""

from datetime import date

import numpy as np
from django.db.models import QuerySet

from games.ratings import engine
from games.ratings.engine import Parameters
from games.ratings.models import Block, ChangedGame, Pool, Snapshot
from games.ratings.models.blobs import raw_rows
from games.ratings.replay.entries import Entries, Numbers
from games.ratings.replay.state import State, distinct
from games.ratings.scopes import PoolKey
from games.ratings.selectors.entries import all_entries, entries_of
from games.ratings.services.pieces import BLOCK, Piece, cut, mended, players_changed, replayed
from games.ratings.services.publication import Publication

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
    return made_by == (engine.NAME, engine.VERSION, PARAMETERS)


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
