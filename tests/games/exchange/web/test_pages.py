"""The pages of an import, as a person goes through them."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.clubs.enums import Role
from games.exchange.enums import ImportState
from games.exchange.models import ImportBatch, ImportName
from games.exchange.services.imports import KEPT, tidy_imports
from games.results.models import Game
from tests.factories.clubs import member_of
from tests.games.exchange.conftest import bgstats_file, imported

pytestmark = pytest.mark.django_db(transaction=True)


def upload(client, content, club="leith-traders", name="BGStatsExport.json", **fields):
    return client.post(
        "/import/", {"file": SimpleUploadedFile(name, content), "club": club, "form": ""} | fields
    )


def test_upload_look_match_import(client, club, keeper, ailsa):
    client.force_login(keeper)
    started = upload(client, bgstats_file(("p1", "2026-05-02", [120, 110]), players=("Ally", "Rory")))
    address = started.url
    page = client.get(address).content.decode()
    for text in ("Ally 120 · Rory 110", "2 names are not matched yet", "Clans of Caledonia"):
        assert text in page
    names = client.get(f"{address}names/").content.decode()
    assert "Ailsa Muir" in names
    batch = ImportBatch.objects.get()
    ally = batch.names.get(spelling="Ally")
    client.post(f"{address}names/", {f"name-{ally.pk}": "ailsa muir"})
    client.post(f"{address}run/", {"unknown_names": "names"})
    report = client.get(address).content.decode()
    game = Game.objects.get()
    assert game.get_absolute_url() in report
    assert [(seat.player, seat.name) for seat in game.seats.all()] == [(ailsa, "Ailsa Muir"), (None, "Rory")]
    assert "BGStatsExport.json" in client.get("/import/").content.decode()


@pytest.mark.parametrize(
    ("content", "fields", "message"),
    [
        (b"", {}, "empty"),
        (b"x", {"club": "elsewhere"}, "Select a valid choice"),
        (b"x", {"form": "pdf"}, "Select a valid choice"),
    ],
)
def test_mistakes_are_told_at_the_field(client, club, keeper, content, fields, message):
    client.force_login(keeper)
    answer = upload(client, content, **fields)
    assert answer.status_code == 422
    assert message in answer.content.decode()
    assert not ImportBatch.objects.exists()


def test_a_file_that_is_none_says_why(client, club, keeper):
    client.force_login(keeper)
    page = client.get(upload(client, b"{").url).content.decode()
    assert "This is not JSON, or the file is cut off." in page


def test_rows_by_kind_and_what_is_wrong_with_them(client, club, keeper):
    client.force_login(keeper)
    content = bgstats_file(("p1", "2026-05-02", [120, 110]), ("p2", "never", [1, 2]))
    address = upload(client, content).url
    assert "The date of play is missing" in client.get(f"{address}?kind=unreadable").content.decode()
    assert "The date of play is missing" not in client.get(f"{address}?kind=new").content.decode()


def test_it_can_be_stopped(client, club, keeper):
    client.force_login(keeper)
    address = upload(client, bgstats_file(("p1", "2026-05-02", [120, 110]))).url
    assert "Stopped." in client.post(f"{address}stop/", follow=True).content.decode()
    again = client.post(f"{address}stop/", follow=True).content.decode()
    assert "ended already" in again
    assert "Go on" in again


@pytest.mark.parametrize("path", ["", "progress/", "names/", "names/all/", "run/", "stop/"])
def test_nobody_else_has_a_part_in_it(client, club, keeper, path):
    batch = imported(keeper, club, bgstats_file(("p1", "2026-05-02", [120, 110])))
    address = f"{batch.get_absolute_url()}{path}"
    send = client.post if path in {"names/all/", "run/", "stop/"} else client.get
    assert send(address).url.startswith("/account/login/")
    client.force_login(member_of(club, Role.OWNER))
    assert send(address).status_code == 404


class TestNames:
    @pytest.fixture
    def address(self, client, club, keeper, ailsa):
        client.force_login(keeper)
        content = bgstats_file(("p1", "2026-05-02", [120, 110, 9]), players=("Ally", "Rory Kerr", "Éilidh"))
        return f"{upload(client, content).url}names/"

    def test_search_and_those_not_matched(self, client, address, ailsa):
        assert "Rory" not in client.get(f"{address}?name=eilidh").content.decode()
        assert "Éilidh" in client.get(f"{address}?name=eilidh").content.decode()
        ImportName.objects.filter(spelling="Ally").update(player=ailsa)
        left = client.get(f"{address}?unmatched=on").content.decode()
        assert "Ally" not in left
        assert "Rory Kerr" in left
        assert "no such name" in client.get(f"{address}?name=zzz").content.decode()

    def test_a_typed_name_that_means_nobody_stays_in_its_field(self, client, address, ailsa):
        ally, rory = (ImportName.objects.get(spelling=name) for name in ("Ally", "Rory Kerr"))
        answer = client.post(address, {f"name-{ally.pk}": "Ailsa Muir", f"name-{rory.pk}": "Nobody Known"})
        assert answer.status_code == 422
        assert "Nobody here has this name" in answer.content.decode()
        assert 'value="Nobody Known"' in answer.content.decode()
        ally.refresh_from_db()
        assert ally.player == ailsa

    def test_a_match_can_be_taken_back(self, client, address, ailsa):
        ally = ImportName.objects.get(spelling="Ally")
        ImportName.objects.filter(pk=ally.pk).update(player=ailsa)
        assert client.post(address, {f"name-{ally.pk}": ""}).status_code == 302
        ally.refresh_from_db()
        assert ally.player is None

    @pytest.mark.parametrize("answer", ["guests", "names"])
    def test_one_answer_for_everybody(self, client, address, answer):
        client.post(f"{address}all/", {"answer": answer})
        assert ImportBatch.objects.get().unknown_names == answer

    def test_members_who_came_since_are_found(self, client, club, address):
        member_of(club, name="Rory Kerr")
        page = client.post(f"{address}all/", {"answer": "match"}, follow=True).content.decode()
        assert "1 name was matched." in page
        assert ImportName.objects.get(spelling="Rory Kerr").player.name == "Rory Kerr"

    def test_numbers_of_others_are_nothing_here(self, client, club, address):
        other = member_of(club, Role.SCOREKEEPER)
        theirs = imported(other, club, bgstats_file(("x", "2026-05-02", [1, 2]))).names.first()
        client.post(address, {f"name-{theirs.pk}": "Ailsa Muir", "name-x": "y", "name-": "z"})
        theirs.refresh_from_db()
        assert theirs.player is None or theirs.player.name == theirs.spelling


def test_outside_clubs_one_says_which_name_is_ones_own(client, keeper):
    client.force_login(keeper)
    address = upload(client, bgstats_file(("p1", "2026-05-02", [9, 8])), club="").url
    name = ImportName.objects.get(spelling="Ailsa Muir")
    client.post(f"{address}names/", {f"name-{name.pk}": "Una Hay"})
    name.refresh_from_db()
    assert name.player == keeper.player


def test_how_far_it_is_is_asked_less_and_less_often(client, club, keeper):
    batch = imported(keeper, club, bgstats_file(("p1", "2026-05-02", [120, 110])))
    client.force_login(keeper)
    address = f"{batch.get_absolute_url()}progress/"
    assert client.get(address).headers["HX-Refresh"] == "true"
    ImportBatch.objects.update(state=ImportState.RUNNING)
    first = client.get(f"{address}?asked=0").content.decode()
    assert "delay:1s" in first
    assert "asked=1" in first
    assert "0 / 1" in first
    assert "Games of the file" not in first
    assert "delay:5s" in client.get(f"{address}?asked=900").content.decode()
    assert "asked=1" in client.get(f"{address}?asked=-x").content.decode()
    ImportBatch.objects.update(state=ImportState.READING, total=1200)
    assert "1,200 games so far" in client.get(address).content.decode()
    assert "Games of the file" not in client.get(batch.get_absolute_url()).content.decode()


def test_what_is_no_longer_kept_is_said(client, club, keeper):
    batch = imported(keeper, club, bgstats_file(("p1", "2026-05-02", [120, 110])))
    ImportBatch.objects.update(created_at=batch.created_at - 2 * KEPT)
    tidy_imports()
    client.force_login(keeper)
    page = client.get(batch.get_absolute_url()).content.decode()
    assert "no longer kept" in page
    assert "Go on" not in page
    assert client.get(f"{batch.get_absolute_url()}names/").url == batch.get_absolute_url()


def test_tables_to_fill_in(client, db):
    answer = client.get("/import/template/glen_more_2.csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="glen_more_2.csv"'
    assert client.get("/import/template/chess.csv").status_code == 404


@pytest.mark.parametrize("number", [1, 3])
def test_the_same_queries_for_any_number(client, club, keeper, number, django_assert_num_queries):
    plays = [(f"p{day}", f"2026-05-0{day}", [100 + day, 90]) for day in range(1, number + 1)]
    batches = [imported(keeper, club, bgstats_file(*plays)) for _ in range(number)]
    client.force_login(keeper)
    # Session, account, clubs to choose from, imports counted, imports.
    with django_assert_num_queries(5):
        client.get("/import/")
    # Session, account, import with club, rows, names without a meaning.
    with django_assert_num_queries(5):
        client.get(batches[0].get_absolute_url())
    # Session, account, import: the page asks for it again and again.
    with django_assert_num_queries(3):
        client.get(f"{batches[0].get_absolute_url()}progress/")
    # Session, account, import, names counted, names, members to choose from with spellings, those not matched.
    with django_assert_num_queries(8):
        client.get(f"{batches[0].get_absolute_url()}names/")


def test_the_page_of_a_game_offers_it_to_bg_stats(client, club, keeper):
    from tests.factories.games import recorded_game

    page = client.get(recorded_game(club=club).get_absolute_url()).content.decode()
    assert "https://app.bgstatsapp.com/createPlay.html?data=%7B%22sourceName%22%3A%22Caledonia%22" in page
