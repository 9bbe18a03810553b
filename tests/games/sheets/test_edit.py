"""Correcting a game on its sheet."""

import re
from dataclasses import replace

import pytest
from django.contrib.auth.models import AnonymousUser

from games.clubs.enums import Role
from games.results.models import Game
from games.results.services.record import record_game
from games.results.services.results import Person
from tests.factories.clubs import ClubFactory, GuestMembershipFactory, member_of
from tests.factories.games import PLAYED, clans_seat, clans_sheet, recorded_game, two_seats
from tests.factories.people import PlayerFactory
from tests.games.sheets.posting import new_address, posted_sheet, typed

pytestmark = pytest.mark.django_db

QUERIES_OF_A_CORRECTION = 8


def text_of(response):
    return re.sub(r"\s+", " ", response.content.decode())


def edit(game):
    return f"/games/{game.public_id}/edit/"


def correction(raw, *names, version=1, **more):
    return posted_sheet(raw, *names, action="record", expected_version=version, **more)


@pytest.fixture
def account():
    return PlayerFactory(name="Ailsa").account


@pytest.fixture
def game(account):
    return recorded_game(Person(player=account.player), Person(name="Rory"), recorder=account)


def test_the_sheet_shows_what_was_recorded(client, account, game):
    client.force_login(account)
    page = text_of(client.get(edit(game)))
    assert typed(page, "seats[0].glory") == "45"
    assert '<option value="campbell" selected>' in page
    assert 'value="Ailsa"' in page
    assert 'value="2026-05-02"' in page
    assert '<output class="seat-total number" data-total="0">84</output>' in page


@pytest.mark.parametrize("seats", [1, 3])
def test_queries_do_not_grow_with_the_seats(client, account, seats, django_assert_num_queries):
    people = [Person(player=account.player), *(Person(player=PlayerFactory()) for _ in range(seats - 1))]
    sheet = clans_sheet(*(clans_seat() for _ in range(seats)))
    game = recorded_game(*people, recorder=account, sheet=sheet)
    client.force_login(account)
    client.get(edit(game))
    with django_assert_num_queries(QUERIES_OF_A_CORRECTION):
        client.get(edit(game))


@pytest.mark.parametrize("corrections", [1, 3])
def test_nor_with_the_corrections_before(client, account, game, corrections, django_assert_num_queries):
    client.force_login(account)
    for number in range(corrections):
        raw = clans_sheet(clans_seat(glory=50 + number), clans_seat())
        assert (
            client.post(edit(game), correction(raw, "Ailsa", "Rory", version=1 + number)).status_code == 302
        )
    client.get(edit(game))
    # One more: a phone that has entered something might answer for a seat.
    with django_assert_num_queries(QUERIES_OF_A_CORRECTION + 1):
        client.get(edit(game))


def test_a_script_is_told_the_address_and_the_message_stays_for_the_page(client, account, game):
    client.force_login(account)
    raw = clans_sheet(clans_seat(glory=50), clans_seat())
    fields = correction(raw, "Ailsa", "Rory")
    response = client.post(edit(game), fields, headers={"X-Requested-With": "fetch"})
    assert (response.status_code, response.json()) == (200, {"game": f"/games/{game.public_id}/"})
    assert "The correction is saved." in text_of(client.get(response.json()["game"]))


def test_a_correction_is_a_new_version_with_its_comment(client, account, game):
    client.force_login(account)
    raw = clans_sheet(
        clans_seat(clan="campbell", glory=50), clans_seat(clan="stewart", contracts=4, settlements=6)
    )
    response = client.post(edit(game), correction(raw, "Ailsa", "Rory", comment="Misread"))
    assert response.url == f"/games/{game.public_id}/"
    game.refresh_from_db()
    assert (game.version, game.seats.first().total, game.seats.first().player) == (2, 89, account.player)
    assert game.versions.get(number=2).comment == "Misread"
    assert "The correction is saved." in text_of(client.get(response.url))


def test_nothing_changed_is_said(client, account, game):
    client.force_login(account)
    response = client.post(edit(game), correction(two_seats(), "Ailsa", "Rory"))
    assert response.status_code == 422
    assert "Nothing was changed." in text_of(response)


def test_two_people_cannot_overwrite_each_other_unseen(client, account, game):
    client.force_login(account)
    theirs = clans_sheet(
        clans_seat(clan="campbell", glory=51), clans_seat(clan="stewart", contracts=4, settlements=6)
    )
    mine = clans_sheet(
        clans_seat(clan="campbell", money=99), clans_seat(clan="stewart", contracts=4, settlements=6)
    )
    client.post(edit(game), correction(theirs, "Ailsa", "Rory"))
    response = client.post(edit(game), correction(mine, "Ailsa", "Rory"))
    page = text_of(response)
    assert response.status_code == 412
    assert "Ailsa · Glory</th><td>45</td><td>51</td>" in page
    assert typed(page, "seats[0].money") == "99"
    assert 'name="expected_version" value="2"' in page
    assert client.post(edit(game), correction(mine, "Ailsa", "Rory", version=2)).status_code == 302
    game.refresh_from_db()
    assert game.version == 3


class TestWhoMay:
    def test_strangers_may_not(self, client, game):
        assert client.get(edit(game)).status_code == 403
        client.force_login(PlayerFactory().account)
        assert client.post(edit(game), correction(two_seats())).status_code == 403

    def test_the_browser_that_entered_it_may(self, client):
        client.post(new_address(), posted_sheet(two_seats(), action="record"))
        game = Game.objects.get()
        assert client.get(edit(game)).status_code == 200
        changed = clans_sheet(clans_seat(glory=50), clans_seat())
        assert client.post(edit(game), correction(changed, "A", "B")).status_code == 302

    def test_another_browser_may_not(self, client):
        record_game(
            system="clans_of_caledonia", sheet=two_seats(), circumstances=PLAYED,
            people=[Person(), Person()], actor=AnonymousUser(), edit_secret="z" * 30,
        )  # fmt: skip
        assert client.get(edit(Game.objects.get())).status_code == 403

    def test_no_longer_when_somebody_saved_it_into_a_club(self, client):
        client.post(new_address(), posted_sheet(two_seats(), action="record"))
        Game.objects.update(club=ClubFactory())
        assert client.get(edit(Game.objects.get())).status_code == 403

    def test_scorekeepers_of_the_club_may(self, client):
        club = ClubFactory()
        game = recorded_game(club=club)
        client.force_login(member_of(club))
        assert client.get(edit(game)).status_code == 403
        client.force_login(member_of(club, Role.SCOREKEEPER))
        assert client.get(edit(game)).status_code == 200


def test_a_hidden_name_is_neither_shown_nor_lost(client, account):
    """The recorder is no scorekeeper and sat elsewhere: the hidden player stays who they are without being named."""
    hidden = GuestMembershipFactory(player__name="Secret Name", player__visibility="hidden").player
    ailsa = PlayerFactory(name="Ailsa")
    game = recorded_game(
        Person(player=ailsa),
        Person(player=hidden),
        recorder=account,
        circumstances=replace(PLAYED, notes="Secret Name was late"),
    )
    client.force_login(account)
    page = text_of(client.get(edit(game)))
    assert "Secret Name" not in page
    assert 'name="notes"' not in page
    assert 'value="a player"' in page
    raw = clans_sheet(
        clans_seat(clan="campbell", glory=50), clans_seat(clan="stewart", contracts=4, settlements=6)
    )
    assert client.post(edit(game), correction(raw, "Ailsa", "a player")).status_code == 302
    assert [seat.player for seat in game.seats.all()] == [ailsa, hidden]
    game.refresh_from_db()
    assert game.notes == "Secret Name was late"


def test_those_who_sat_there_correct_under_each_others_names(client, account):
    hidden = GuestMembershipFactory(player__name="Secret Name", player__visibility="hidden").player
    game = recorded_game(Person(player=account.player), Person(player=hidden), recorder=account)
    client.force_login(account)
    assert 'value="Secret Name"' in text_of(client.get(edit(game)))
    raw = clans_sheet(
        clans_seat(clan="campbell", glory=50), clans_seat(clan="stewart", contracts=4, settlements=6)
    )
    sent = correction(raw, account.player.name, "Secret Name", notes="A fine evening")
    assert client.post(edit(game), sent).status_code == 302
    assert [seat.player for seat in game.seats.all()] == [account.player, hidden]
    game.refresh_from_db()
    assert game.notes == "A fine evening"
