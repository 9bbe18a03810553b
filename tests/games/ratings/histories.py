"""Histories of games for tests: as columns, and as rows of the database."""

from datetime import date

import numpy as np
from hypothesis import strategies as st

from games.ratings.engine.games import RatedGames
from games.ratings.engine.packing import position_code
from games.ratings.engine.reference import Parameters
from games.ratings.engine.replay import play
from games.ratings.engine.state import State, distinct
from games.ratings.models import Pool, RatingSegment, Snapshot
from games.results.enums import GameState
from games.results.models import Game, Seat, SheetVersion

CLANS = ("campbell", "macdonald", "stewart")
FIRST_DAY = date(2026, 1, 1).toordinal()


def history(rng, *, games, players):
    """Columns of random games: 2 to 5 seats, some without a clan or turn order."""
    counts = rng.integers(2, 6, games)
    seats = int(counts.sum())
    chosen = np.concatenate([rng.permutation(players)[:count] + 1 for count in counts])
    turns = np.concatenate(
        [[position_code(seats=int(count), turn=turn + 1) for turn in range(count)] for count in counts]
    )
    return RatedGames(
        ids=np.arange(1, games + 1),
        finished=np.zeros(games, dtype=np.int64),
        days=(FIRST_DAY + np.arange(games) // 5).astype(np.int32),
        counts=counts.astype(np.uint8),
        players=chosen.astype(np.int32),
        clans=rng.integers(0, len(CLANS) + 1, seats).astype(np.uint8),
        positions=np.where(rng.random(seats) < 0.8, turns, 0).astype(np.uint8),
        places=rng.integers(1, 6, seats).astype(np.uint8),
        labels=CLANS,
    )


@st.composite
def histories(draw, *, most_games=60):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    return history(rng, games=draw(st.integers(1, most_games)), players=draw(st.integers(5, 15)))


def same(state: State, other: State) -> bool:
    """To the last bit."""
    names = ("players", "means", "variances", "used", "games", "last_days", "recent")
    return state.labels == other.labels and all(
        getattr(state, name).tobytes() == getattr(other, name).tobytes() for name in names
    )


def counted_game(*players, places=None, clans=(), turns=(), day=date(2026, 5, 2), **fields):
    """Rows of a counted game without a sheet's figures; what ratings read is all there."""
    places = places or range(1, len(players) + 1)
    game = Game.objects.create(
        **{
            "system": "clans_of_caledonia",
            "engine_version": "1",
            "state": GameState.CONFIRMED,
            "played_on": day,
            "seat_count": len(players),
            "submitted_at": "2026-05-02T21:00:00Z",
        }
        | fields
    )
    write_seats(game, players, places, clans)
    if turns:
        seats = [{"turn_order": turn} for turn in turns]
        SheetVersion.objects.create(game=game, number=1, cause="recorded", sheet={"seats": seats}, facts={})
    return game


def write_seats(game, players, places, clans=()):
    game.seats.all().delete()
    Seat.objects.bulk_create(
        Seat(
            game=game,
            index=index,
            player=player if player != "automa" else None,
            is_bot=player == "automa",
            faction=clans[index] if index < len(clans) else "",
            total=100 - place,
            rank=place,
        )
        for index, (player, place) in enumerate(zip(players, places, strict=True))
    )


def dump():
    """Everything the replay of every pool found out, however it is cut into segments; floats to the last bit."""
    pools = {}
    for pool in Pool.objects.order_by("key"):
        player_ratings = pool.player_ratings.order_by("player_id").values_list(
            "player_id",
            "rating",
            "deviation",
            "floor",
            "games",
            "last_played_on",
            "recent",
        )
        pools[pool.key] = {
            "about": (
                pool.engine,
                pool.engine_version,
                pool.parameters,
                pool.games,
                pool.players,
            ),
            "clans": pool.clans,
            "positions": pool.positions,
            "player_ratings": list(player_ratings),
            "games": games_in_segments(pool),
        }
    return pools


def games_in_segments(pool):
    from games.ratings.selectors.games import SegmentReader

    games = []
    for segment in RatingSegment.objects.filter(pool=pool).order_by("first_key"):
        reader = SegmentReader(segment.rated_games, segment.outcomes)
        keys = zip(*(reader.rated_games.columns[name] for name in ("days", "finished", "ids")), strict=True)
        rows = [(key, reader.seats(key[2])) for key in keys]
        assert len(rows) == segment.games
        assert rows[0][0][0] == segment.first_on.toordinal()
        assert rows[-1][0][0] == segment.last_on.toordinal()
        games += rows
    assert [key for key, _ in games] == sorted(key for key, _ in games)
    return games


def assert_snapshots_are_exact():
    """Each is, byte by byte, what all games before it lead to from nothing."""
    for snapshot in Snapshot.objects.select_related("segment"):
        earlier = RatingSegment.objects.filter(
            pool=snapshot.pool_id, first_key__lt=snapshot.segment.first_key
        )
        parts = [RatedGames.unpacked(segment.rated_games) for segment in earlier.order_by("first_key")]
        rated_games = RatedGames.joined(parts)
        state = State.fresh(
            players=distinct([rated_games.players]), labels=rated_games.labels, parameters=Parameters()
        )
        play(rated_games, state, Parameters(), compiled=False)
        assert bytes(snapshot.state) == state.packed()
