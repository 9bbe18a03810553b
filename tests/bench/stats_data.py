"""Many light games for the measurements of statistics: full rows, but only a few thousand different sheets."""

import json
import random
import zlib
from datetime import UTC, date, datetime, timedelta
from typing import Any

SHEETS = 2_000
BATCH = 5_000
# So many are put together here; beyond them the database copies its own rows, which takes a tenth of the time.
INVENTED = 50_000
PLAYERS = 5_000
CLUBS = 40
FIRST_DAY = date(2016, 1, 1)
DAYS = 3_900


def seed(games: int) -> None:
    """Straight into the tables: services would take an hour for a million."""
    from django.db import connection, transaction

    from games.clubs.models import Club
    from games.players.models import Player
    from games.results.demo import _invent

    rng = random.Random(1886)
    players = Player.objects.bulk_create([Player(name=f"Player {number}") for number in range(PLAYERS)])
    clubs = Club.objects.bulk_create(
        [
            Club(
                name=f"Club {number}",
                slug=f"club-{number}",
                visibility="private" if number % 10 == 0 else "public",
            )
            for number in range(CLUBS)
        ]
    )
    sheets = [_invent(rng) for _ in range(SHEETS)]
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA synchronous=OFF")
    invented = min(games, INVENTED)
    for start in range(1, invented + 1, BATCH):
        with transaction.atomic():
            _store(rng, range(start, min(start + BATCH, invented + 1)), sheets, players, clubs)
    for offset in range(INVENTED, games, INVENTED):
        with transaction.atomic():
            _copy(offset, min(INVENTED, games - offset))
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT setval(pg_get_serial_sequence('results_game', 'id'), %s)", [games])


def rate_tables() -> None:
    """A strength for every table, so that filters by it have something to look at; which one does not matter."""
    import numpy as np

    from games.stats.index.segment import digest_of
    from games.stats.index.snapshot import GAMES_IN_SEGMENT
    from games.stats.models import StatsSegment, TableRatingSegment

    rng = np.random.default_rng(1886)
    rows = []
    for system, number in StatsSegment.objects.values_list("system", "number"):
        data = rng.integers(1_300, 1_700, GAMES_IN_SEGMENT).astype("<i2").tobytes()
        rows.append(
            TableRatingSegment(
                system=system, number=number, digest=digest_of(data), content=zlib.compress(data, 1)
            )
        )
    TableRatingSegment.objects.bulk_create(rows, batch_size=100)


def _store(rng: random.Random, keys: Any, sheets: list[Any], players: list[Any], clubs: list[Any]) -> None:
    from django.utils import timezone

    from games.results.demo import OPTION, SEAT, VERSION, _insert
    from games.results.models import Game, GameOption, Seat, SheetVersion

    now = timezone.now()
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    games, seats, versions, options = [], [], [], []
    for key in keys:
        sheet = rng.choice(sheets)
        games.append(
            Game(
                pk=key,
                public_id=f"{key:010d}",
                system=sheet.scored.system,
                engine_version=sheet.scored.breakdown.version,
                state="confirmed",
                club=rng.choice(clubs),
                played_on=FIRST_DAY + timedelta(days=rng.randrange(DAYS)),
                version=1,
                seat_count=len(sheet.seats),
                margin=sheet.scored.breakdown.margin,
                best_total=max(seat["total"] for seat in sheet.seats),
                submitted_at=moment,
            )
        )
        seated = rng.sample(players, len(sheet.seats))
        seats += [
            (
                key, index, seat["is_bot"], None if seat["is_bot"] else player.pk, player.name, seat["faction"],
                seat["total"], seat["rank"], lines,
            )
            for index, (seat, lines, player) in enumerate(zip(sheet.seats, sheet.line_texts, seated, strict=True))
        ]  # fmt: skip
        versions.append((key, 1, 1, "recorded", sheet.sheet_text, json.dumps({}), "", "", now))
        options += [(key, name, value) for name, value in sheet.options.items()]
    Game.objects.bulk_create(games, batch_size=500)
    _insert(Seat, SEAT, seats)
    _insert(SheetVersion, VERSION, versions)
    _insert(GameOption, OPTION, options)


def _copy(offset: int, count: int) -> None:
    """The first so many games once more, under row numbers moved by the offset and with everybody moved on by some
    players: repeated with the same people they would be games without any luck, which no fit expects.
    """
    from django.db import connection

    from games.results.models import Game, GameOption, Seat, SheetVersion

    padded = "printf('%%010d', id + %s)"
    if connection.vendor == "postgresql":
        padded = "lpad((id + %s)::text, 10, '0')"
    # The players are the first rows of their table; 50,000 games move them on by seven.
    other = f"(player_id + 7 * (%s / {INVENTED})) %% {PLAYERS} + 1"
    moved = {
        Game: {"id": "id + %s", "public_id": padded},
        Seat: {"game_id": "game_id + %s", "player_id": other},
    }
    quote = connection.ops.quote_name
    for model in (Game, Seat, SheetVersion, GameOption):
        own = moved.get(model, {"game_id": "game_id + %s"})
        columns = [
            field.column for field in model._meta.concrete_fields if model is Game or field.column != "id"
        ]
        taken = ", ".join(own.get(column, quote(column)) for column in columns)
        names = ", ".join(map(quote, columns))
        key = "id" if model is Game else "game_id"
        table = quote(model._meta.db_table)
        # Our own names; the numbers are parameters.
        statement = f"INSERT INTO {table} ({names}) SELECT {taken} FROM {table} WHERE {key} <= %s"
        with connection.cursor() as cursor:
            cursor.execute(statement, [*[offset] * len(own), count])
