"""The joint sheet becomes a game, and who said "done" has confirmed it."""

import pytest
from django.test import Client

from games.joint_sheets.models import JointSheet
from games.results.models import Game
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.events import DAY, event_of, posted_round
from tests.factories.games import clans_seat, clans_sheet
from tests.factories.people import PlayerFactory
from tests.games.joint_sheets.tables import SCRIPT, PhoneOfTable, open_table, phone_at
from tests.games.sheets.posting import hidden_fields, posted_sheet

pytestmark = pytest.mark.django_db

OPEN = "/together/new/clans_of_caledonia/"


def signed_in(player):
    client = Client()
    client.force_login(player.account)
    return client


def confirmed(game):
    return {(word.index, word.means) for word in game.verdicts.filter(kind="confirmed", closed_at=None)}


class TestRecording:
    def test_the_game_is_made_of_what_is_stored(self, table):
        phone = phone_at(table, 1)
        phone.type("seats[1].player", "Rory Two")
        response = table.record()
        game = Game.objects.get()
        assert response.json() == {"game": game.get_absolute_url()}
        assert [(seat.name, seat.total) for seat in game.seats.all()] == [("Ailsa", 84), ("Rory Two", 64)]
        sheet = JointSheet.objects.get()
        assert (sheet.state, sheet.game, sheet.code) == ("recorded", game, "")
        assert game.idempotency_key == sheet.entry_key

    def test_every_phone_is_led_to_the_game_and_to_its_seat(self, table):
        phone = phone_at(table, 1)
        table.record()
        game = Game.objects.get()
        answer = phone.client.get(f"{table.address}news/", headers=SCRIPT)
        assert answer.status_code == 410
        assert answer.json()["game"] == game.get_absolute_url()
        seat_page = f"{answer.json()['table']}1/"
        assert phone.client.get(seat_page).status_code == 200
        assert seat_page.rpartition("/table/")[0] in phone.client.get(table.address).content.decode()

    def test_without_scripts_it_is_recorded_too(self, table):
        response = table.client.post(f"{table.address}record/", table.form())
        assert response.url == Game.objects.get().get_absolute_url()

    def test_without_scripts_what_was_typed_goes_with_it(self, table):
        form = table.form(revision=table.news()["revision"])
        response = table.client.post(
            f"{table.address}record/", form | {"seats[1].player": "Rory Two", "notes": "Fine.\r\nLate."}
        )
        game = Game.objects.get()
        assert response.url == game.get_absolute_url()
        assert (game.seats.get(index=1).name, game.notes) == ("Rory Two", "Fine.\r\nLate.")

    def test_without_scripts_one_looks_at_the_score_and_nothing_is_recorded(self, table):
        phone = phone_at(table, 1)
        form = phone.form(revision=phone.news()["revision"], action="preview")
        form |= {"seats[0].player": "Not Theirs", "seats[1].player": "Rory Two"}
        assert phone.client.post(f"{table.address}record/", form).url == table.address
        fields = table.news()["fields"]
        assert fields["seats[0].player"]["values"] == ["Ailsa"]
        assert fields["seats[1].player"]["values"] == ["Rory Two"]
        assert not Game.objects.exists()

    def test_without_scripts_nothing_newer_is_written_over(self, table):
        form = table.form(revision=table.news()["revision"])
        phone_at(table, 1).type("seats[1].money", "28")
        response = table.client.post(f"{table.address}record/", form | {"notes": "Fine."})
        assert response.url == table.address
        fields = table.news()["fields"]
        assert (fields["seats[1].money"]["values"], fields["notes"]["values"]) == (["28"], ["Fine."])

    def test_somebody_changed_it_just_now(self, table):
        phone = phone_at(table, 1)
        form = table.form()
        phone.type("seats[1].money", "28")
        response = table.client.post(f"{table.address}record/", form, headers=SCRIPT)
        assert (response.status_code, response.json()["code"]) == (412, "changed_meanwhile")
        assert response.json()["news"]["fields"]["seats[1].money"]["values"] == ["28"]
        assert not Game.objects.exists()
        assert table.record().status_code == 200

    def test_mistakes_come_back_with_the_page(self, table):
        table.type("seats[1].money", "many")
        response = table.record()
        assert response.status_code == 422
        assert "data-mistakes" in response.content.decode()
        assert JointSheet.objects.get().state == "open"

    def test_only_the_keeper_records(self, table):
        phone = phone_at(table, 1)
        response = phone.record()
        assert (response.status_code, response.json()["code"]) == (403, "not_keeper")
        stranger = PhoneOfTable(table.sheet, Client())
        assert stranger.record().json()["code"] == "not_joined"
        table.manage("hand_on", phone=2)
        assert table.record().json()["code"] == "not_keeper"
        assert phone.record().status_code == 200

    def test_twice_is_once(self, table):
        form = table.form()
        address = f"{table.address}record/"
        first = table.client.post(address, form, headers=SCRIPT).json()["game"]
        again = table.client.post(address, form, headers=SCRIPT)
        assert (again.status_code, again.json()["game"]) == (410, first)
        assert Game.objects.count() == 1

    def test_a_key_that_was_used_for_another_game_is_changed(self, table):
        key = str(table.sheet.entry_key)
        other = posted_sheet(clans_sheet(clans_seat(), clans_seat(clan="stewart"))) | {"entry_key": key}
        Client().post("/score/clans_of_caledonia/", other | {"action": "record"})
        assert table.record().status_code == 409
        assert table.record().status_code == 200
        assert Game.objects.count() == 2

    def test_the_browser_that_recorded_without_an_account_may_correct(self, table):
        address = table.record().json()["game"]
        assert table.client.get(f"{address}edit/").status_code == 200


class TestPeople:
    def test_a_seat_of_somebody_who_is_signed_in_is_theirs(self, table):
        player = PlayerFactory(name="Iain")
        phone_at(table, 1, signed_in(player))
        table.record()
        assert [seat.player for seat in Game.objects.get().seats.all()] == [None, player]

    def test_also_with_no_name_typed(self, client):
        table = open_table(client, "Ailsa", "")
        player = PlayerFactory(name="Iain")
        phone = phone_at(table, 1, signed_in(player))
        phone.type("seats[1].player")
        table.record()
        assert Game.objects.get().seats.get(index=1).player == player

    def test_in_a_clubs_game_only_if_they_are_in_the_club(self):
        club = ClubFactory()
        keeper = member_of(club, role="scorekeeper").player
        inside, outside = MembershipFactory(club=club).player, PlayerFactory(name="Iain")
        table = open_table(
            signed_in(keeper), raw=clans_sheet(*(clans_seat(clan=clan) for clan in CLANS)), club=club.slug
        )
        phone_at(table, 1, signed_in(inside))
        phone_at(table, 2, signed_in(outside))
        assert table.record().status_code == 200
        seats = Game.objects.get().seats.all()
        assert seats[1].player == inside
        assert seats[2].player is None or seats[2].player.account is None

    def test_a_club_the_recorder_cannot_record_in_is_refused_and_not_dropped(self):
        club = ClubFactory()
        keeper = member_of(club, role="scorekeeper").player
        table = open_table(signed_in(keeper), club=club.slug)
        phone = phone_at(table, 1)
        table.manage("hand_on", phone=2)
        response = phone.record()
        assert (response.status_code, response.json()["code"]) == (403, "not_your_club")
        assert club.name in phone.client.get(table.address).content.decode()
        phone.type("club")
        assert phone.record().status_code == 200
        assert Game.objects.get().club is None


CLANS = ("campbell", "stewart", "robertson")


class TestConfirming:
    def test_who_is_done_has_confirmed_and_nobody_else(self, client):
        table = open_table(
            client, "Ailsa", "Rory", "Iain", raw=clans_sheet(*(clans_seat(clan=clan) for clan in CLANS))
        )
        done, fills = phone_at(table, 1), phone_at(table, 2)
        done.say_done()
        table.record()
        game = Game.objects.get()
        assert confirmed(game) == {(1, "table")}
        seat = game.seats.get(index=1)
        assert [claim.state for claim in seat.claims.all()] == ["holds"]
        assert not game.seats.get(index=2).claims.exists()
        assert fills.client.get(game.get_absolute_url()).status_code == 200

    def test_an_account_confirms_as_that_account(self, table):
        player = PlayerFactory(name="Iain")
        phone = phone_at(table, 1, signed_in(player))
        phone.say_done()
        table.record()
        word = Game.objects.get().verdicts.get(index=1)
        assert (word.kind, word.means, word.account) == ("confirmed", "account", player.account)

    def test_taken_back_before_it_is_none(self, table):
        phone = phone_at(table, 1)
        phone.say_done()
        phone.say_done(False)
        table.record()
        assert confirmed(Game.objects.get()) == set()

    def test_somebody_else_in_the_column_takes_it_back(self, table):
        phone = phone_at(table, 1)
        phone.say_done()
        table.type("seats[1].money", "28")
        table.record()
        assert confirmed(Game.objects.get()) == set()

    def test_for_a_player_with_an_account_another_phone_says_nothing(self):
        club = ClubFactory()
        keeper, other = member_of(club, role="scorekeeper").player, member_of(club).player
        table = open_table(signed_in(keeper), keeper.name, other.name, club=club.slug)
        phone = phone_at(table, 1)
        phone.say_done()
        assert table.record().status_code == 200
        game = Game.objects.get()
        assert game.seats.get(index=1).player == other
        assert confirmed(game) == {(0, "entry")}

    def test_it_can_be_taken_back_afterwards(self, table):
        phone = phone_at(table, 1)
        phone.say_done()
        table.record()
        answer = phone.client.get(f"{table.address}news/", headers=SCRIPT).json()
        page = phone.client.post(f"{answer['table']}1/", {"do": "give_back"})
        assert page.status_code == 302
        assert confirmed(Game.objects.get()) == set()


class TestTablesOfTournaments:
    @pytest.fixture
    def event(self):
        return event_of(players=6)

    @pytest.fixture
    def seated(self, event):
        return posted_round(event).tables.order_by("number").first()

    def opened(self, client, seated):
        shown = hidden_fields(
            client.get(f"/score/clans_of_caledonia/?prepared=event:{seated.public_id}").content.decode()
        )
        names = [seat.participant.player.name for seat in seated.seats.select_related("participant__player")]
        raw = clans_sheet(*(clans_seat(clan=clan) for clan in CLANS))
        hidden = {name: shown[name] for name in ("entry_key", "prepared", "seated", "seated_people")}
        posted = posted_sheet(raw, *names, club=seated.event.club.slug, played_on=DAY.isoformat(), **hidden)
        response = client.post(OPEN, posted, headers=SCRIPT)
        return response, posted

    def test_the_result_goes_to_the_table_and_everybody_at_it_may_record(self, client, event, seated):
        players = [
            seat.participant.player for seat in seated.seats.select_related("participant__player__account")
        ]
        client.force_login(event.run_by)
        response, _posted = self.opened(client, seated)
        table = PhoneOfTable(JointSheet.objects.get(), client)
        assert response.status_code == 200
        fixed = table.send(("seats[0].player", ["Somebody Else"])).json()["refused"]
        assert [one["code"] for one in fixed] == ["not_yours"]
        visitor = phone_at(table, 0)
        assert visitor.record().json()["code"] == "not_keeper"
        player = next(one for one in players if one.account)
        assert phone_at(table, 1, signed_in(player)).record().status_code == 200
        game = Game.objects.get()
        assert [seat.player for seat in game.seats.all()] == players
        seated.refresh_from_db()
        assert seated.game == game

    def test_a_table_has_one_sheet(self, client, event, seated):
        client.force_login(event.run_by)
        self.opened(client, seated)
        _response, posted = self.opened(signed_in(event.run_by.player), seated)
        sheet = JointSheet.objects.get()
        other = signed_in(event.run_by.player)
        again = other.post(OPEN, posted, headers=SCRIPT)
        assert (again.status_code, again.json()["code"]) == (409, "already_together")
        assert again.json()["address"] == f"/together/{sheet.key}/"
        assert other.post(OPEN, posted).url == f"/together/{sheet.key}/"

    def test_who_may_not_enter_its_result_opens_a_sheet_of_their_own(self, client, event, seated):
        _response, posted = self.opened(signed_in(event.run_by.player), seated)
        JointSheet.objects.all().delete()
        Client().post(OPEN, posted)
        assert JointSheet.objects.get().prepared == ""
