"""One database with a large pool: how long until one change of the past is visible, and how much memory it takes.

`python -m tests.bench.ratings_scale seed FOLDER` puts a pool of a million invented games together as the job would have
left it (of the games themselves only the one exists that the job will read again), `... job FOLDER` measures in a
process of its own, so that its memory is the job's, and prints the figures as JSON. The database is the one of
`CALEDONIA_DATABASE_URL`, or SQLite in the folder.
"""

import json
import os
import resource
import sys
import time
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

GAMES = int(os.environ.get("CALEDONIA_BENCH_RATED_GAMES", "1000000"))
PLAYERS = max(100, GAMES // 20)
POOL = "clans_of_caledonia/everyone"
FIRST_DAY = date(2020, 1, 1).toordinal()
GAMES_A_DAY = max(1, GAMES // 2_000)


def main(phase: str, folder: str) -> None:
    set_up(folder)
    if phase == "seed":
        seed()
    else:
        print(json.dumps(measure()))


def set_up(folder: str) -> None:
    os.environ |= {"CALEDONIA_DATA_DIR": folder, "CALEDONIA_LOG_LEVEL": "WARNING"}
    os.environ["DJANGO_SETTINGS_MODULE"] = "caledonia_site.settings.test"
    import django
    from django.core.management import call_command

    django.setup()
    from django.conf import settings
    from django.db import connection

    if connection.vendor == "sqlite":
        connection.settings_dict["NAME"] = settings.DATABASES["default"]["NAME"] = f"{folder}/bench.sqlite3"
    call_command("migrate", verbosity=0)


def rated_games(games: int, players: int) -> Any:
    """Invented games, 2 to 4 seats, decided by strength, clan and luck."""
    import numpy as np

    from games.ratings.engine.games import RatedGames

    rng = np.random.default_rng(1886)
    counts = rng.integers(2, 5, games)
    seats = int(counts.sum())
    starts = np.cumsum(counts) - counts
    turn = np.arange(seats) - np.repeat(starts, counts)
    # Neighbours of a random start, at a random stride: nobody sits twice at a table.
    base = np.repeat(rng.integers(0, players, games), counts)
    stride = np.repeat(rng.integers(1, players // 4, games), counts)
    sitters = (base + turn * stride) % players + 1
    clans = rng.integers(0, 10, seats)
    score = rng.normal(size=players + 1)[sitters] + rng.normal(0, 0.2, 10)[clans] + rng.gumbel(size=seats)
    game = np.repeat(np.arange(games), counts)
    order = np.lexsort((-score, game))
    places = np.empty(seats, dtype=np.uint8)
    places[order] = turn + 1
    return RatedGames(
        ids=np.arange(1, games + 1),
        finished=np.zeros(games, dtype=np.int64),
        days=(FIRST_DAY + np.arange(games) // GAMES_A_DAY).astype(np.int32),
        counts=counts.astype(np.uint8),
        players=sitters.astype(np.int32),
        clans=clans.astype(np.uint8),
        positions=(np.repeat(counts, counts) << 4 | turn + 1).astype(np.uint8),
        places=places,
        labels=tuple(f"clan{number}" for number in range(1, 10)),
    )


def seed() -> None:
    invented = rated_games(GAMES, PLAYERS)
    seed_players()
    fill_pool(invented)
    seed_game(invented, GAMES // 2)


def measure() -> dict[str, Any]:
    from django.db import connection

    figures: dict[str, Any] = {"database": connection.vendor, "games": GAMES, "players": PLAYERS}
    if connection.vendor == "sqlite":
        # Pages of the database file that are mapped into memory belong to the system, which takes them back.
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA mmap_size = 0")
    # The first long replay of a process also loads the compiled kernel.
    figures["cold"] = edit()
    figures["edit"] = edit()
    figures["append"] = append()
    figures["memory_mib"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    figures["leaderboard_ms"] = leaderboard_ms()
    return figures


def seed_players() -> None:
    from django.db import connection

    from games.players.models import Player

    Player.objects.bulk_create(
        (Player(pk=number, name=f"Player {number}") for number in range(1, PLAYERS + 1)), batch_size=5_000
    )
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT setval(pg_get_serial_sequence('players_player', 'id'), %s)", [PLAYERS])


def fill_pool(invented: Any) -> None:
    """The pool as a rebuild leaves it."""
    from unittest.mock import patch

    from django.db import connection, transaction

    from games.ratings.services.publish import publish_ratings
    from games.ratings.services.replay import replay_pool

    with patch("games.ratings.services.replay.all_rated_games", lambda key: invented):
        publication = replay_pool(key=POOL, since=None)
    with transaction.atomic():
        publish_ratings(publication)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def seed_game(invented: Any, at: int) -> None:
    """The row and seats of one game of the pool."""
    first, count = int(invented.offsets[at]), int(invented.counts[at])
    game = new_game(int(invented.ids[at]), date.fromordinal(int(invented.days[at])), count, state="confirmed")
    seat_players(game, invented.players[first : first + count], invented.places[first : first + count])


def new_game(number: int, day: date, seats: int, **fields: Any) -> Any:
    from games.results.models import Game

    return Game.objects.create(
        pk=number,
        system="clans_of_caledonia",
        engine_version="1",
        settled=True,
        played_on=day,
        seat_count=seats,
        submitted_at="2026-01-01T00:00:00Z",
        **fields,
    )


def seat_players(game: Any, players: Any, places: Any) -> None:
    from games.results.models import Seat

    Seat.objects.bulk_create(
        Seat(game=game, index=index, player_id=int(player), total=0, rank=int(place))
        for index, (player, place) in enumerate(zip(players, places, strict=True))
    )


@contextmanager
def stopwatch() -> Any:
    """Seconds on the clock, and seconds of work: this process's and that of its PostgreSQL session."""
    taken: list[float] = []
    start, work = time.perf_counter(), time.process_time() + database_work()
    yield taken
    taken += [time.perf_counter() - start, time.process_time() + database_work() - work]


def database_work() -> float:
    from django.db import connection

    if connection.vendor != "postgresql":
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (process,) = cursor.fetchone()
    # The 14th and 15th fields, counted from behind the name, are clock ticks in user and system mode.
    ticks = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(int(tick) for tick in ticks) / os.sysconf("SC_CLK_TCK")


def edit() -> list[float]:
    """Correct a game in the middle: from the click to the new ratings.

    With the test settings the message of the commit is worked off at once, in this process.
    """
    from django.db import transaction
    from django.db.models import F

    from games.results.models import Game
    from games.results.services.status import refresh_state

    game = Game.objects.get(pk=GAMES // 2 + 1)
    before = player_ratings(game)
    with stopwatch() as taken:
        with transaction.atomic():
            # The winner was written down wrongly: the places go round.
            game.seats.update(rank=F("rank") % game.seat_count + 1)
            refresh_state(game, corrected=True, strictly=True)
        after = player_ratings(game)
    assert before != after
    return taken


def append() -> list[float]:
    """A new game after all others."""
    from django.db import transaction

    from games.results.services.status import refresh_state

    with stopwatch() as taken:
        with transaction.atomic():
            game = new_game(GAMES + 1, date.fromordinal(FIRST_DAY + 5_000), 2)
            seat_players(game, [1, 2], [1, 2])
            refresh_state(game)
        after = player_ratings(game)
    assert len(after) == 2
    return taken


def player_ratings(game: Any) -> list[Any]:
    from games.ratings.models import PlayerRating

    rows = PlayerRating.objects.filter(pool__key=POOL, player__seats__game=game).order_by("player_id")
    return list(rows.values_list("player_id", "rating"))


def leaderboard_ms() -> list[float]:
    """A page of the leaderboard as everybody sees it, with places and names: the first one and one far down."""
    from django.contrib.auth.models import AnonymousUser

    from caledonia_site.common.pagination import keyset_page
    from games.ratings.models import PlayerRating, Pool
    from games.ratings.selectors.leaderboard import ORDER, LeaderboardFilter, leaderboard

    pool = Pool.objects.get(key=POOL)
    player_ratings = PlayerRating.objects.filter(pool=pool)
    far_down = player_ratings.filter(floor__lte=player_ratings.best_first()[PLAYERS * 9 // 10].floor)
    down = keyset_page(far_down, order=ORDER, cursor="", size=1)
    taken_ms = []
    # The very first one also loads what pages need of the site.
    for cursor in ("", "", down.next_cursor):
        with stopwatch() as taken:
            board = leaderboard(
                pool=pool, viewer=AnonymousUser(), filters=LeaderboardFilter(), cursor=cursor, size=25
            )
        assert len(board.rows) == 25
        taken_ms.append(1_000 * taken[0])
    return taken_ms[1:]


if __name__ == "__main__":
    main(*sys.argv[1:])
