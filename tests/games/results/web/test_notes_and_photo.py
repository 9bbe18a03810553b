"""Notes, comments and the photo may name anybody who sat there: they are for those who read every name."""

from dataclasses import replace

import pytest
from django.urls import reverse

from games.clubs.enums import Role
from games.players.models import Player
from games.results.models import GamePhoto
from games.results.services.clubs import Sitter, adopt_game
from games.results.services.correct import correct_game
from games.results.services.photos import attach_photo
from games.results.services.proofs import Proof, token_for
from games.results.services.results import Person
from tests.factories.clubs import GuestMembershipFactory, MembershipFactory, member_of
from tests.factories.games import PLAYED, recorded_game, two_seats
from tests.games.results.share.test_names import text_at
from tests.games.results.web.test_photos import picture

pytestmark = pytest.mark.django_db

SECRET = "Gus Guest"
BEFORE, AFTER, COMMENT = f"{SECRET} was early", f"{SECRET} was late", f"{SECRET} told us"


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def guest(club):
    return GuestMembershipFactory(club=club, player__name=SECRET).player


@pytest.fixture
def noted(club, ailsa, guest):
    """A guest's game with notes, a correction of them, and a photo."""
    people = [Person(player=ailsa), Person(player=guest)]
    game = recorded_game(
        *people, club=club, recorder=ailsa.account, circumstances=replace(PLAYED, notes=BEFORE)
    )
    game = correct_game(
        game=game,
        expected_version=1,
        sheet=two_seats(),
        circumstances=replace(PLAYED, notes=AFTER),
        people=people,
        actor=ailsa.account,
        comment=COMMENT,
    )
    attach_photo(actor=ailsa.account, game=game, upload=picture(size=(30, 10)))
    return game


def places(game):
    """Everywhere a reader could meet the notes, by what of them stands there."""
    public_id = game.public_id
    return {
        game.get_absolute_url(): [AFTER, "photo.jpg"],
        f"/games/{public_id}/history/": [BEFORE, AFTER, COMMENT],
        f"/api/v1/games/{public_id}/": [AFTER],
        f"/api/v1/games/{public_id}/history/": [BEFORE, AFTER, COMMENT],
    }


def files(game):
    return {f"/export/games.{form}": [AFTER] for form in ("csv", "jsonl", "bgstats")}


def read(client, address):
    response = client.get(address)
    assert response.status_code == 200, address
    return b"".join(response).decode()


def photo_at(client, game, query=""):
    return client.get(f"/games/{game.public_id}/photo.jpg{query}").status_code


def test_whoever_reads_every_name_reads_them(client, noted, club, ailsa):
    for reader in (ailsa.account, member_of(club)):
        client.force_login(reader)
        for address, texts in (places(noted) | files(noted)).items():
            text = read(client, address)
            assert [part for part in texts if part not in text] == [], address
        assert photo_at(client, noted) == 200


def test_strangers_meet_none_of_it(client, noted):
    stranger = MembershipFactory().player.account
    for reader, addresses in ((None, places(noted)), (stranger, places(noted) | files(noted))):
        if reader:
            client.force_login(reader)
        for address in addresses:
            # The history is refused altogether.
            text = b"".join(client.get(address)).decode()
            assert SECRET not in text, address
            assert "photo.jpg" not in text, address
        assert photo_at(client, noted) == 403


def test_one_hidden_name_is_enough(client, noted, club, guest):
    guest.visibility = "hidden"
    guest.save()
    client.force_login(member_of(club))
    for address in places(noted) | files(noted):
        assert SECRET not in read(client, address), address
    assert photo_at(client, noted) == 404
    client.force_login(member_of(club, Role.SCOREKEEPER))
    assert photo_at(client, noted) == 200


def test_who_follows_the_link_of_the_table_reads_every_name_and_so_the_notes(client, noted, ailsa):
    """The photo is for the club's members all the same."""
    client.force_login(ailsa.account)
    link = client.get(noted.get_absolute_url()).context["sharing"].link
    client.logout()
    page = read(client, link)
    assert AFTER in page
    assert "photo.jpg" not in page
    assert photo_at(client, noted, f"?{link.partition('?')[2]}") == 403


def test_a_typed_name_leaves_the_history_with_the_person(client, club):
    """Saved into a club, what was typed is the name of a guest."""
    game = recorded_game(Person(name=SECRET), Person(name="Rory"), edit_secret="a secret")
    mine = reverse("games:mine", args=[game.public_id, token_for(game.seats.get(index=0), game)])
    client.post(mine, {"do": "confirm", "version": 1})
    assert game.verdicts.get().name == SECRET
    sitters = {0: Sitter(new_guest=True), 1: Sitter(new_guest=True)}
    adopt_game(
        actor=member_of(club, Role.SCOREKEEPER),
        game=game,
        expected_version=1,
        club=club,
        sitters=sitters,
        proof=Proof(edit_secret="a secret"),
    )
    # Another browser: the one that confirmed has nothing to do with who reads.
    client.cookies.clear()
    addresses = [f"/games/{game.public_id}/history/", f"/api/v1/games/{game.public_id}/history/"]
    client.force_login(member_of(club))
    assert all(SECRET in read(client, address) for address in addresses)
    Player.objects.filter(name=SECRET).update(visibility="hidden")
    assert not any(SECRET in read(client, address) for address in addresses)
    client.force_login(member_of(club, Role.SCOREKEEPER))
    assert all(SECRET in read(client, address) for address in addresses)


def test_whoever_corrects_without_reading_them_keeps_them(client, noted, club, guest, ailsa):
    """The recorder did not sit there and keeps no scores."""
    guest.visibility = "hidden"
    guest.save()
    recorder = member_of(club)
    noted.recorded_by = recorder
    noted.save()
    client.force_login(recorder)
    address = f"/api/v1/games/{noted.public_id}/sheet/"
    sheet = client.get(address)
    changed = sheet.json()["sheet"]
    changed["seats"][0]["hops"] += 1
    body = {"sheet": changed, "played_on": "2026-05-02", "notes": "Mine"}
    answer = client.put(address, body, content_type="application/json", headers={"if-match": sheet["ETag"]})
    assert answer.status_code == 200
    noted.refresh_from_db()
    assert noted.notes == AFTER
    assert SECRET not in read(client, f"/games/{noted.public_id}/edit/")


def test_the_photo_is_replaced_by_whoever_may_correct_without_being_shown(client, noted, club, guest):
    guest.visibility = "hidden"
    guest.save()
    recorder = member_of(club)
    noted.recorded_by = recorder
    noted.save()
    client.force_login(recorder)
    page = read(client, noted.get_absolute_url())
    assert "Another photo" in page
    assert "photo.jpg" not in page
    client.post(f"/games/{noted.public_id}/photo/", {"remove": "1"})
    assert not GamePhoto.objects.exists()


def test_the_printed_sheet_has_the_notes_for_the_same_people(client, noted, ailsa):
    address = reverse("games:pdf", args=[noted.public_id])
    assert SECRET not in text_at(client, address)
    client.force_login(ailsa.account)
    assert AFTER in text_at(client, address)
