"""Confirming and disputing, by account and by personal link."""

import re
from urllib.parse import quote

import pytest

from games.clubs.enums import ClubVisibility
from games.results.enums import GameState
from games.results.models import ClubConfirmation
from games.results.services.correct import correct_game
from games.results.services.proofs import token_for
from games.results.services.results import Person
from games.results.services.verdicts import settle_game, void_game
from tests.factories.clubs import GuestMembershipFactory
from tests.factories.games import PLAYED, keeper, recorded_game, two_seats
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(club, ailsa, rory):
    ClubConfirmation.objects.create(club=club, rule="all")
    return recorded_game(Person(player=ailsa), Person(player=rory), club=club, recorder=ailsa.account)


def state(game):
    game.refresh_from_db()
    return game.state


def corrected(game, people):
    sheet = two_seats()
    sheet["seats"][0]["glory"] = 50
    return correct_game(
        game=game,
        expected_version=game.version,
        sheet=sheet,
        circumstances=PLAYED,
        people=people,
        actor=keeper(),
    )


class TestByAccount:
    def test_the_last_word_makes_it_count(self, client, waiting, rory):
        client.force_login(rory.account)
        assert client.post(f"{waiting.get_absolute_url()}confirm/", {"version": 1}).status_code == 302
        assert state(waiting) == GameState.CONFIRMED

    def test_only_those_seated(self, client, waiting, organiser):
        client.force_login(organiser)
        assert client.post(f"{waiting.get_absolute_url()}confirm/", {"version": 1}).status_code == 403
        client.logout()
        response = client.post(f"{waiting.get_absolute_url()}confirm/", {"version": 1})
        assert response.url.startswith("/account/login/")
        assert state(waiting) == GameState.SUBMITTED

    def test_a_version_one_has_not_seen_is_not_confirmed(self, client, waiting, ailsa, rory):
        corrected(waiting, [Person(player=ailsa), Person(player=rory)])
        client.force_login(rory.account)
        response = client.post(f"{waiting.get_absolute_url()}confirm/", {"version": 1})
        assert response.status_code == 412
        assert "Somebody was faster" in response.content.decode()
        assert state(waiting) == GameState.SUBMITTED

    @pytest.mark.parametrize("version", ["", "x", "-1", "²"])
    def test_nonsense_is_no_version(self, client, waiting, rory, version):
        client.force_login(rory.account)
        response = client.post(f"{waiting.get_absolute_url()}confirm/", {"version": version})
        assert response.status_code == 412

    def test_a_dispute_names_lines(self, client, waiting, rory):
        client.force_login(rory.account)
        page = client.get(f"{waiting.get_absolute_url()}dispute/").content.decode()
        assert 'name="line_exports"' in page
        data = {"version": 1, "line_exports": "I had six", "whole": "and more"}
        client.post(f"{waiting.get_absolute_url()}dispute/", data)
        assert state(waiting) == GameState.DISPUTED
        (verdict,) = waiting.verdicts.filter(player=rory)
        assert verdict.objections == [
            {"line": "exports", "comment": "I had six"},
            {"line": "", "comment": "and more"},
        ]

    def test_what_is_settled_is_said_before_somebody_objects(self, client, waiting, rory):
        settle_game(actor=keeper(), game=waiting, version=1)
        client.force_login(rory.account)
        for address in (waiting.get_absolute_url(), f"{waiting.get_absolute_url()}dispute/"):
            assert "stays settled" in client.get(address).content.decode()

    def test_an_empty_dispute_is_asked_again(self, client, waiting, rory):
        client.force_login(rory.account)
        response = client.post(f"{waiting.get_absolute_url()}dispute/", {"version": 1, "whole": " "})
        assert response.status_code == 200
        assert "Say at one line at least" in response.content.decode()
        assert state(waiting) == GameState.SUBMITTED

    def test_a_dispute_is_withdrawn_where_it_was_made(self, client, waiting, ailsa, rory):
        client.force_login(rory.account)
        client.post(f"{waiting.get_absolute_url()}dispute/", {"version": 1, "whole": "no"})
        corrected(waiting, [Person(player=ailsa), Person(player=rory)])
        assert state(waiting) == GameState.DISPUTED
        page = client.get(waiting.get_absolute_url()).content.decode()
        assert "Withdraw my dispute" in page
        assert "About version 1" in page
        client.force_login(ailsa.account)
        assert "Withdraw my dispute" not in client.get(waiting.get_absolute_url()).content.decode()
        client.post(f"{waiting.get_absolute_url()}withdraw/")
        assert state(waiting) == GameState.DISPUTED
        client.force_login(rory.account)
        client.post(f"{waiting.get_absolute_url()}withdraw/")
        assert state(waiting) == GameState.SUBMITTED

    def test_a_void_game_is_not_judged(self, client, waiting, rory):
        void_game(actor=keeper(), game=waiting)
        client.force_login(rory.account)
        response = client.post(f"{waiting.get_absolute_url()}confirm/", {"version": 1}, follow=True)
        assert "This game is void." in response.content.decode()


@pytest.fixture
def gus(club):
    """A guest of the club, without an account."""
    return GuestMembershipFactory(club=club, player__name="Gus Guest").player


@pytest.fixture
def with_guest(club, ailsa, gus):
    ClubConfirmation.objects.create(club=club, rule="all")
    return recorded_game(Person(player=ailsa), Person(player=gus), club=club, recorder=ailsa.account)


class TestByPersonalLink:
    def link(self, game, index=1):
        seat = game.seats.get(index=index)
        return f"{game.get_absolute_url()}mine/{token_for(seat, game)}/"

    def test_confirms_without_an_account(self, client, with_guest):
        page = client.get(self.link(with_guest)).content.decode()
        assert "Gus Guest, is this right?" in page
        response = client.post(self.link(with_guest), {"do": "confirm", "version": 1}, follow=True)
        assert "You have confirmed this result." in response.content.decode()
        assert state(with_guest) == GameState.CONFIRMED
        word = with_guest.verdicts.get(index=1)
        assert (word.account, word.means, bool(word.device)) == (None, "link", True)

    def test_of_a_seat_with_an_account_says_sign_in_and_leads_back(self, client, waiting, rory):
        link = self.link(waiting)
        page = client.get(link).content.decode()
        assert "Sign in to confirm" in page
        assert f"/account/login/?next={quote(link, safe='')}" in page
        assert "Yes, that is right" not in page
        for answer in ({"do": "confirm"}, {"do": "dispute", "whole": "no"}, {"do": "take"}, {"do": "ask"}):
            refused = client.post(link, answer | {"version": 1})
            assert refused.status_code == 403
            assert "Rory Kerr has an account" in refused.content.decode()
        assert state(waiting) == GameState.SUBMITTED
        client.force_login(rory.account)
        assert "Yes, that is right" in client.get(link).content.decode()
        client.post(link, {"do": "confirm", "version": 1})
        assert state(waiting) == GameState.CONFIRMED
        assert waiting.verdicts.get(index=1).means == "account"

    def test_shows_the_reader_every_name_of_the_table_and_nobodys_page(self, client, club, ailsa):
        guest = GuestMembershipFactory(
            club=club, player__name="Gus Guest", player__visibility="hidden"
        ).player
        hidden = PlayerFactory(name="Morag Innes", visibility="hidden")
        game = recorded_game(Person(player=hidden), Person(player=guest), club=club)
        page = client.get(self.link(game)).content.decode()
        assert "Gus Guest, is this right?" in page
        assert re.search(r'<th class="figure own" scope="col">.*?Gus Guest</th>', page)
        assert re.search(r'ranking-name">\s*Gus Guest', page)
        assert "Morag Innes" in page
        assert guest.public_id not in page
        assert hidden.public_id not in page
        bare = client.get(game.get_absolute_url()).content.decode()
        assert "Gus Guest" not in bare
        assert "Morag" not in bare

    def test_both_answers_come_before_the_table(self, client, with_guest):
        page = client.get(self.link(with_guest)).content.decode()
        places = [
            page.index(text)
            for text in ("Yes, that is right", "Something is wrong", "ranking-seat", "table-title")
        ]
        assert places == sorted(places)

    def test_disputes_without_an_account_and_withdraws(self, client, with_guest):
        link = self.link(with_guest)
        client.post(link, {"version": 1, "do": "dispute", "line_money": "£30"})
        assert state(with_guest) == GameState.DISPUTED
        assert "£30" in client.get(link).content.decode()
        client.post(link, {"do": "withdraw"})
        assert state(with_guest) == GameState.SUBMITTED

    def test_what_an_organiser_settled_stays_settled_and_the_person_is_told(
        self, client, with_guest, organiser
    ):
        link = self.link(with_guest)
        answer = {"version": 1, "do": "dispute", "whole": "no"}
        page = client.post(link, answer, follow=True).content.decode()
        assert "does not count until you withdraw it or an organiser settles it" in page
        settle_game(actor=keeper(), game=with_guest, version=1)
        assert "stays settled" in client.get(link).content.decode()
        page = client.post(link, answer | {"whole": "still no"}, follow=True).content.decode()
        assert "An organiser has settled this result; your objection is kept for them to see." in page
        assert "does not count until" not in page
        assert state(with_guest) == GameState.CONFIRMED
        client.force_login(organiser)
        page = client.get(with_guest.get_absolute_url()).content.decode()
        assert "still no" in page
        # And they can settle once more.
        assert "/settle/" in page
        client.post(f"{with_guest.get_absolute_url()}settle/", {"version": 1})
        assert "still no" not in client.get(with_guest.get_absolute_url()).content.decode()

    def test_an_empty_dispute_changes_nothing(self, client, with_guest):
        response = client.post(self.link(with_guest), {"version": 1, "do": "dispute"})
        assert "Say at one line at least" in response.content.decode()
        assert state(with_guest) == GameState.SUBMITTED

    def test_opens_a_private_clubs_game_but_nothing_else_of_it(self, client, club, with_guest):
        club.visibility = ClubVisibility.PRIVATE
        club.save()
        response = client.get(self.link(with_guest))
        assert response.status_code == 200
        assert "no-cache" in response["Cache-Control"]
        assert client.get(with_guest.get_absolute_url()).status_code == 404

    def test_a_wrong_link_says_so(self, client, waiting):
        response = client.get(f"{waiting.get_absolute_url()}mine/abc/")
        assert response.status_code == 404
        assert "This link does not work" in response.content.decode()

    def test_a_stale_page_is_told_and_shows_the_newest_result(self, client, with_guest, ailsa, gus):
        link = self.link(with_guest)
        corrected(with_guest, [Person(player=ailsa), Person(player=gus)])
        stale = client.post(link, {"do": "confirm", "version": 1})
        assert stale.status_code == 412
        assert "Somebody else changed this in the meantime." in stale.content.decode()
        assert 'name="version" value="2"' in stale.content.decode()
        assert not with_guest.verdicts.filter(index=1).exists()

    def test_is_handed_out_by_recorder_and_scorekeepers_only(
        self, client, with_guest, ailsa, rory, organiser
    ):
        address = f"{with_guest.get_absolute_url()}links/1/"
        client.force_login(rory.account)
        assert client.get(address).status_code == 403
        for person in (ailsa.account, organiser):
            client.force_login(person)
            page = client.get(address).content.decode()
            link = re.search(r'value="(http[^"]+/mine/[^"]+)"', page)[1]
            assert client.get(link).status_code == 200
            assert "qr-code" in page
        assert client.get(f"{with_guest.get_absolute_url()}links/7/").status_code == 404

    def test_of_an_account_is_handed_out_by_nobody(self, client, waiting, ailsa):
        client.force_login(ailsa.account)
        assert "/links/" not in client.get(waiting.get_absolute_url()).content.decode()
        page = client.get(f"{waiting.get_absolute_url()}links/1/", follow=True)
        assert "/mine/" not in page.content.decode()
        assert "Rory Kerr has an account" in page.content.decode()
