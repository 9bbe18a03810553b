"""The code of the table: who are you, and both answers, from several phones at once."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.utils import timezone

from games.clubs.enums import ClubVisibility
from games.results.enums import GameState
from games.results.models import ClubConfirmation, Game
from games.results.services.correct import correct_game
from games.results.services.proofs import TABLE_CODE_LIFE, table_token
from games.results.services.results import Person
from tests.factories.clubs import GuestMembershipFactory, member_of
from tests.factories.games import PLAYED, clans_seat, clans_sheet, recorded_game, two_seats
from tests.games.sheets.posting import new_address, posted_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def guests(club):
    return [GuestMembershipFactory(club=club, player__name=name).player for name in ("Gus", "Ana")]


@pytest.fixture
def game(club, ailsa, rory, guests):
    """Ailsa recorded it; Rory has an account too, Gus and Ana have none."""
    ClubConfirmation.objects.create(club=club, rule="all")
    sheet = clans_sheet(*(clans_seat(glory=45 - index) for index in range(4)))
    people = [Person(player=player) for player in (ailsa, rory, *guests)]
    return recorded_game(*people, sheet=sheet, club=club, recorder=ailsa.account, device="Ailsa’s phone")


def table(game, shown_by=None):
    return f"{game.get_absolute_url()}table/{table_token(game, shown_by=shown_by)}/"


def state(game):
    return Game.objects.get(pk=game.pk).state


def text(response):
    return response.content.decode()


def phone_that_entered(client):
    """The same browser, signed out."""
    client.cookies.pop(settings.SESSION_COOKIE_NAME)
    return client


def code_on(page):
    return re.search(r'value="(http://testserver[^"]+/table/[^"]+)"', page)[1].removeprefix(
        "http://testserver"
    )


def test_everybody_confirms_on_a_phone_of_their_own(game, ailsa, rory):
    recorder = Client()
    recorder.force_login(ailsa.account)
    page = text(recorder.get(game.get_absolute_url()))
    assert "Everyone: confirm here" in page
    code = code_on(page)
    for index, name in ((2, "Gus"), (3, "Ana")):
        phone = Client()
        who = text(phone.get(code))
        assert all(part in who for part in ("Who are you?", "Ailsa Muir", "Rory Kerr", "Gus", "Ana"))
        answer = phone.post(f"{code}{index}/", {"do": "take"}, follow=True)
        assert f"{name}, is this right?" in text(answer)
        phone.post(f"{code}{index}/", {"do": "confirm", "version": 1})
    assert state(game) == GameState.SUBMITTED
    account = Client()
    account.force_login(rory.account)
    account.post(f"{code}1/", {"do": "confirm", "version": 1})
    assert state(game) == GameState.CONFIRMED
    words = {word.index: word for word in game.verdicts.all()}
    assert [words[index].means for index in range(4)] == ["entry", "account", "table", "table"]
    assert words[2].shown_by == ailsa.account
    assert len({word.device for word in words.values()}) == 4


def test_the_history_says_by_what_means(game, ailsa, rory):
    for index in (2, 3):
        phone = Client()
        phone.post(f"{table(game, ailsa.account)}{index}/", {"do": "confirm", "version": 1})
    account = Client()
    account.force_login(rory.account)
    account.post(f"{game.get_absolute_url()}dispute/", {"version": 1, "whole": "Not so"})
    page = " ".join(text(account.get(f"{game.get_absolute_url()}history/")).split())
    assert "by the table code, on phone 1 · code or link shown by Ailsa Muir" in page
    assert "by the table code, on phone 2 · code or link shown by Ailsa Muir" in page
    assert "signed in, on phone 3" in page
    assert "Confirmed by Ailsa Muir by entering it" in page
    assert "Not so" in page
    member = Client()
    member.force_login(member_of(game.club))
    assert "Not so" not in text(member.get(f"{game.get_absolute_url()}history/"))


def test_who_has_an_account_signs_in_and_comes_back(game, rory):
    phone, address = Client(), f"{table(game)}1/"
    page = text(phone.get(address))
    assert "Sign in to confirm" in page
    assert "Yes, that is right" not in page
    for do in ("confirm", "take", "ask"):
        refused = phone.post(address, {"do": do, "version": 1})
        assert refused.status_code == 403
        assert "Rory Kerr has an account" in text(refused)
    assert not game.verdicts.filter(index=1).exists()


class TestThePhoneThatEnteredTheGame:
    @pytest.fixture
    def recorded(self, client, club, ailsa, guests):
        """Through the sheet itself, with Ailsa signed in."""
        ClubConfirmation.objects.create(club=club, rule="all")
        client.force_login(ailsa.account)
        return _recorded(client, "Ailsa Muir", "Gus", club=club.slug)

    def test_speaks_for_nobody_else_signed_in_or_out(self, client, recorded):
        code = code_on(text(client.get(recorded.get_absolute_url())))
        for sign_out, why in (
            (False, "You entered or corrected this game, so you can’t answer for Gus."),
            (True, "This game was entered on this phone. Gus has to answer on another one."),
        ):
            browser = phone_that_entered(client) if sign_out else client
            assert why in text(browser.get(f"{code}1/"))
            for answer in (
                {"do": "confirm"},
                {"do": "dispute", "whole": "no"},
                {"do": "take"},
                {"do": "ask"},
            ):
                refused = browser.post(f"{code}1/", answer | {"version": 1})
                assert refused.status_code == 403
                assert why in text(refused)
        assert not recorded.verdicts.filter(index=1).exists()
        Client().post(f"{code}1/", {"do": "confirm", "version": 1})
        assert state(recorded) == GameState.CONFIRMED

    def test_without_an_account_takes_one_seat(self, client):
        game = _recorded(client, "Gus", "Ana")
        page = text(client.get(game.get_absolute_url()))
        assert "Everyone: confirm here" in page
        code = code_on(page)
        client.post(f"{code}0/", {"do": "confirm", "version": 1})
        refused = client.post(f"{code}1/", {"do": "confirm", "version": 1})
        assert "This phone already answers for Gus. One phone answers for one seat." in text(refused)
        assert [word.index for word in game.verdicts.all()] == [0]
        assert "Everyone: confirm here" not in text(Client().get(game.get_absolute_url()))


def _recorded(client, *names, **fields):
    client.post(new_address(), posted_sheet(two_seats(), *names, action="record", **fields))
    return Game.objects.latest("pk")


class TestASeatThatIsTaken:
    def test_a_second_phone_asks_and_the_first_hands_over(self, game):
        first, second = Client(), Client()
        address = f"{table(game)}2/"
        first.post(address, {"do": "confirm", "version": 1})
        answer = second.post(address, {"do": "take"})
        assert answer.status_code == 409
        assert re.search(r"Someone said at .+ on another phone that they are Gus\.", text(answer))
        assert second.post(address, {"do": "confirm", "version": 1}).status_code == 409
        assert "Another phone says it is Gus." not in text(first.get(address))
        second.post(address, {"do": "ask"})
        assert "We have asked there." in text(second.get(address))
        assert "Another phone says it is Gus." in text(first.get(address))
        first.post(address, {"do": "keep"})
        assert "They answered: that is me." in text(second.get(address))
        second.post(address, {"do": "ask"})
        handed = first.post(address, {"do": "give_back"})
        assert handed.url == address.removesuffix("2/")
        assert not game.verdicts.filter(index=2, kind="confirmed", closed_at=None).exists()
        second.post(address, {"do": "confirm", "version": 1})
        assert game.verdicts.filter(index=2, kind="confirmed", closed_at=None).count() == 1

    def test_only_the_phone_that_holds_it_decides(self, game):
        Client().post(f"{table(game)}2/", {"do": "take"})
        for do in ("keep", "give_back"):
            assert Client().post(f"{table(game)}2/", {"do": do}).status_code == 403

    def test_whoever_may_correct_frees_it(self, game, ailsa, rory):
        Client().post(f"{table(game)}2/", {"do": "confirm", "version": 1})
        free = f"{game.get_absolute_url()}free/2/"
        for account in (None, rory.account):
            other = Client()
            if account:
                other.force_login(account)
            assert "/free/" not in text(other.get(game.get_absolute_url()))
            assert other.post(free).status_code == 403
        recorder = Client()
        recorder.force_login(ailsa.account)
        assert "/free/2/" in text(recorder.get(game.get_absolute_url()))
        assert recorder.post(free).status_code == 302
        page = " ".join(text(recorder.get(f"{game.get_absolute_url()}history/")).split())
        assert "Gus · by freeing the seat" in page
        Client().post(f"{table(game)}2/", {"do": "confirm", "version": 1})
        assert game.verdicts.filter(index=2, kind="confirmed", closed_at=None).count() == 1


def test_a_dispute_of_somebody_who_was_moved_out_is_withdrawn_on_their_phone(game, ailsa, rory, guests):
    phone = Client()
    phone.post(f"{table(game)}2/", {"do": "dispute", "version": 1, "whole": "I won"})
    newest = game.versions.get()
    people = [Person(player=ailsa), Person(player=rory), Person(name="Una"), Person(player=guests[1])]
    correct_game(
        game=game,
        expected_version=1,
        sheet=newest.sheet,
        circumstances=PLAYED,
        people=people,
        actor=ailsa.account,
    )
    assert "I won" not in text(Client().get(table(game)))
    assert "I won" in text(phone.get(table(game)))
    Client().post(table(game))
    assert state(game) == GameState.DISPUTED
    phone.post(table(game))
    assert state(game) == GameState.SUBMITTED


def test_opens_a_private_clubs_game_for_seven_days(client, club, game):
    club.visibility = ClubVisibility.PRIVATE
    club.save()
    code = table(game)
    for address in (code, f"{code}2/"):
        response = client.get(address)
        assert response.status_code == 200
        assert "no-store" in response["Cache-Control"]
        assert 'content="noindex"' in text(response)
    assert client.get(f"{code}9/").status_code == 404
    assert client.get(game.get_absolute_url()).status_code == 404
    with time_machine.travel(timezone.now() + TABLE_CODE_LIFE + timedelta(minutes=1)):
        for address in (code, f"{code}2/"):
            assert client.get(address).status_code == 410
            assert client.post(address, {"do": "confirm", "version": 1}).status_code == 410
    assert client.get(f"{game.get_absolute_url()}table/abc/").status_code == 404


def test_the_cookie_of_a_phone_tells_nothing_and_is_for_the_server_alone(client, game):
    client.get(table(game))
    assert settings.DEVICE_COOKIE_NAME not in client.cookies
    client.post(f"{table(game)}2/", {"do": "take"})
    cookie = client.cookies[settings.DEVICE_COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 60 * 24 * 3600)
    kept = game.seats.get(index=2).claims.get().device
    assert kept not in cookie.value
    assert cookie.value.split(":")[0] not in kept
    client.cookies[settings.DEVICE_COOKIE_NAME] = cookie.value[:-2] + "xx"
    refused = client.post(f"{table(game)}2/", {"do": "confirm", "version": 1})
    assert refused.status_code == 409


@pytest.mark.parametrize("seats", [2, 4])
def test_the_same_queries_for_any_number_of_seats(client, club, seats, django_assert_num_queries):
    sheet = clans_sheet(*(clans_seat(glory=40 + index) for index in range(seats)))
    game = recorded_game(*(Person(name=f"P{index}") for index in range(seats)), club=club, sheet=sheet)
    # The game with its club, seats, phones at the seats, verdicts.
    with django_assert_num_queries(4):
        client.get(table(game))


def test_the_phone_of_a_guest_reads_every_name_on_the_page_while_the_guest_is_in_the_club(client, game):
    rory = game.seats.get(index=1).player
    rory.visibility = "hidden"
    rory.save()
    bare = game.get_absolute_url()
    assert rory.name not in text(client.get(bare))
    client.post(f"{table(game)}2/", {"do": "take", "version": 1})
    page = text(client.get(bare))
    assert rory.name in page
    assert "Ana" in page
    game.seats.get(index=2).player.memberships.all().delete()
    assert rory.name not in text(client.get(bare))
    assert client.post(f"{table(game)}2/", {"do": "confirm", "version": 1}).status_code == 404
    assert not game.verdicts.filter(index=2).exists()


def test_a_dispute_made_on_a_phone_stays_that_phones_when_the_seat_is_freed(game, ailsa):
    address = f"{table(game)}2/"
    disputed, later = Client(), Client()
    disputed.post(address, {"do": "dispute", "version": 1, "whole": "I won"})
    recorder = Client()
    recorder.force_login(ailsa.account)
    recorder.post(f"{game.get_absolute_url()}free/2/")
    page = text(later.post(address, {"do": "take"}, follow=True))
    assert (
        "An earlier phone disputed this result for Gus. Only that phone or an organiser can end it." in page
    )
    assert "You have disputed this result." not in page
    assert "Withdraw my dispute" not in page
    page = text(later.post(address, {"do": "confirm", "version": 1}, follow=True))
    assert "You have confirmed this result." in page
    assert "An earlier phone disputed" in page
    assert "Yes, that is right" not in page
    assert "Withdraw my dispute" not in text(later.get(table(game)))
    for place in (address, f"{table(game)}3/", table(game)):
        page = text(disputed.get(place))
        assert "You have disputed this result." in page
        assert "I won" in page
        assert "Withdraw my dispute" in page
    assert state(game) == GameState.DISPUTED
    page = text(disputed.post(address, {"do": "withdraw"}, follow=True))
    assert "Withdraw my dispute" not in page
    assert state(game) == GameState.SUBMITTED
    assert "An earlier phone disputed" not in text(later.get(address))


class TestWhatADisputeIsSaidToWaitFor:
    def test_in_a_club_and_in_none(self, game, client):
        address = f"{table(game)}2/"
        page = text(Client().post(address, {"do": "dispute", "version": 1, "whole": "no"}, follow=True))
        assert "until you withdraw it or an organiser settles it." in page
        assert "until the dispute is withdrawn or an organiser settles it." in page
        clubless = _recorded(client, "Gus", "Ana")
        page = text(
            Client().post(f"{table(clubless)}1/", {"do": "dispute", "version": 1, "whole": "no"}, follow=True)
        )
        assert "until you withdraw it." in page
        assert "until the dispute is withdrawn." in page
        assert "organiser" not in page

    def test_a_correction_asks_whoever_disputed_again(self, game, ailsa, rory, guests):
        phone, account = Client(), Client()
        account.force_login(rory.account)
        phone.post(f"{table(game)}2/", {"do": "dispute", "version": 1, "whole": "I won"})
        account.post(f"{game.get_absolute_url()}dispute/", {"version": 1, "whole": "Not so"})
        pages = [(phone, f"{table(game)}2/"), (account, game.get_absolute_url())]
        for browser, page in pages:
            assert "Corrected since your dispute" not in text(browser.get(page))
        newest = game.versions.get()
        newest.sheet["seats"][2]["glory"] = 60
        correct_game(
            game=game,
            expected_version=1,
            sheet=newest.sheet,
            circumstances=PLAYED,
            people=[Person(player=player) for player in (ailsa, rory, *guests)],
            actor=ailsa.account,
        )
        for browser, page in pages:
            assert "Corrected since your dispute (version 2). Is it right now?" in text(browser.get(page))
            assert "Something is wrong" in text(phone.get(f"{table(game)}2/"))
        assert "Corrected since" not in text(Client().get(f"{table(game)}3/"))
        phone.post(f"{table(game)}2/", {"do": "confirm", "version": 2})
        account.post(f"{game.get_absolute_url()}confirm/", {"version": 2})
        assert state(game) == GameState.SUBMITTED


class TestWhereOnlyAccountsCount:
    HINT = "In this club only confirmations by account count."

    @pytest.fixture
    def strict(self, game):
        ClubConfirmation.objects.update(links_count=False)
        return game

    def test_nothing_is_promised_that_guests_keep_from_happening(self, strict, rory):
        account, guest = Client(), Client()
        account.force_login(rory.account)
        page = text(account.get(strict.get_absolute_url()))
        assert "an organiser has to settle the result. 1 account has not confirmed yet." in page
        assert "It counts when" not in page
        account.post(f"{strict.get_absolute_url()}confirm/", {"version": 1})
        page = text(account.get(strict.get_absolute_url()))
        assert "Every account has confirmed: an organiser has to settle the result." in page
        page = text(guest.post(f"{table(strict)}2/", {"do": "take"}, follow=True))
        assert f"{self.HINT} Yours is kept and shown" in page
        page = text(guest.post(f"{table(strict)}2/", {"do": "confirm", "version": 1}, follow=True))
        assert "You have confirmed this result." in page
        assert state(strict) == GameState.SUBMITTED

    def test_accounts_that_are_enough_are_told_how_many_are_missing(self, club, ailsa, rory, guests):
        ClubConfirmation.objects.create(club=club, rule="majority", links_count=False)
        sheet = clans_sheet(*(clans_seat(glory=45 - index) for index in range(3)))
        people = [Person(player=player) for player in (ailsa, rory, guests[0])]
        game = recorded_game(*people, sheet=sheet, club=club, recorder=ailsa.account)
        page = text(Client().get(f"{table(game)}2/"))
        assert "It counts when 1 more player with an account has confirmed it: 1 of 3 so far." in page

    def test_guests_whose_word_counts_read_nothing_of_it(self, game):
        assert self.HINT not in text(Client().get(f"{table(game)}2/"))


class TestAPhoneInTheWrongSeat:
    def test_gives_it_back_and_is_who_it_is_with_one_tap(self, game):
        phone = Client()
        phone.post(f"{table(game)}3/", {"do": "confirm", "version": 1})
        offered = phone.post(f"{table(game)}2/", {"do": "take"})
        assert offered.status_code == 403
        assert "Give Ana’s seat back and be Gus" in text(offered)
        page = text(phone.post(f"{table(game)}2/", {"do": "change"}, follow=True))
        assert "Gus, is this right?" in page
        assert not game.verdicts.filter(kind="confirmed", means="table", closed_at=None).exists()
        assert "Ana, is this right?" in text(Client().post(f"{table(game)}3/", {"do": "take"}, follow=True))

    def test_asks_for_a_seat_that_another_phone_has(self, game):
        first, second = Client(), Client()
        first.post(f"{table(game)}2/", {"do": "take"})
        second.post(f"{table(game)}3/", {"do": "take"})
        page = text(second.post(f"{table(game)}2/", {"do": "change"}, follow=True))
        assert "We have asked there." in page
        assert "Another phone says it is Gus." in text(first.get(f"{table(game)}2/"))

    def test_keeps_its_seat_where_it_may_not_have_the_other(self, game):
        phone = Client()
        phone.post(f"{table(game)}3/", {"do": "take"})
        assert phone.post(f"{table(game)}1/", {"do": "change"}).status_code == 403
        assert "This phone answers for Ana." in text(phone.get(f"{table(game)}3/"))
