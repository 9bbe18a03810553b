"""Settling, taking out, restoring, history and undo, saving into a club, the counting rule."""

import re

import pytest
from django.test import Client

from games.players.models import PageVisibility, Player
from games.results.enums import GameState
from games.results.models import ClubConfirmation, Game
from games.results.services.correct import correct_game
from games.results.services.results import Person
from games.results.services.verdicts import dispute_result, restore_game, void_game
from tests.factories.clubs import MembershipFactory
from tests.factories.games import PLAYED, keeper, two_seats
from tests.factories.people import PlayerFactory
from tests.games.sheets.posting import new_address, posted_sheet

pytestmark = pytest.mark.django_db


def state(game):
    game.refresh_from_db()
    return game.state


def correct(game, people, **changes):
    sheet = two_seats()
    sheet["seats"][0] |= changes
    return correct_game(
        game=game,
        expected_version=game.version,
        sheet=sheet,
        circumstances=PLAYED,
        people=people,
        actor=game.recorded_by or keeper(),
        comment="miscounted",
    )


class TestSettling:
    def test_an_organiser_has_the_last_word(self, client, game, rory, organiser):
        dispute_result(actor=rory.account, seat=game.seats.get(player=rory), version=1, objections={"": "no"})
        client.force_login(organiser)
        assert "/settle/" in client.get(game.get_absolute_url()).content.decode()
        client.post(f"{game.get_absolute_url()}settle/", {"version": 1})
        assert state(game) == GameState.CONFIRMED

    def test_not_of_a_version_they_have_not_seen(self, client, game, ailsa, rory, organiser):
        correct(game, [Person(player=ailsa), Person(player=rory)], glory=50)
        client.force_login(organiser)
        assert client.post(f"{game.get_absolute_url()}settle/", {"version": 1}).status_code == 412

    def test_nobody_else(self, client, game, ailsa):
        client.force_login(ailsa.account)
        assert client.post(f"{game.get_absolute_url()}settle/", {"version": 1}).status_code == 403


class TestTakingOut:
    def test_out_and_back(self, client, game, organiser):
        client.force_login(organiser)
        assert "Take this game out?" in client.get(f"{game.get_absolute_url()}void/").content.decode()
        assert state(game) == GameState.CONFIRMED
        client.post(f"{game.get_absolute_url()}void/")
        assert state(game) == GameState.VOID
        page = client.get(game.get_absolute_url()).content.decode()
        assert "/restore/" in page
        assert "/edit/" not in page
        client.post(f"{game.get_absolute_url()}restore/")
        assert state(game) == GameState.CONFIRMED


class TestHistory:
    def test_says_who_changed_which_cell(self, client, game, ailsa, rory):
        correct(
            game, [Person(player=ailsa), Person(player=rory)], glory=46, contract_tiles=None, clan="gordon"
        )
        client.force_login(rory.account)
        page = client.get(f"{game.get_absolute_url()}history/").content.decode()
        for expected in (
            "Ailsa Muir · Glory",
            "45",
            "46",
            "Ailsa Muir · Clan",
            "Campbell",
            "Gordon",
            "miscounted",
        ):
            assert expected in page

    def test_says_who_changed_seats_with_names_as_each_may_know_them(self, client, game, ailsa, rory):
        hidden = PlayerFactory(name="Morag Innes", visibility=PageVisibility.HIDDEN)
        MembershipFactory(club=game.club, player=hidden)
        correct(game, [Person(player=ailsa), Person(player=hidden)])
        client.force_login(rory.account)
        page = client.get(f"{game.get_absolute_url()}history/").content.decode()
        assert "Rory Kerr" in page
        assert "Morag" not in page
        client.force_login(hidden.account)
        assert "Morag Innes" in client.get(f"{game.get_absolute_url()}history/").content.decode()

    def test_says_who_settled_took_out_and_restored_in_order(self, client, game, ailsa, rory, organiser):
        address = game.get_absolute_url()
        client.force_login(organiser)
        client.post(f"{address}settle/", {"version": 1})
        client.post(f"{address}void/")
        client.post(f"{address}void/")
        client.post(f"{address}restore/")
        correct(game, [Person(player=ailsa), Person(player=rory)], glory=50)
        client.force_login(rory.account)
        page = client.get(f"{address}history/").content.decode()
        titles = re.findall(r"<h2>(.*?)</h2>", page)
        assert titles == ["Version 2", "Restored", "Taken out", "Settled by an organiser", "Version 1"]
        assert page.count("Una Hay") == 3
        Player.objects.filter(account=organiser).update(visibility=PageVisibility.HIDDEN)
        assert "Una Hay" not in client.get(f"{address}history/").content.decode()

    def test_the_browser_that_entered_a_game_goes_back_too(self, client):
        client.post(new_address(), posted_sheet(two_seats(), action="record"))
        game = Game.objects.get()
        correct(game, [Person(name="A"), Person(name="B")], glory=50)
        address = game.get_absolute_url()
        assert "Back to version 1" in client.get(f"{address}history/").content.decode()
        stranger = Client()
        assert stranger.get(f"{address}history/").status_code == 403
        assert stranger.post(f"{address}undo/1/", {"version": 2}).status_code == 403
        assert client.post(f"{address}undo/1/", {"version": 2}).status_code == 302
        game.refresh_from_db()
        assert (game.version, game.seats.get(index=0).total) == (3, 84)

    def test_goes_back_as_a_new_version(self, client, game, ailsa, rory):
        correct(game, [Person(player=ailsa), Person(player=rory)], glory=50)
        client.force_login(ailsa.account)
        assert "Back to version 1" in client.get(f"{game.get_absolute_url()}history/").content.decode()
        client.post(f"{game.get_absolute_url()}undo/1/", {"version": 2})
        game.refresh_from_db()
        assert (game.version, game.seats.get(index=0).total) == (3, 84)
        page = client.get(f"{game.get_absolute_url()}history/").content.decode()
        # Which says what the game says now.
        assert "Back to version 1" not in page
        assert "Back to version 2" in page

    def test_says_once_which_version_a_dispute_was_about(self, client, game, ailsa, rory):
        client.force_login(rory.account)
        client.post(f"{game.get_absolute_url()}dispute/", {"version": 1, "whole": "no"})
        correct(game, [Person(player=ailsa), Person(player=rory)], glory=50)
        assert "About version 1" in client.get(game.get_absolute_url()).content.decode()
        page = client.get(f"{game.get_absolute_url()}history/").content.decode()
        assert page.lower().count("version 1") == 2

    def test_two_at_once_do_not_overwrite_each_other(self, client, game, ailsa, rory):
        correct(game, [Person(player=ailsa), Person(player=rory)], glory=50)
        client.force_login(ailsa.account)
        assert client.post(f"{game.get_absolute_url()}undo/1/", {"version": 1}).status_code == 412

    def test_only_those_who_may_correct(self, client, game, ailsa, rory):
        correct(game, [Person(player=ailsa), Person(player=rory)], glory=50)
        client.force_login(rory.account)
        assert "Back to version" not in client.get(f"{game.get_absolute_url()}history/").content.decode()
        assert client.post(f"{game.get_absolute_url()}undo/1/", {"version": 2}).status_code == 403

    @pytest.mark.parametrize("versions", [1, 3])
    def test_the_same_queries_for_any_number(
        self, client, game, ailsa, rory, versions, django_assert_num_queries
    ):
        for number in range(1, versions):
            game = correct(game, [Person(player=ailsa), Person(player=rory)], glory=45 + number)
            void_game(actor=keeper(), game=game)
            restore_game(actor=keeper(), game=game)
        client.force_login(rory.account)
        # Who asks, and their role; the game with its club, seats, players, verdicts; the versions, events and
        # words with accounts; everyone named.
        with django_assert_num_queries(11):
            client.get(f"{game.get_absolute_url()}history/")


class TestConfirmationRule:
    def test_organisers_choose_it(self, client, club, organiser):
        client.force_login(organiser)
        address = f"/clubs/{club.slug}/counting/"
        assert address in client.get(club.get_absolute_url()).content.decode()
        assert client.get(address).status_code == 200
        client.post(address, {"rule": "silence", "silence_days": 5})
        counting = ClubConfirmation.objects.get(club=club)
        assert (counting.rule, counting.silence_days) == ("silence", 5)

    @pytest.mark.parametrize("days", [0, 61, "x"])
    def test_impossible_days_are_refused_at_the_field(self, client, club, organiser, days):
        client.force_login(organiser)
        response = client.post(f"/clubs/{club.slug}/counting/", {"rule": "silence", "silence_days": days})
        assert response.status_code == 200
        assert not ClubConfirmation.objects.exists()

    def test_members_do_not(self, client, club, ailsa):
        client.force_login(ailsa.account)
        assert client.get(f"/clubs/{club.slug}/counting/").status_code == 403
