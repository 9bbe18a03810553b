"""A game's page: what it shows, to whom, and at what price."""

import pytest
from django.test import Client

from games.clubs.enums import ClubVisibility
from games.players.models import PageVisibility
from games.results.models import ClubConfirmation
from games.results.services.results import Person
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.games import clans_seat, clans_sheet, recorded_game
from tests.factories.people import PlayerFactory
from tests.scoring.glen_more_2.sheets import sheet as glen_more_sheet

pytestmark = pytest.mark.django_db


def text_of(client, game):
    response = client.get(game.get_absolute_url())
    assert response.status_code == 200
    return response.content.decode()


def test_the_final_table_with_its_sentences(client, game):
    page = text_of(client, game)
    for expected in ("Ailsa Muir", "Rory Kerr", "Campbell", "84", "64", "Where the victory points came from"):
        assert expected in page
    assert "45 steps on the glory track, 1 VP each." in page
    assert "Leith Traders" in page


def test_rounds_have_their_titles(client, club):
    game = recorded_game(club=club, system="glen_more_2", sheet=glen_more_sheet(2), warnings_confirmed=True)
    assert "Scoring round A" in text_of(client, game)


def test_a_game_of_totals_alone(client, game):
    game.versions.all().delete()
    game.seats.update(lines={})
    page = text_of(client, game)
    assert "Only the totals of this game are known." in page
    assert "84" in page


def test_a_sheet_that_cannot_be_read_any_more_shows_the_stored_lines(client, game):
    game.versions.update(sheet={"seats": [{"glory": -1}, {"glory": -1}]})
    page = text_of(client, game)
    assert "Exports" in page
    assert "45 steps on the glory track" not in page


def test_hidden_players_are_nameless_everywhere_on_the_page(client, club, ailsa):
    hidden = PlayerFactory(name="Morag Innes", visibility=PageVisibility.HIDDEN)
    MembershipFactory(club=club, player=hidden)
    game = recorded_game(Person(player=ailsa), Person(player=hidden), club=club, recorder=hidden.account)
    member = Client()
    member.force_login(member_of(club))
    for reader, address in (
        (client, game.get_absolute_url()),
        (member, f"{game.get_absolute_url()}history/"),
    ):
        page = reader.get(address).content.decode()
        assert "Morag" not in page
        assert hidden.public_id not in page
        assert "a player" in page
    client.force_login(hidden.account)
    assert "Morag Innes" in text_of(client, game)


def test_a_private_clubs_game_exists_for_those_inside_and_those_who_played(client, ailsa):
    game = recorded_game(
        Person(player=ailsa), Person(name="Guest"), club=ClubFactory(visibility=ClubVisibility.PRIVATE)
    )
    for address in (game.get_absolute_url(), f"{game.get_absolute_url()}history/"):
        assert client.get(address).status_code == 404
    client.force_login(ailsa.account)
    text_of(client, game)


def test_a_game_of_names_alone_is_shared_by_link(client):
    game = recorded_game()
    page = text_of(client, game)
    assert "This result is shared by its link. It does not count for ratings." in page
    assert f"{game.get_absolute_url()}save/" not in page, "who only has the link does not save it"
    assert "It counts when" not in page
    assert "confirmations-title" not in page


def test_a_game_without_a_club_counts_by_its_players(client, ailsa):
    page = text_of(client, recorded_game(Person(player=ailsa), Person(name="Rory")))
    assert "It counts when 2 more players have confirmed it: 0 of 2 so far." in page
    assert "confirmations-title" in page
    assert "shared by its link" not in page


def test_a_clubs_game_of_names_alone_keeps_its_confirmations(client, club, organiser):
    client.force_login(organiser)
    page = text_of(client, recorded_game(club=club))
    assert "confirmations-title" in page
    assert "/links/1/" in page


def test_what_is_missing_by_the_clubs_rule(client, club, ailsa, rory):
    ClubConfirmation.objects.create(club=club, rule="silence", silence_days=3)
    game = recorded_game(Person(player=ailsa), Person(player=rory), club=club)
    assert "unless somebody objects" in text_of(client, game)


def test_actions_appear_by_permission(client, game, rory, organiser):
    page = text_of(client, game)
    for address in ("/confirm/", "/dispute/", "/edit/", "/void/", "/links/"):
        assert address not in page
    client.force_login(rory.account)
    page = text_of(client, game)
    assert "/confirm/" in page
    assert "/edit/" not in page
    client.force_login(organiser)
    page = text_of(client, game)
    assert "/edit/" in page
    assert "/void/" in page
    # Both players have accounts.
    assert "/links/" not in page


def test_comments_of_a_dispute_are_for_those_concerned(client, game, rory, organiser):
    client.force_login(rory.account)
    client.post(f"{game.get_absolute_url()}dispute/", {"version": 1, "line_exports": "I had six"})
    assert "I had six" in text_of(client, game)
    client.force_login(organiser)
    assert "I had six" in text_of(client, game)
    client.logout()
    page = text_of(client, game)
    assert "I had six" not in page
    assert "Disputed" in page


@pytest.mark.parametrize("seats", [1, 3])
def test_the_same_queries_for_any_number_of_seats(
    client, club, seats, without_sections, django_assert_num_queries
):
    sheet = clans_sheet(*(clans_seat(glory=40 + index) for index in range(seats)))
    people = [Person(player=PlayerFactory()) for _ in range(seats)]
    game = recorded_game(*people, club=club, sheet=sheet)
    text_of(client, game)
    # The game with its club and photo, seats, players, phones at the seats, verdicts; the sheet.
    with django_assert_num_queries(6):
        text_of(client, game)
