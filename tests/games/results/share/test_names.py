"""Who reads which names: the table always, whoever got the table's link the guests, everyone else what they show."""

import re
from io import BytesIO
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse
from pypdf import PdfReader

from games.clubs.enums import ClubVisibility, Role
from games.players.models import PageVisibility, Player
from games.results.models import Game
from games.results.services.clubs import Sitter, adopt_game
from games.results.services.proofs import Proof, token_for
from games.results.services.results import Person
from games.results.services.verdicts import void_game
from tests.factories.clubs import GuestMembershipFactory, MembershipFactory, member_of
from tests.factories.games import clans_seat, clans_sheet, keeper, recorded_game
from tests.games.results.share.test_page import page
from tests.games.sheets.posting import posted_sheet

pytestmark = pytest.mark.django_db

# Ana shows herself to everyone, Ben is a guest of the club, Chloé's club may know her, and nobody may know Dora.
NAMES = {"Ana Sol": "public", "Ben Guest": "guest", "Chloé Club": "club", "Dora Dark": "hidden"}
EVERYONE = set(NAMES)


def seated(club, name, kind):
    if kind == "guest":
        return GuestMembershipFactory(club=club, player__name=name).player
    return MembershipFactory(club=club, player__name=name, player__visibility=kind).player


@pytest.fixture
def people(club):
    return {name: seated(club, name, kind) for name, kind in NAMES.items()}


@pytest.fixture
def table(club, people):
    glory = (60, 45, 40, 31)
    sheet = clans_sheet(*(clans_seat(glory=one) for one in glory))
    recorder = people["Ana Sol"].account
    return recorded_game(
        *(Person(player=one) for one in people.values()), sheet=sheet, club=club, recorder=recorder
    )


def told(text):
    """Which of them a text names."""
    return {name for name in NAMES if name in text}


def text_at(client, address, **headers):
    response = client.get(address, headers=headers)
    assert response.status_code == 200, address
    if response["Content-Type"] == "application/pdf":
        return " ".join(
            " ".join(one.extract_text() for one in PdfReader(BytesIO(response.content)).pages).split()
        )
    return b"".join(response).decode()


def addresses_of(game):
    """Every place that names who sat there to one reader."""
    return {
        "page": game.get_absolute_url(),
        "paper": reverse("games:pdf", args=[game.public_id]),
        "list": reverse("games:browse"),
        "API": f"/api/v1/games/{game.public_id}/",
        "API list": "/api/v1/games/",
        "API sheet": f"/api/v1/games/{game.public_id}/sheet/",
        "club": game.club.get_absolute_url(),
        "feed": reverse("exchange:games_feed", args=[game.club.slug]),
    }


def link_of(client, game):
    return page(client, game).field


class TestAtTheTable:
    @pytest.mark.parametrize("name", ["Ana Sol", "Chloé Club", "Dora Dark"])
    def test_those_who_sat_there_read_each_others_names_everywhere(self, client, table, people, name):
        client.force_login(people[name].account)
        for where, address in addresses_of(table).items():
            assert told(text_at(client, address)) == EVERYONE, where

    def test_a_name_that_is_hidden_elsewhere_opens_no_page_and_no_id(self, client, table, people):
        client.force_login(people["Ana Sol"].account)
        for where, address in addresses_of(table).items():
            assert people["Dora Dark"].public_id not in text_at(client, address), where

    def test_at_another_table_they_are_strangers_again(self, client, table, people, club):
        other = recorded_game(Person(player=people["Dora Dark"]), Person(name="Elsewhere"), club=club)
        client.force_login(people["Ana Sol"].account)
        assert "Dora Dark" not in text_at(client, other.get_absolute_url())
        rows = re.findall(r"<article.*?</article>", text_at(client, reverse("games:browse")), re.DOTALL)
        assert sorted("Dora Dark" in row for row in rows) == [False, True]
        seats = [one["seats"] for one in client.get("/api/v1/games/").json()["results"]]
        named = ["Dora Dark" in [seat["name"] for seat in one] for one in seats]
        assert sorted(named) == [False, True]

    def test_ones_own_page_names_every_opponent_and_nobody_elses_does(self, client, table, people):
        Game.objects.update(state="confirmed")
        ana, chloe = people["Ana Sol"], people["Chloé Club"]
        client.force_login(ana.account)
        assert told(text_at(client, ana.get_absolute_url())) == EVERYONE
        opponents = client.get(chloe.get_absolute_url()).context["opponents"]
        assert told(opponents) == {"Ana Sol", "Ben Guest"}

    def test_by_a_personal_link_too(self, client, table):
        seat = table.seats.get(index=1)
        mine = reverse("games:mine", args=[table.public_id, token_for(seat, table)])
        assert told(text_at(client, mine)) == EVERYONE
        assert told(text_at(client, table.get_absolute_url())) == {"Ana Sol"}

    def test_members_and_strangers_read_what_they_did(self, client, table, club):
        expected = {"member": {"Ana Sol", "Ben Guest", "Chloé Club"}, "visitor": {"Ana Sol"}}
        for where, address in addresses_of(table).items():
            assert told(text_at(client, address)) == expected["visitor"], where
        client.force_login(member_of(club))
        for where, address in addresses_of(table).items():
            assert told(text_at(client, address)) == expected["member"], where
        client.force_login(member_of(club, Role.SCOREKEEPER))
        assert told(text_at(client, table.get_absolute_url())) == EVERYONE

    def test_lists_ask_no_more_for_more_games(
        self, client, table, people, club, django_assert_max_num_queries
    ):
        ana = people["Ana Sol"]
        client.force_login(ana.account)
        asked = []
        for _ in range(2):
            with django_assert_max_num_queries(100) as found:
                client.get(reverse("games:browse"))
                client.get("/api/v1/games/")
            asked.append(len(found))
            for _again in range(2):
                recorded_game(Person(player=ana), Person(player=people["Dora Dark"]), club=club)
        assert asked[0] == asked[1]


HERE = Proof(edit_secret="x" * 30)


class TestTheBrowserThatEnteredIt:
    @pytest.fixture
    def entered(self, client):
        sheet = clans_sheet(clans_seat(glory=60), clans_seat(glory=45))
        sent = posted_sheet(sheet, "Ana", "Ben", action="record")
        assert client.post(reverse("games:new", args=["clans_of_caledonia"]), sent).status_code == 302
        return Game.objects.get()

    def test_reads_the_names_it_typed_after_somebody_saved_the_game(self, client, entered, club):
        saver = member_of(club, Role.SCOREKEEPER)
        sitters = {0: Sitter(new_guest=True), 1: Sitter(new_guest=True)}
        adopt_game(actor=saver, game=entered, expected_version=1, club=club, sitters=sitters, proof=HERE)
        Player.objects.filter(name="Ben").update(visibility=PageVisibility.HIDDEN)
        assert "Ana won with" in page(client, entered).meta["description"]
        assert "before Ben" in page(client, entered).meta["description"]
        client.cookies.clear()
        assert page(client, entered).meta["description"].startswith("A player won")

    def test_the_link_of_the_evening_still_names_them(self, client, entered, club):
        """It went into the chat before anybody thought of a club."""
        link = link_of(client, entered)
        saver = member_of(club, Role.SCOREKEEPER)
        sitters = {0: Sitter(new_guest=True), 1: Sitter(new_guest=True)}
        adopt_game(actor=saver, game=entered, expected_version=1, club=club, sitters=sitters, proof=HERE)
        client.cookies.clear()
        assert "Ana won with" in text_at(client, link)


class TestTheLinkWithNames:
    @pytest.fixture
    def link(self, client, table, people):
        client.force_login(people["Ana Sol"].account)
        link = link_of(client, table)
        client.logout()
        return link

    def test_shows_guests_and_nobody_who_chose_otherwise(self, client, table, link):
        shown = {"Ana Sol", "Ben Guest"}
        meta = page(client, table, f"?{urlsplit(link).query}").meta
        assert told(text_at(client, link)) == told(meta["og:description"]) == shown
        assert told(text_at(client, table.get_absolute_url())) == {"Ana Sol"}

    def test_preview_picture_code_and_paper_honour_it(self, client, table, link):
        query = urlsplit(link).query
        meta = page(client, table, f"?{query}").meta
        assert meta["og:url"] == link
        assert parse_qs(urlsplit(meta["og:image"]).query)["names"] == parse_qs(query)["names"]
        shown = {"Ana Sol", "Ben Guest"}
        for name, expected in (("card_svg", shown), ("pdf", shown)):
            address = reverse(f"games:{name}", args=[table.public_id])
            assert told(text_at(client, f"{address}?{query}")) == expected, name
            assert told(text_at(client, address)) == {"Ana Sol"}, name
        code = reverse("games:qr", args=[table.public_id])
        assert text_at(client, f"{code}?{query}") != text_at(client, code)

    def test_pictures_with_names_are_kept_apart_from_those_without(self, client, table, link):
        address, query = reverse("games:card_png", args=[table.public_id]), urlsplit(link).query
        bare, named = client.get(address), client.get(f"{address}?{query}")
        assert bare["ETag"] != named["ETag"]
        assert client.get(address, headers={"if-none-match": named["ETag"]}).status_code == 200
        assert client.get(address, headers={"if-none-match": bare["ETag"]}).status_code == 304
        assert named["X-Robots-Tag"] == "noindex"
        assert "X-Robots-Tag" not in bare

    def test_is_not_for_search_engines(self, client, table, link):
        assert page(client, table, f"?{urlsplit(link).query}").meta["robots"] == "noindex"
        assert "robots" not in page(client, table).meta

    def test_is_handed_on_by_whoever_got_it(self, client, table, link):
        handed_on = page(client, table, f"?{urlsplit(link).query}")
        assert handed_on.field == link
        assert all(urlsplit(link).query in one for one in handed_on.links if "card." in (one or ""))

    @pytest.mark.parametrize("forged", ["", "x", "AAAAAAAAAAAAAAAA", "é", "0" * 5000])
    def test_a_forged_one_is_as_good_as_none(self, client, table, forged):
        assert told(text_at(client, f"{table.get_absolute_url()}?names={forged}")) == {"Ana Sol"}

    def test_that_of_another_game_is_as_good_as_none(self, client, link, club, people):
        other = recorded_game(Person(player=people["Ben Guest"]), Person(name="Elsewhere"), club=club)
        assert told(text_at(client, f"{other.get_absolute_url()}?{urlsplit(link).query}")) == set()

    def test_shows_nobody_who_was_hidden_since(self, client, link, people):
        for name in ("Ana Sol", "Ben Guest"):
            Player.objects.filter(pk=people[name].pk).update(visibility=PageVisibility.HIDDEN)
        assert told(text_at(client, link)) == set()

    def test_ends_while_the_game_is_taken_out(self, client, table, link):
        void_game(actor=keeper(), game=table)
        assert told(text_at(client, link)) == {"Ana Sol"}

    def test_opens_no_private_club(self, client, table, link, club, people):
        club.visibility = ClubVisibility.PRIVATE
        club.save()
        assert client.get(link).status_code == 404
        assert (
            client.get(
                reverse("games:card_png", args=[table.public_id]) + "?" + urlsplit(link).query
            ).status_code
            == 404
        )
        client.force_login(people["Ana Sol"].account)
        assert "names=" not in link_of(client, table)

    def test_who_hands_it_out(self, client, table, club, people):
        assert "names=" not in link_of(client, table)
        for role, signed in ((Role.MEMBER, False), (Role.SCOREKEEPER, True), (Role.ORGANISER, True)):
            client.force_login(member_of(club, role))
            assert ("names=" in link_of(client, table)) is signed, role
        client.force_login(people["Dora Dark"].account)
        assert "names=" in link_of(client, table)
        client.logout()
        mine = reverse("games:mine", args=[table.public_id, token_for(table.seats.get(index=1), table)])
        assert "?names=" in text_at(client, mine)

    def test_a_table_of_accounts_has_nothing_to_add(self, client, game, ailsa):
        client.force_login(ailsa.account)
        assert link_of(client, game) == f"http://testserver{game.get_absolute_url()}"
