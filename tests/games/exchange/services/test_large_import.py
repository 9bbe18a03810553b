"""A file with many games: the same result in few queries, whatever happens on the way."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from caledonia_site.celery import app
from caledonia_site.common.jobs.models import DirtyMark
from caledonia_site.common.jobs.runner import attempt, due_pieces, work_off
from games.clubs.models import Membership
from games.exchange.enums import ImportState, News, RowKind, RowState, UnknownNames
from games.exchange.models import Delivery, ImportBatch, ImportedGame, ImportName, ImportRow
from games.exchange.services import imports, rows
from games.exchange.services.errors import NotReadyError
from games.exchange.services.imports import KEPT, ImportsTopic, cancel_import, run_import, tidy_imports
from games.exchange.services.webhooks import add_webhook
from games.ratings.models import ChangedGame, PlayerRating, Pool
from games.results.models import Game, Seat
from tests.bench.import_file import bgstats_file as large_file
from tests.factories.clubs import ClubFactory, member_of
from tests.games.exchange.conftest import bgstats_file, imported

pytestmark = pytest.mark.django_db(transaction=True)
# Two whole steps and a part of one.
GAMES, NAMES = 1_100, 200


@pytest.fixture
def quiet(monkeypatch):
    """Messages get lost: what is to be done is done by hand, a step at a time."""
    monkeypatch.setattr("caledonia_site.common.jobs.marks.nudge", lambda **_: None)
    monkeypatch.setattr("caledonia_site.common.jobs.runner.nudge", lambda **_: None)


def step(batch):
    assert attempt(ImportsTopic(), batch.public_id)
    batch.refresh_from_db()


def run(batch, **choices):
    run_import(
        actor=batch.account,
        batch=batch,
        **({"takes_doubtful": False, "unknown_names": UnknownNames.GUESTS} | choices),
    )
    batch.refresh_from_db()


def test_many_games_in_a_few_steps(club, keeper, quiet):
    batch = imported(keeper, club, large_file(games=GAMES, names=NAMES))
    step(batch)
    assert (batch.state, batch.total, batch.new) == (ImportState.READY, GAMES, GAMES)
    assert batch.names.count() == NAMES
    run(batch)
    queries = []
    while batch.state == ImportState.RUNNING:
        with CaptureQueriesContext(
            connection,
        ) as seen:
            step(batch)
        queries.append(len(seen))
        assert batch.imported == min(len(queries) * imports.STEP, GAMES)
    assert (batch.state, batch.imported, batch.failed) == (ImportState.DONE, GAMES, 0)
    assert Game.objects.count() == ImportedGame.objects.count() == GAMES
    assert Membership.objects.filter(club=club, player__account=None).count() == NAMES
    assert {row.game_id for row in batch.rows.all()} == set(Game.objects.values_list("pk", flat=True))
    # SQLite takes a thousand values in one statement, so a table of many columns needs more of them.
    assert max(queries) < (200 if connection.vendor == "sqlite" else 60), queries
    # One mark for each pool, not for each game; the jobs need one replay.
    pools = DirtyMark.objects.filter(topic="ratings", key__startswith="clans_of_caledonia/everyone")
    assert pools.count() == len(queries)
    while DirtyMark.objects.exclude(topic="imports").exists():
        sweep_by_hand()
    assert not ChangedGame.objects.exists()
    pool = Pool.objects.get(key=f"clans_of_caledonia/club:{club.public_id}")
    assert pool.games == Game.objects.filter(system="clans_of_caledonia", seat_count__gt=1).count()
    assert PlayerRating.objects.filter(pool=pool).count() > 0


def sweep_by_hand():
    for topic, key in due_pieces():
        work_off(topic=topic, key=key)


def test_a_killed_reader_begins_again(club, keeper, quiet, monkeypatch):
    monkeypatch.setattr(rows, "ROWS_AT_A_TIME", 2)
    plays = [(f"p{day}", f"2026-05-{day:02}", [100 + day, 90]) for day in range(1, 6)]
    batch = imported(keeper, club, bgstats_file(*plays))
    real, calls = rows._keep, []

    def dying(*arguments):
        real(*arguments)
        calls.append(1)
        if len(calls) == 2:
            raise RuntimeError("killed")

    monkeypatch.setattr(rows, "_keep", dying)
    assert not attempt(ImportsTopic(), batch.public_id)
    assert batch.rows.count() == 4
    monkeypatch.setattr(rows, "_keep", real)
    step(batch)
    assert (batch.state, batch.total, batch.rows.count()) == (ImportState.READY, 5, 5)
    assert list(batch.rows.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4, 5]


def test_stopped_while_it_is_read(club, keeper, quiet, monkeypatch):
    monkeypatch.setattr(rows, "ROWS_AT_A_TIME", 1)
    batch = imported(keeper, club, bgstats_file(("a", "2026-05-02", [9, 8]), ("b", "2026-05-03", [7, 8])))
    real = rows._keep

    def stopping(*arguments):
        real(*arguments)
        cancel_import(actor=batch.account, batch=batch)

    monkeypatch.setattr(rows, "_keep", stopping)
    step(batch)
    assert (batch.state, batch.reason["code"]) == (ImportState.REFUSED, "stopped")
    assert not ImportRow.objects.exists()


def test_a_file_that_breaks_off_leaves_nothing(club, keeper, quiet, monkeypatch):
    monkeypatch.setattr(rows, "ROWS_AT_A_TIME", 1)
    table = "game,system,played_on,player,total\n1,clans_of_caledonia,2026-05-02,Joe,99\n"
    batch = imported(keeper, club, table.encode() + b"2,\xff", filename="games.csv")
    step(batch)
    assert (batch.state, batch.reason["code"], batch.total) == (ImportState.REFUSED, "wrong_encoding", 0)
    assert not ImportRow.objects.exists()
    assert not ImportName.objects.exists()


def test_what_only_the_database_refuses_is_refused_alone(club, keeper, quiet, monkeypatch):
    """Somebody else imports one of the games at the same moment."""
    plays = [(f"p{day}", f"2026-05-{day:02}", [100 + day, 90]) for day in range(1, 4)]
    batch = imported(keeper, club, bgstats_file(*plays))
    step(batch)
    other = member_of(club)
    taken = Game.objects.create(
        system="clans_of_caledonia", engine_version="1", played_on=date(2026, 5, 2), seat_count=2,
        submitted_at=timezone.now(), club=club,
    )  # fmt: skip
    real, calls = rows.record_games, []

    def overtaken(**arguments):
        calls.append(len(arguments["played"]))
        # Once it takes all of ours back with it, then it is there to stay.
        if len(calls) <= 2:
            ImportedGame.objects.create(source="bgstats:p2", club=club, account=other, game=taken)
        return real(**arguments)

    monkeypatch.setattr(rows, "record_games", overtaken)
    run(batch)
    step(batch)
    assert (batch.state, batch.imported, batch.failed) == (ImportState.DONE, 2, 1)
    assert list(batch.rows.order_by("number").values_list("state", flat=True)) == [
        RowState.IMPORTED, RowState.FAILED, RowState.IMPORTED,
    ]  # fmt: skip
    assert batch.rows.get(number=2).reason["code"] == "imported_before"
    assert Game.objects.count() == 3
    assert Seat.objects.filter(name="Rory Kerr").values("player").distinct().count() == 1


def test_the_same_guests_for_all_games_of_a_step_and_the_next(club, keeper, quiet, monkeypatch):
    monkeypatch.setattr(imports, "STEP", 2)
    plays = [(f"p{day}", f"2026-05-{day:02}", [100 + day, 90]) for day in range(1, 4)]
    batch = imported(keeper, club, bgstats_file(*plays, players=("Ailsa", "rory@example.org")))
    step(batch)
    run(batch)
    step(batch)
    step(batch)
    assert batch.imported == 3
    guests = Membership.objects.filter(club=club, player__account=None)
    assert sorted(membership.player.name for membership in guests) == ["Ailsa", "rory"]
    assert Seat.objects.values("player").distinct().count() == 2


def test_webhooks_hear_of_every_game(club, keeper):
    owner = member_of(club, "owner")
    hook = add_webhook(
        actor=owner, club=club, url="https://example.org/hook", news=[News.SUBMITTED, News.CONFIRMED]
    )
    Delivery.objects.all().delete()
    batch = imported(keeper, club, bgstats_file(("a", "2026-05-02", [9, 8]), ("b", "2026-05-03", [7, 8])))
    run(batch)
    deliveries = [
        (
            delivery.news,
            delivery.body["game"]["state"],
            delivery.body["game"]["played_on"],
            len(delivery.body["game"]["seats"]),
        )
        for delivery in hook.deliveries.order_by("pk")
    ]
    assert deliveries == [
        ("game.submitted", "submitted", "2026-05-02", 2),
        ("game.submitted", "submitted", "2026-05-03", 2),
        ("game.confirmed", "confirmed", "2026-05-02", 2),
        ("game.confirmed", "confirmed", "2026-05-03", 2),
    ]


class TestTidying:
    @pytest.fixture
    def old(self, club, keeper):
        batch = imported(keeper, club, bgstats_file(("a", "2026-05-02", [9, 8]), ("b", "never", [7, 8])))
        run(batch)
        return batch

    def age(self, name):
        ImportBatch.objects.update(**{name: timezone.now() - KEPT - timedelta(days=1)})

    def test_rows_go_numbers_and_games_stay(self, old, club, keeper):
        assert tidy_imports() == 0
        self.age("finished_at")
        assert tidy_imports() == 1
        old.refresh_from_db()
        assert (old.total, old.new, old.unreadable, old.imported) == (2, 1, 1, 1)
        assert not ImportRow.objects.exists()
        assert not ImportName.objects.exists()
        assert tidy_imports() == 0
        again = imported(keeper, club, bgstats_file(("a", "2026-05-02", [9, 8])))
        assert [row.kind for row in again.rows.all()] == [RowKind.KNOWN]

    def test_one_that_was_never_run_is_given_up(self, club, keeper):
        batch = imported(keeper, club, bgstats_file(("a", "2026-05-02", [9, 8])))
        self.age("created_at")
        assert tidy_imports() == 1
        batch.refresh_from_db()
        assert batch.state == ImportState.CANCELLED
        with pytest.raises(NotReadyError):
            run(batch)

    def test_what_a_killed_worker_left_is_taken_next_time(self, old):
        self.age("finished_at")
        ImportBatch.objects.update(tidied_at=timezone.now())
        assert tidy_imports() == 1
        assert not ImportRow.objects.exists()

    def test_the_schedule_knows_the_task(self, old, settings):
        self.age("finished_at")
        app.loader.import_default_modules()
        app.tasks[settings.CELERY_BEAT_SCHEDULE["old imports"]["task"]]()
        assert not ImportRow.objects.exists()


def test_a_name_two_members_have_means_neither(club, keeper):
    for _ in range(2):
        member_of(club, name="Ailsa Muir")
    batch = imported(keeper, club, bgstats_file(("a", "2026-05-02", [9, 8])))
    assert batch.names.get(spelling="Ailsa Muir").player is None


def test_members_of_other_clubs_are_not_meant(club, keeper):
    member_of(ClubFactory(), name="Ailsa Muir")
    batch = imported(keeper, club, bgstats_file(("a", "2026-05-02", [9, 8])))
    assert batch.names.get(spelling="Ailsa Muir").player is None
