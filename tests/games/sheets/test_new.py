"""Recording a game through the plain form."""

import re
from datetime import date

import pytest
from django.test import Client
from django.utils import timezone

from games.clubs.enums import Role
from games.results.models import Game
from tests.factories.clubs import ClubFactory, GuestMembershipFactory, MembershipFactory, member_of
from tests.factories.games import clans_seat, clans_sheet, two_seats
from tests.factories.people import PlayerFactory
from tests.games.sheets.posting import hidden_fields, new_address, posted_sheet, typed

pytestmark = pytest.mark.django_db

NEW = new_address()
# Exact, so that one more is noticed: who is signed in, their clubs, the people of the chosen one.
QUERIES_WITH_A_CLUB = 9


def text_of(response):
    return re.sub(r"\s+", " ", response.content.decode())


def record(client, raw, *names, **more):
    return client.post(NEW, posted_sheet(raw, *names, action="record", **more))


class TestWithoutAnAccount:
    def test_a_game_is_recorded_and_shown(self, client):
        response = record(client, two_seats(), "Ailsa", "Rory")
        game = Game.objects.get()
        assert response.status_code == 302
        assert response.url == f"/games/{game.public_id}/"
        assert [(seat.name, seat.total, seat.rank) for seat in game.seats.all()] == [
            ("Ailsa", 84, 1),
            ("Rory", 64, 2),
        ]
        assert (game.played_on, game.recorded_by, game.club) == (date(2026, 5, 2), None, None)
        assert "The game is recorded." in text_of(client.get(response.url))
        assert "The game is recorded." not in text_of(client.get(response.url))

    def test_a_script_is_told_the_address_and_the_message_stays_for_the_page(self, client):
        fields = posted_sheet(two_seats(), action="record")
        response = client.post(NEW, fields, headers={"X-Requested-With": "fetch"})
        game = Game.objects.get()
        assert (response.status_code, response.json()) == (200, {"game": f"/games/{game.public_id}/"})
        assert "The game is recorded." in text_of(client.get(response.json()["game"]))

    def test_sending_twice_records_once(self, client):
        fields = posted_sheet(two_seats(), action="record")
        assert client.post(NEW, fields).url == client.post(NEW, fields).url
        assert Game.objects.count() == 1

    def test_somebody_elses_key_records_nothing(self, client):
        fields = posted_sheet(two_seats(), action="record")
        client.post(NEW, fields)
        response = client.post(NEW, fields | {"edit_secret": "y" * 30})
        assert response.status_code == 409
        assert Game.objects.count() == 1

    def test_another_sheet_under_a_used_key_comes_back_under_a_new_one(self, client):
        fields = posted_sheet(two_seats(), action="record", edit_secret="x" * 30)
        first = client.post(NEW, fields).url
        other = fields | {"seats[0].glory": "44"}
        response = client.post(NEW, other)
        page = text_of(response)
        assert response.status_code == 409
        assert "This sheet was already recorded with other values." in page
        assert f'href="{first}"' in page
        assert "Send as a new game" in page
        kept = hidden_fields(page)
        assert kept["entry_key"] != fields["entry_key"]
        again = {"entry_key": kept["entry_key"], "edit_secret": kept["edit_secret"]}
        assert client.post(NEW, other | again).status_code == 302
        assert sorted(game.seats.get(index=0).total for game in Game.objects.all()) == [83, 84]

    def test_a_script_is_told_of_a_used_key(self, client):
        fields = posted_sheet(two_seats(), action="record")
        address = client.post(NEW, fields).url
        response = client.post(NEW, fields | {"seats[0].glory": "44"}, headers={"X-Requested-With": "fetch"})
        told = response.json()
        assert (response.status_code, told["code"], told["game"]) == (409, "key_of_another_game", address)

    def test_every_page_has_a_key_of_its_own(self, client):
        address = new_address(human=2)
        first, second = (hidden_fields(client.get(address).content.decode()) for _ in range(2))
        assert first["entry_key"] != second["entry_key"]
        assert first["edit_secret"] != second["edit_secret"]

    def test_the_date_is_today_for_the_visitor(self, client, time_machine):
        time_machine.move_to("2026-05-02 23:30 +0000", tick=False)
        client.cookies["timezone"] = "Pacific/Auckland"
        assert 'name="played_on" value="2026-05-03"' in client.get(new_address(human=2)).content.decode()
        assert timezone.now().date() == date(2026, 5, 2)


class TestRecordedOnThisDevice:
    def recorded(self, client, *names):
        record(client, two_seats(), *names)
        return Game.objects.latest("id")

    def test_a_visitor_finds_their_games_again_newest_first(self, client):
        assert "Recorded on this device" not in text_of(client.get("/score/"))
        first, second = self.recorded(client, "Ailsa", "Rory"), self.recorded(client, "Moira", "Fergus")
        page = text_of(client.get("/score/"))
        assert "Recorded on this device" in page
        assert page.index(second.get_absolute_url()) < page.index(first.get_absolute_url())
        assert "Fergus" in page

    def test_other_browsers_do_not(self, client):
        self.recorded(client)
        assert "Recorded on this device" not in text_of(Client().get("/score/"))

    def test_no_longer_what_somebody_saved_into_a_club(self, client):
        self.recorded(client)
        Game.objects.update(club=ClubFactory(visibility="private"))
        assert "Recorded on this device" not in text_of(client.get("/score/"))

    @pytest.mark.parametrize("games", [1, 3])
    def test_queries_do_not_grow_with_the_list(self, client, games, django_assert_num_queries):
        for _ in range(games):
            self.recorded(client)
        client.get("/score/")
        # The session, the games, their seats.
        with django_assert_num_queries(3):
            client.get("/score/")


class TestMistakes:
    def test_all_are_told_and_nothing_is_lost(self, client):
        raw = clans_sheet(clans_seat(clan="campbell", glory="lots", money=None), clans_seat(clan="campbell"))
        response = record(client, raw, "Ailsa", "Ailsa", place="Leith")
        page = text_of(response)
        assert response.status_code == 422
        assert not Game.objects.exists()
        assert 'value="Leith"' in page
        assert 'value="lots"' in page
        for path in ("seats[0].glory", "seats[0].money", "seats[1].clan", "seats[1].player"):
            slot = re.search(rf'data-error-for="{re.escape(path)}">(.*?)</div>', page)
            assert slot[1].startswith("<p>"), path
        assert '<a href="#seats-0-glory">' in page
        assert 'id="seats-0-glory"' in page

    def test_the_first_mistake_opens_its_tab(self, client):
        raw = clans_sheet(clans_seat(), clans_seat(glory=-1))
        assert 'name="_seat" value="1" checked' in text_of(record(client, raw))

    def test_a_date_in_the_future_is_refused(self, client):
        response = record(client, two_seats(), played_on="2999-01-01")
        assert response.status_code == 422
        assert "The date of play is in the future." in text_of(response)

    def test_a_date_that_is_none_is_refused(self, client):
        response = record(client, two_seats(), played_on="yesterday")
        assert '<a href="#id_played_on">' in text_of(response)

    def test_a_name_that_is_too_long_is_refused(self, client):
        assert record(client, two_seats(), "A" * 81, "B").status_code == 422

    def test_a_preview_does_not_ask_for_what_is_still_blank(self, client):
        response = client.post(NEW, posted_sheet({"seats": [{"glory": 40}, {}]}, action="preview"))
        page = text_of(response)
        assert response.status_code == 200
        assert "error-summary" not in page
        assert '<output class="seat-total number" data-total="0">40</output>' in page
        assert "fields are still blank" in page

    def test_a_form_without_seats_leads_back_to_the_start(self, client):
        assert client.post(NEW, {"action": "record"}).url == "/score/"


class TestWarnings:
    raw = clans_sheet(clans_seat(glory=150), clans_seat())

    def key(self, response):
        return re.search(r'name="warnings_confirmed" value="([^"]+)"', text_of(response))[1]

    def test_unusual_values_wait_for_a_yes(self, client):
        response = record(client, self.raw)
        assert response.status_code == 422
        assert "150 is more than usual" in text_of(response)
        assert record(client, self.raw, warnings_confirmed=self.key(response)).status_code == 302
        assert Game.objects.get().seats.first().total > 150

    def test_the_question_names_its_field_and_stands_on_top(self, client):
        page = text_of(record(client, self.raw, "Ben", "Cat"))
        assert '<a href="#seats-0-glory">Ben · Glory</a> – 150 is more than usual' in page
        assert page.index("data-warnings-key") < page.index('class="sheet-table"')
        assert page.count("data-warnings-key") == 1

    def test_before_it_is_sent_the_question_stands_where_the_typing_ends(self, client):
        page = text_of(client.post(new_address(human=2), posted_sheet(self.raw, action="preview")))
        assert page.index("data-warnings-key") > page.index('class="sheet-table"')

    def test_a_yes_does_not_cover_what_was_changed_later(self, client):
        key = self.key(record(client, self.raw))
        changed = clans_sheet(clans_seat(glory=1500), clans_seat())
        assert record(client, changed, warnings_confirmed=key).status_code == 422
        assert not Game.objects.exists()


class TestInAClub:
    @pytest.fixture
    def club(self):
        return ClubFactory(slug="leith")

    def test_members_names_become_players_and_others_stay_names(self, client, club):
        account = member_of(club, Role.SCOREKEEPER, name="Ailsa")
        guest = GuestMembershipFactory(club=club, player__name="Rory").player
        client.force_login(account)
        assert '<option value="Rory">' in text_of(client.get(new_address(human=2)))
        sheet = clans_sheet(clans_seat(), clans_seat(), clans_seat())
        assert record(client, sheet, "RORY", "Ailsa", "Moira", club="leith").status_code == 302
        game = Game.objects.get()
        assert (game.club, game.recorded_by) == (club, account)
        assert [(seat.player, seat.name) for seat in game.seats.all()] == [
            (guest, "Rory"),
            (account.player, "Ailsa"),
            (None, "Moira"),
        ]

    def test_members_record_only_games_they_sit_in(self, client, club):
        client.force_login(member_of(club, name="Ailsa"))
        response = record(client, two_seats(), "Rory", "Moira", club="leith")
        assert response.status_code == 422
        assert not Game.objects.exists()
        assert record(client, two_seats(), "Rory", "Ailsa", club="leith").status_code == 302

    def test_scorekeepers_record_every_game(self, client, club):
        client.force_login(member_of(club, Role.SCOREKEEPER))
        assert record(client, two_seats(), "Rory", "Moira", club="leith").status_code == 302

    def test_outsiders_cannot_name_the_club(self, client, club):
        client.force_login(PlayerFactory().account)
        record(client, two_seats(), club="leith")
        assert Game.objects.get().club is None
        client.logout()
        record(client, two_seats(), club="leith")
        assert Game.objects.filter(club=club).count() == 0

    def test_the_only_club_is_chosen_beforehand(self, client, club):
        client.force_login(member_of(club))
        assert '<option value="leith" selected>' in text_of(client.get(new_address(human=2)))

    def test_of_several_none_is_guessed_but_the_clubs_page_leads_to_its_own(self, client, club):
        account = member_of(club)
        ClubFactory(slug="oban").memberships.create(player=account.player)
        client.force_login(account)
        assert '<option value="" selected>No club' in text_of(client.get(new_address(human=2)))
        link = re.search(r'href="(/score/\?club=leith)"', text_of(client.get("/clubs/leith/")))[1]
        sheet = re.search(
            r'href="(/score/clans_of_caledonia/\?human=2&amp;club=leith)"', text_of(client.get(link))
        )[1]
        assert '<option value="leith" selected>' in text_of(client.get(sheet.replace("&amp;", "&")))

    def test_it_is_asked_for_before_the_numbers(self, client, club):
        client.force_login(member_of(club))
        page = text_of(client.get(new_address(human=2)))
        assert page.index('name="club"') < page.index('name="seats[0].glory"')

    def test_two_members_of_one_name_can_be_told_apart(self, client, club):
        client.force_login(member_of(club, Role.SCOREKEEPER, name="Keeper"))
        first = GuestMembershipFactory(club=club, player__name="Anna").player
        second = GuestMembershipFactory(club=club, player__name="Anna").player
        names = [f"Anna · {player.public_id}" for player in (first, second)]
        record(client, two_seats(), *names, club="leith")
        assert [seat.player for seat in Game.objects.get().seats.all()] == [first, second]

    def test_hidden_members_are_not_offered_to_other_members(self, client, club):
        GuestMembershipFactory(club=club, player__name="Hidden One", player__visibility="hidden")
        client.force_login(member_of(club))
        assert "Hidden One" not in text_of(client.get(new_address(human=2)))

    @pytest.mark.parametrize("members", [1, 3])
    def test_queries_do_not_grow_with_the_club(self, client, club, members, django_assert_num_queries):
        client.force_login(member_of(club, Role.SCOREKEEPER))
        for number in range(members):
            GuestMembershipFactory(club=club, player__name=f"Guest {number}")
        client.get(new_address(human=2))
        with django_assert_num_queries(QUERIES_WITH_A_CLUB):
            client.get(new_address(human=2))

    @pytest.mark.parametrize("clubs", [1, 3])
    def test_nor_with_the_number_of_clubs(self, client, club, clubs, django_assert_num_queries):
        account = member_of(club, Role.SCOREKEEPER)
        for _ in range(clubs - 1):
            MembershipFactory(club=ClubFactory(), player=account.player)
        client.force_login(account)
        address = new_address(human=2) + "&club=leith"
        client.get(address)
        with django_assert_num_queries(QUERIES_WITH_A_CLUB):
            client.get(address)

    @pytest.mark.parametrize("seats", [2, 4])
    def test_nor_with_the_seats(self, client, club, seats, django_assert_num_queries):
        client.force_login(member_of(club))
        client.get(new_address(human=seats))
        with django_assert_num_queries(QUERIES_WITH_A_CLUB):
            client.get(new_address(human=seats))


@pytest.mark.parametrize("seats", [1, 4])
def test_a_stranger_costs_the_database_nothing(client, seats, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get(new_address(human=seats))


def test_whatever_is_typed_comes_back_as_text(client):
    evil = '"><script>alert(1)</script>'
    fields = posted_sheet(two_seats(), evil, "Rory", action="preview")
    page = text_of(client.post(NEW, fields | {"seats[1].glory": evil, "game.unknown": evil}))
    assert "<script>alert" not in page
    assert page.count("&lt;script&gt;alert(1)") >= 2


class TestSeats:
    """One player more or fewer, with everything typed kept at its seat."""

    def sent(self, client, action, raw, *names):
        response = client.post(NEW, posted_sheet(raw, *names, action=action))
        assert response.status_code == 200
        return text_of(response)

    def test_a_new_seat_comes_after_the_people_and_before_the_automa(self, client):
        seats = (clans_seat(clan="campbell", glory=45), {"kind": "automa", "level": 2, "money": 31})
        page = self.sent(client, "more", clans_sheet(*seats), "Ailsa", "")
        assert re.findall(r'name="seats\[\d\]\.kind" value="(\w+)"', page) == ["human", "human", "automa"]
        assert typed(page, "seats[0].glory") == "45"
        assert typed(page, "seats[1].glory") == ""
        assert typed(page, "seats[2].money") == "31"

    def test_the_blank_seat_goes_and_the_others_move_up(self, client):
        seats = (clans_seat(glory=45), {"kind": "human"}, clans_seat(glory=40))
        page = self.sent(client, "fewer", clans_sheet(*seats), "Ailsa", "", "Rory")
        assert typed(page, "seats[1].glory") == "40"
        assert 'name="seats[1].player" value="Rory"' in page
        assert "seats[2]" not in page

    def test_nothing_typed_goes(self, client):
        page = self.sent(client, "fewer", two_seats(), "Ailsa", "Rory")
        assert "Every seat has something in it." in page
        assert 'value="Rory"' in page

    def test_a_table_is_never_larger_or_smaller_than_the_game_allows(self, client):
        four = clans_sheet(*(clans_seat() for _ in range(4)))
        assert "seats[4]" not in self.sent(client, "more", four)
        assert 'value="more"' not in text_of(client.get(new_address(human=4)))
        assert 'value="fewer"' not in text_of(client.get(new_address(human=1)))

    @pytest.mark.parametrize("action", ["more", "fewer"])
    def test_the_key_stays(self, client, action):
        fields = posted_sheet(clans_sheet(clans_seat(), {"kind": "human"}), action=action)
        kept = hidden_fields(client.post(NEW, fields).content.decode())
        assert (kept["entry_key"], kept["edit_secret"]) == (fields["entry_key"], fields["edit_secret"])


class TestAddresses:
    def test_a_table_no_game_has_leads_to_the_start(self, client):
        for address in (
            NEW,
            new_address(human=9),
            new_address("glen_more_2", human=1),
            new_address(automa=1),
        ):
            response = client.get(address)
            if address == new_address(automa=1):
                # One seat is a table; that it needs a person the sheet itself says.
                continue
            assert response.url == "/score/", address

    @pytest.mark.parametrize("language", ["fr", "pt-br"])
    def test_points_are_called_as_the_reader_calls_them(self, client, language):
        page = text_of(client.get(new_address(human=2), headers={"accept-language": language}))
        assert "<span>PV</span>" in page
        assert "{vp} PV" in page

    def test_an_unknown_game_has_no_page(self, client):
        assert client.get(new_address("chess", human=2)).status_code == 404
        assert client.post("/score/chess/preview").status_code == 404

    def test_the_start_offers_every_table_of_every_game(self, client):
        page = text_of(client.get("/score/?club=leith"))
        assert "/score/clans_of_caledonia/?human=3&amp;automa=1&amp;club=leith" in page
        assert "/score/glen_more_2/?human=2&amp;club=leith" in page
        assert "/score/glen_more_2/?human=1" not in page
        for address in re.findall(r'href="(/score/\w+/\?[^"]+)"', page):
            assert client.get(address.replace("&amp;", "&")).status_code == 200
