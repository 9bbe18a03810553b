"""From a file to games: read, told, recorded once, whatever happens in between."""

from dataclasses import replace
from datetime import date

import pytest
from django.core.management import call_command

from caledonia_site.common.errors import NotAllowedError
from caledonia_site.common.jobs.tasks import sweep
from games.clubs.enums import Role
from games.clubs.models import Membership, PlayerAlias
from games.exchange.enums import ImportState, RowKind, RowState, UnknownNames
from games.exchange.models import ImportedGame
from games.exchange.services import imports, rows
from games.exchange.services.errors import NotReadyError, TooManyImportsError
from games.exchange.services.imports import cancel_import, run_import
from games.exchange.services.names import choose_dimension, choose_player
from games.results.enums import GameState
from games.results.models import Game, Seat
from games.results.services.results import Person
from tests.factories.clubs import member_of
from tests.factories.games import PLAYED, recorded_game
from tests.games.exchange.conftest import bgstats_file, imported

pytestmark = pytest.mark.django_db(transaction=True)


def kinds(batch):
    return [row.kind for row in batch.rows.order_by("number")]


def run(batch, *, takes_doubtful=False, unknown_names=UnknownNames.GUESTS):
    run_import(actor=batch.account, batch=batch, takes_doubtful=takes_doubtful, unknown_names=unknown_names)
    batch.refresh_from_db()


def test_a_file_is_read_told_and_recorded(club, keeper, ailsa):
    batch = imported(keeper, club, bgstats_file(("p1", "2026-05-02", [120, 110])))
    batch.refresh_from_db()
    assert (batch.state, kinds(batch)) == (ImportState.READY, [RowKind.NEW])
    assert {name.spelling: name.player for name in batch.names.all()} == {
        "Ailsa Muir": ailsa,
        "Rory Kerr": None,
    }
    assert not Game.objects.exists()
    run(batch)
    assert batch.state == ImportState.DONE
    game = Game.objects.get()
    assert (game.club, game.played_on, game.totals_only, game.state) == (
        club, date(2026, 5, 2), True, GameState.CONFIRMED,
    )  # fmt: skip
    assert list(game.seats.values_list("name", "total", "rank", "faction")) == [
        ("Ailsa Muir", 120, 1, "campbell"),
        ("Rory Kerr", 110, 2, "macewen"),
    ]
    assert Membership.objects.filter(club=club, player__name="Rory Kerr", player__account=None).exists()


def test_the_same_file_again_adds_nothing(club, keeper):
    content = bgstats_file(("p1", "2026-05-02", [120, 110]), ("p2", "2026-05-09", [99, 101]))
    run(imported(keeper, club, content))
    again = imported(keeper, club, content)
    assert kinds(again) == [RowKind.KNOWN, RowKind.KNOWN]
    run(again)
    assert Game.objects.count() == 2


def test_two_people_logged_the_same_evening(club, keeper):
    run(imported(keeper, club, bgstats_file(("mine", "2026-05-02", [120, 110]))))
    batch = imported(
        keeper, club, bgstats_file(("yours", "2026-05-03", [120, 110]), players=("Ailsa", "Rory"))
    )
    (row,) = batch.rows.all()
    assert (row.kind, row.reason["code"]) == (RowKind.DOUBTFUL, "same_result_there")
    run(batch)
    assert Game.objects.count() == 1
    with pytest.raises(NotReadyError):
        run(batch, takes_doubtful=True)


def test_doubtful_games_come_in_when_somebody_says_so(club, keeper):
    content = bgstats_file(("same", "2026-05-02", [120, 110]), ("same", "2026-06-02", [1, 2]))
    batch = imported(keeper, club, content)
    assert kinds(batch) == [RowKind.NEW, RowKind.DOUBTFUL]
    run(batch, takes_doubtful=True)
    assert list(batch.rows.order_by("number").values_list("state", flat=True)) == [
        RowState.IMPORTED,
        RowState.FAILED,
    ]
    assert batch.rows.get(number=2).reason["code"] == "imported_before"
    assert Game.objects.count() == ImportedGame.objects.count() == 1


def test_whoever_is_matched_is_remembered(club, keeper, ailsa):
    batch = imported(keeper, club, bgstats_file(("p1", "2026-05-02", [9, 8]), players=("Ally", "Rory Kerr")))
    choose_player(actor=batch.account, name=batch.names.get(spelling="Ally"), player=ailsa)
    run(batch)
    assert Seat.objects.get(index=0).player == ailsa
    assert PlayerAlias.objects.get(club=club).spelling == "Ally"
    later = imported(keeper, club, bgstats_file(("p2", "2026-05-09", [7, 8]), players=("ALLY", "Rory Kerr")))
    assert later.names.get(spelling="ALLY").player == ailsa


def test_so_are_spellings_of_clans(club, keeper):
    first = imported(keeper, club, bgstats_file(("p1", "2026-05-02", [9, 8, 7]), players=("A", "B", "C")))
    name = first.names.get(spelling="Le clan Stewart")
    choose_dimension(actor=keeper, name=name, dimension="stewart")
    run(first)
    assert Seat.objects.get(index=2).faction == "stewart"
    later = imported(keeper, club, bgstats_file(("p2", "2026-05-09", [5, 4, 3]), players=("A", "B", "C")))
    assert later.names.get(spelling="Le clan Stewart").dimension == "stewart"


def test_strangers_of_the_club_are_matched_with_nobody(club, keeper):
    stranger = member_of(recorded_game(club=None).club or _other_club()).player
    batch = imported(keeper, club, bgstats_file(("p1", "2026-05-02", [9, 8])))
    with pytest.raises(NotAllowedError):
        choose_player(actor=batch.account, name=batch.names.first(), player=stranger)


def _other_club():
    from tests.factories.clubs import ClubFactory

    return ClubFactory()


def test_without_a_club_names_stay_names(keeper):
    batch = imported(keeper, None, bgstats_file(("p1", "2026-05-02", [9, 8]), players=("Una Hay", "Rory")))
    run(batch)
    game = Game.objects.get()
    assert [seat.player for seat in game.seats.all()] == [keeper.player, None]
    assert game.club is None


@pytest.mark.parametrize("role", [Role.MEMBER, None])
def test_only_scorekeepers_import_into_a_club(club, role):
    account = member_of(club, role) if role else member_of(_other_club())
    with pytest.raises(NotAllowedError):
        imported(account, club, bgstats_file())


def test_a_scorekeeper_who_is_none_any_more_imports_nothing(club, keeper):
    batch = imported(keeper, club, bgstats_file(("p1", "2026-05-02", [9, 8])))
    Membership.objects.filter(player=keeper.player).update(role=Role.MEMBER)
    with pytest.raises(NotAllowedError):
        run(batch)
    assert not Game.objects.exists()


def test_an_unreadable_file_says_why(club, keeper):
    batch = imported(keeper, club, b"{")
    batch.refresh_from_db()
    assert (batch.state, batch.reason["code"], bytes(batch.packed)) == (ImportState.REFUSED, "not_json", b"")


class TestInSteps:
    """With jobs that come one by one, as a worker takes them."""

    @pytest.fixture(autouse=True)
    def one_at_a_time(self, monkeypatch, settings):
        monkeypatch.setattr(imports, "STEP", 2)
        monkeypatch.setattr("caledonia_site.common.jobs.runner.ROUNDS", 1)
        # Messages get lost: only the sweep works.
        monkeypatch.setattr("caledonia_site.common.jobs.marks.dispatch", lambda **_: None)
        monkeypatch.setattr("caledonia_site.common.jobs.runner.dispatch", lambda **_: None)

    @pytest.fixture
    def batch(self, club, keeper):
        plays = [(f"p{day}", f"2026-05-{day:02}", [100 + day, 90]) for day in range(1, 6)]
        batch = imported(keeper, club, bgstats_file(*plays))
        sweep()
        run(batch)
        return batch

    def test_it_goes_on_where_it_was(self, batch):
        seen = []
        while batch.state == ImportState.RUNNING:
            sweep()
            batch.refresh_from_db()
            seen.append(Game.objects.count())
        assert seen == [2, 4, 5]
        assert batch.state == ImportState.DONE

    def test_it_can_be_stopped_and_resumed(self, batch):
        sweep()
        cancel_import(actor=batch.account, batch=batch)
        sweep()
        assert Game.objects.count() == 2
        run(batch)
        while batch.state == ImportState.RUNNING:
            sweep()
            batch.refresh_from_db()
        assert Game.objects.count() == ImportedGame.objects.count() == 5

    def test_a_worker_that_dies_leaves_nothing_half_done(self, batch, monkeypatch):
        real = rows.record_games

        def dying(**arguments):
            real(**arguments)
            raise RuntimeError("killed")

        monkeypatch.setattr(rows, "record_games", dying)
        sweep()
        assert Game.objects.count() == ImportedGame.objects.count() == 0
        monkeypatch.setattr(rows, "record_games", real)
        from caledonia_site.common.jobs.models import JobState

        JobState.objects.update(retry_at=None)
        while batch.state == ImportState.RUNNING:
            sweep()
            batch.refresh_from_db()
        assert Game.objects.count() == 5

    def test_one_import_at_a_time(self, batch, club, keeper):
        with pytest.raises(TooManyImportsError):
            imported(keeper, club, bgstats_file())


def test_a_totals_only_game_can_be_completed(client, club, keeper):
    run(imported(keeper, club, bgstats_file(("p1", "2026-05-02", [120, 110]))))
    game = Game.objects.get()
    client.force_login(keeper)
    assert client.get(game.get_absolute_url()).status_code == 200
    page = client.get(f"{game.get_absolute_url()}edit/")
    assert page.status_code == 200
    assert "Ailsa Muir" in page.content.decode()


def test_rebuilding_everything_leaves_imports_alone(club, keeper):
    run(imported(keeper, club, bgstats_file(("p1", "2026-05-02", [120, 110]))))
    call_command("rebuild", "--all")
    assert list(Seat.objects.values_list("total", flat=True)) == [120, 110]


def test_games_of_the_day_before_are_doubtful_only_with_the_same_points(club, keeper):
    recorded_game(
        Person(name="A"),
        Person(name="B"),
        club=club,
        circumstances=replace(PLAYED, played_on=date(2026, 5, 2)),
    )
    batch = imported(keeper, club, bgstats_file(("x", "2026-05-03", [84, 64]), ("y", "2026-05-03", [84, 65])))
    assert kinds(batch) == [RowKind.DOUBTFUL, RowKind.NEW]


def test_the_same_evening_in_another_club_is_doubtful(club, keeper):
    run(imported(keeper, club, bgstats_file(("p1", "2026-05-02", [120, 110]))))
    alone = imported(keeper, None, bgstats_file(("p1", "2026-05-02", [120, 110])))
    assert kinds(alone) == [RowKind.DOUBTFUL]


def test_a_game_that_contradicts_itself_is_for_a_person_to_look_at(club, keeper):
    table = (
        "game,system,played_on,player,total,place\n"
        "1,clans_of_caledonia,2026-05-02,Joe,99,1\n1,clans_of_caledonia,2026-05-02,Morag,101,2\n"
    )
    batch = imported(keeper, club, table.encode(), filename="games.csv")
    (row,) = batch.rows.all()
    assert (row.kind, row.reason["code"]) == (RowKind.DOUBTFUL, "contradicts_itself")
    assert [finding["code"] for finding in row.findings] == ["places_contradict"]
