"""Write what a replay found out; runs in the transaction that removes the marks."""

from dataclasses import asdict

from games.ratings import engine
from games.ratings.models import Block, ChangedGame, Pool, Snapshot
from games.ratings.scopes import PoolKey
from games.ratings.services.pieces import GAMES_BETWEEN_SNAPSHOTS
from games.ratings.services.publication import BlockResult, Publication
from games.ratings.services.replay_pool import PARAMETERS, replay_pool
from games.ratings.services.write_rows import update_outcomes, write_snapshot, write_standings

ROWS_PER_DELETE = 500


def publish_ratings(publication: Publication) -> None:
    """One writer at a time gets here (the job's state row is locked). If another has published since this result
    was begun, it is worthless: it went on from what is no longer there. Then everything is replayed now, under
    the lock, with what is true now.
    """
    pool = Pool.objects.select_for_update().filter(key=publication.key).first()
    if publication.token != (pool.token if pool else None):
        publication = replay_pool(key=publication.key, since=publication.since)
    _forget_notes(publication.seen)
    if not publication.games:
        if pool:
            pool.delete()
        return
    pool = _pool(publication, pool)
    if publication.from_nothing:
        pool.blocks.all().delete()
        pool.standings.all().delete()
    _write_blocks(pool, publication)
    write_standings(pool, publication.state, publication.touched)
    pool.players = pool.standings.count()
    pool.save()


def _forget_notes(seen: list[int]) -> None:
    for start in range(0, len(seen), ROWS_PER_DELETE):
        ChangedGame.objects.filter(pk__in=seen[start : start + ROWS_PER_DELETE]).delete()


def _pool(publication: Publication, pool: Pool | None) -> Pool:
    """The pool's row as it is after the replay; saved already when it is new."""
    key = PoolKey.parse(publication.key)
    pool = pool or Pool.objects.create(key=publication.key, system=key.system, scope=key.scope)
    pool.engine, pool.engine_version = engine.NAME, engine.VERSION
    pool.parameters = asdict(PARAMETERS)
    pool.games = publication.games
    pool.clans, pool.positions = publication.state.clan_beliefs(), publication.state.position_beliefs()
    pool.token += 1
    return pool


def _write_blocks(pool: Pool, publication: Publication) -> None:
    if publication.stale_after is not None:
        Snapshot.objects.filter(pool=pool, block__first_key__gt=publication.stale_after).delete()
    Block.objects.filter(pk__in=publication.dropped).delete()
    new = [block for block in publication.blocks if block.number is None]
    rows = [(block.number, block) for block in publication.blocks if block.number is not None]
    update_outcomes([(number, block.outcomes) for number, block in rows if block.entries is None])
    for number, block in rows:
        if block.entries is not None:
            Block.objects.filter(pk=number).update(**_columns(block))
    created = Block.objects.bulk_create([Block(pool=pool, **_columns(block)) for block in new], batch_size=50)
    numbers = {id(block): row.pk for block, row in zip(new, created, strict=True)}
    snapshots = dict(publication.snapshots)
    for block in publication.blocks:
        if block.snapshot is not None:
            snapshots[block.number or numbers[id(block)]] = block.snapshot
    if snapshots:
        _write_snapshots(pool, snapshots)


def _write_snapshots(pool: Pool, snapshots: dict[int, bytes]) -> None:
    Snapshot.objects.filter(block__in=list(snapshots)).delete()
    # One at a time: each may be megabytes.
    for number, state in snapshots.items():
        write_snapshot(pool, number, state)
    # What was there only because its block was the last one goes when there is a later block.
    blocks = list(pool.blocks.order_by("first_key").values_list("pk", "games"))
    there = set(pool.snapshots.values_list("block_id", flat=True))
    games, superfluous = 0, []
    for number, count in blocks[:-1]:
        if number in there and games < GAMES_BETWEEN_SNAPSHOTS:
            superfluous.append(number)
        elif number in there:
            games = 0
        games += count
    Snapshot.objects.filter(block__in=superfluous).delete()


def _columns(block: BlockResult) -> dict[str, object]:
    return {
        "first_key": block.first_key,
        "first_on": block.first_on,
        "last_on": block.last_on,
        "games": block.games,
        "entries": block.entries,
        "outcomes": block.outcomes,
    }
