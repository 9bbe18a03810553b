"""Who saves a game that was entered without an account into a club, and what becomes of what was said of it."""

import pytest
from django.conf import settings
from django.test import Client

from games.clubs.enums import Role
from games.players.models import Player
from games.results.enums import GameState
from games.results.models import ClubConfirmation, Game
from games.results.services.proofs import table_token
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.games import clans_seat, clans_sheet, keeper
from tests.factories.people import PlayerFactory
from tests.games.sheets.posting import new_address, posted_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def entering():
    """The phone that the game was entered on, by nobody known."""
    return Client()


@pytest.fixture
def game(entering):
    sheet = clans_sheet(clans_seat(glory=60), clans_seat(glory=45), clans_seat(glory=30))
    sent = posted_sheet(sheet, "Ana", "Ben", "Cy", action="record")
    assert entering.post(new_address(), sent).status_code == 302
    return Game.objects.get()


@pytest.fixture
def eve():
    """Keeps the scores of a club of hers, and did not sit there."""
    return member_of(ClubFactory(name="Eve’s own"), Role.OWNER, name="Eve Moor")


def own_club(account):
    return account.player.memberships.get().club


def at_table(game, index):
    return f"{game.get_absolute_url()}table/{table_token(game, shown_by=None)}/{index}/"


def took_seat(game, index, *, confirms=False):
    phone = Client()
    phone.post(at_table(game, index), {"do": "take"})
    if confirms:
        phone.post(at_table(game, index), {"do": "confirm", "version": 1})
    return phone


def signed_in(phone, account):
    phone.force_login(account)
    return phone


def signed_out(phone):
    assert phone.post("/account/logout/").status_code == 302
    assert phone.cookies[settings.DEVICE_COOKIE_NAME].value
    return phone


def save(phone, game, club, *sitters, **more):
    data = {"club": club.slug, "version": 1} | {f"seat_{index}": who for index, who in enumerate(sitters)}
    return phone.post(f"{game.get_absolute_url()}save/", data | more)


def text(response):
    return response.content.decode()


def page_of(phone, game):
    return text(phone.get(game.get_absolute_url()))


def history_of(phone, game):
    return text(phone.get(f"{game.get_absolute_url()}history/"))


def club_of(game):
    return Game.objects.get(pk=game.pk).club


class TestWhoSavesIt:
    def test_a_stranger_with_the_address_does_not(self, game, eve):
        stranger = Client()
        assert "save/" not in page_of(stranger, game)
        signed_in(stranger, eve)
        assert "save/" not in page_of(stranger, game)
        assert stranger.get(f"{game.get_absolute_url()}save/").status_code == 403
        taken = save(stranger, game, own_club(eve), eve.player.public_id, "guest", "guest")
        assert taken.status_code == 403
        assert club_of(game) is None

    def test_nor_does_who_only_opened_the_code_of_the_table(self, game, eve):
        phone = signed_in(Client(), eve)
        phone.get(at_table(game, 0))
        assert save(phone, game, own_club(eve), "guest", "guest", "guest").status_code == 403

    def test_the_phone_that_entered_it_does(self, game, entering, eve):
        assert "Sign in and save it into a club to make it count." in page_of(entering, game)
        signed_in(entering, eve)
        assert "Save it into a club to make it count." in page_of(entering, game)
        assert save(entering, game, own_club(eve), "guest", "guest", "guest").status_code == 302
        assert club_of(game) == own_club(eve)

    def test_a_phone_that_holds_a_seat_does(self, game, eve):
        phone = took_seat(game, 1)
        assert "Sign in and save it into a club to make it count." in page_of(phone, game)
        signed_in(phone, eve)
        assert save(phone, game, own_club(eve), "guest", eve.player.public_id, "guest").status_code == 302
        assert game.seats.get(index=1).player == eve.player

    def test_site_staff_does(self, game, eve):
        staff = keeper()
        MembershipFactory(club=own_club(eve), player=PlayerFactory(account=staff))
        phone = signed_in(Client(), staff)
        assert save(phone, game, own_club(eve), "guest", "guest", "guest").status_code == 302

    def test_a_seat_of_another_phone_is_nobodys_to_sit_down_in(self, game, entering, eve):
        took_seat(game, 0)
        signed_in(entering, eve)
        refused = save(entering, game, own_club(eve), eve.player.public_id, "guest", "guest")
        assert "Another phone answers for Ana, so you can’t take this seat." in text(refused)
        assert club_of(game) is None

    def test_who_holds_a_seat_sits_down_in_no_other(self, game, eve):
        phone = signed_in(took_seat(game, 1), eve)
        refused = save(phone, game, own_club(eve), eve.player.public_id, "guest", "guest")
        assert "This phone already answers for Ben." in text(refused)
        assert club_of(game) is None


class TestThePage:
    def test_knows_members_by_their_names(self, game, entering, eve):
        ana = MembershipFactory(club=own_club(eve), player=PlayerFactory(name="ANA")).player
        signed_in(entering, eve)
        page = text(entering.get(f"{game.get_absolute_url()}save/"))
        assert f'value="{ana.public_id}" selected' in page
        assert save(entering, game, own_club(eve), ana.public_id, "guest", "name").status_code == 302
        seats = game.seats.order_by("index")
        assert [seat.player and seat.player.name for seat in seats] == ["ANA", "Ben", None]
        assert Player.objects.get(name="Ben").is_guest

    def test_asks_for_the_club_when_there_are_several(self, game, entering, eve):
        ClubFactory(name="Oban Crofters").memberships.create(player=eve.player)
        signed_in(entering, eve)
        page = text(entering.get(f"{game.get_absolute_url()}save/"))
        assert "Which club?" in page
        assert "Oban Crofters" in page

    def test_visitors_sign_in_first_and_clubs_of_others_are_no_choice(self, game, entering, eve):
        assert entering.get(f"{game.get_absolute_url()}save/").url.startswith("/account/login/")
        signed_in(entering, PlayerFactory().account)
        response = save(entering, game, own_club(eve), "name", "name", "name")
        assert "You are in no club yet" in text(response)
        assert club_of(game) is None

    def test_a_member_who_did_not_play_is_told_whom_to_ask(self, game, entering, eve):
        signed_in(entering, member_of(own_club(eve)))
        save(entering, game, own_club(eve), "name", "name", "name")
        assert "ask a scorekeeper" in page_of(entering, game)


class TestThePhoneThatEnteredIt:
    def test_still_corrects_after_somebody_signed_in_and_out(self, game, entering, eve):
        signed_out(signed_in(entering, eve))
        assert "edit/" in page_of(entering, game)
        assert entering.get(f"{game.get_absolute_url()}edit/").status_code == 200
        assert entering.get(f"{game.get_absolute_url()}history/").status_code == 200
        assert Client().get(f"{game.get_absolute_url()}edit/").status_code == 403

    def test_corrects_no_more_once_it_is_in_a_club(self, game, entering, eve):
        signed_in(entering, eve)
        save(entering, game, own_club(eve), "guest", "guest", "guest")
        signed_out(entering)
        assert entering.get(f"{game.get_absolute_url()}edit/").status_code == 403
        assert "Ana" in page_of(entering, game)


class TestTheHistory:
    def test_saving_is_not_entering(self, game, eve):
        phone = signed_in(took_seat(game, 1, confirms=True), eve)
        save(phone, game, own_club(eve), "guest", eve.player.public_id, "guest")
        history = history_of(phone, game)
        assert "on a phone the game was entered on" not in history
        assert "by entering" not in history
        assert "by entering" not in page_of(phone, game)
        words = phone.get(f"/api/v1/games/{game.public_id}/history/").json()[0]["words"]
        assert [(word["means"], word["entering_device"]) for word in words] == [("account", False)]

    def test_nobody_moved_who_has_the_same_name(self, game, entering, eve):
        signed_in(entering, eve)
        save(entering, game, own_club(eve), "guest", "guest", eve.player.public_id)
        history = history_of(entering, game)
        assert "Seat 1" not in history
        assert "Seat 3" in history
        changed = entering.get(f"/api/v1/games/{game.public_id}/history/").json()
        assert changed[0]["people_changed"]


class TestWhatWasSaid:
    @pytest.fixture
    def club(self, eve):
        ClubConfirmation.objects.create(club=own_club(eve), rule="all")
        return own_club(eve)

    def test_guests_keep_their_answers_and_their_seats(self, game, entering, eve, club):
        phones = [took_seat(game, index, confirms=True) for index in range(3)]
        signed_in(entering, eve)
        save(entering, game, club, "guest", "guest", "guest")
        game.refresh_from_db()
        assert game.state == GameState.CONFIRMED
        for phone, name in zip(phones, ("Ana", "Ben", "Cy"), strict=True):
            assert "Your answer" in page_of(phone, game)
            assert name in page_of(phone, game)
        changed = entering.get(f"/api/v1/games/{game.public_id}/history/").json()
        assert not changed[0]["people_changed"]

    def test_a_dispute_stays_with_its_seat(self, game, entering, eve, club):
        phone = took_seat(game, 1)
        phone.post(at_table(game, 1), {"do": "dispute", "version": 1, "whole": "I had more"})
        signed_in(entering, eve)
        save(entering, game, club, "guest", "guest", "guest")
        word = game.verdicts.get(kind="disputed")
        assert word.player == Player.objects.get(name="Ben")
        phone.post(at_table(game, 1), {"do": "confirm", "version": 2})
        word.refresh_from_db()
        assert word.closed_at

    def test_a_seat_of_an_account_is_confirmed_by_it_and_the_others_stay(self, game, entering, eve, club):
        ben = MembershipFactory(club=club, player=PlayerFactory(name="Ben")).player
        for index in range(3):
            took_seat(game, index, confirms=True)
        signed_in(entering, eve)
        save(entering, game, club, "guest", ben.public_id, "guest")
        game.refresh_from_db()
        assert game.state == GameState.SUBMITTED
        assert "2 of 3 so far" in page_of(entering, game)
        account = signed_in(Client(), ben.account)
        account.post(f"{game.get_absolute_url()}confirm/", {"version": 2})
        game.refresh_from_db()
        assert game.state == GameState.CONFIRMED

    def test_another_name_asks_everybody_again(self, game, entering, eve, club):
        took_seat(game, 0, confirms=True)
        phone = took_seat(game, 1, confirms=True)
        signed_in(entering, eve)
        save(entering, game, club, "guest", "guest", eve.player.public_id)
        assert "1 of 3 so far" in page_of(entering, game)
        phone.post(at_table(game, 1), {"do": "confirm", "version": 2})
        assert "2 of 3 so far" in page_of(entering, game)

    def test_the_phone_that_saved_it_still_answers_for_its_seat(self, game, eve, club):
        phone = signed_in(took_seat(game, 1), eve)
        save(phone, game, club, "guest", "guest", "guest")
        signed_out(phone).post(at_table(game, 1), {"do": "confirm", "version": 2})
        assert game.verdicts.get().player == Player.objects.get(name="Ben")

    def test_the_page_says_so_before(self, game, entering, eve, club):
        signed_in(entering, eve)
        page = text(entering.get(f"{game.get_absolute_url()}save/"))
        assert "Everyone else’s answer stays, unless you change a name" in page


def test_a_phone_that_holds_a_seat_hands_on_the_link_with_names(game, entering, eve):
    phone = took_seat(game, 1)
    assert phone.get(game.get_absolute_url()).context["sharing"].names_guests
    signed_in(entering, eve)
    save(entering, game, own_club(eve), "guest", "guest", "guest")
    assert phone.get(game.get_absolute_url()).context["sharing"].names_guests
    assert not Client().get(game.get_absolute_url()).context["sharing"].names_guests
