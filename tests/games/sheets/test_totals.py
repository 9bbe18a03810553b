"""Only final scores: recorded in twenty seconds, and completed later."""

import re

import pytest
from django.test import Client

from games.clubs.enums import Role
from games.results.models import Game
from tests.factories.clubs import ClubFactory, member_of
from tests.factories.games import two_seats
from tests.games.sheets.posting import hidden_fields, new_address, posted_sheet

pytestmark = pytest.mark.django_db

NEW = new_address()
TOTALS = f"{NEW}totals/"


def text_of(response):
    return re.sub(r"\s+", " ", response.content.decode())


def fields(*totals, action="record", **more):
    """As the page posts them: names A, B, C ..."""
    sheet = posted_sheet({"seats": [{} for _ in totals]}, action=action)
    return sheet | {f"seats[{seat}].total": str(total) for seat, total in enumerate(totals)} | more


def record(client, *totals, **more):
    return client.post(TOTALS, fields(*totals, **more))


def results(game):
    return [(seat.name, seat.faction, seat.total, seat.rank) for seat in game.seats.order_by("index")]


def test_names_clans_and_totals_make_a_game(client):
    assert client.get(f"{TOTALS}?human=3").status_code == 200
    response = record(client, 98, 131, 104, **{"seats[1].clan": "buchanan"})
    game = Game.objects.get()
    assert response.url == game.get_absolute_url()
    assert results(game) == [("A", "", 98, 3), ("B", "buchanan", 131, 1), ("C", "", 104, 2)]
    assert game.totals_only
    assert "The game is recorded." in text_of(client.get(response.url))


def test_a_script_is_told_the_address(client):
    response = client.post(TOTALS, fields(98, 131), headers={"X-Requested-With": "fetch"})
    assert response.json() == {"game": Game.objects.get().get_absolute_url()}


def test_sending_twice_records_once_and_another_game_under_the_key_is_refused(client):
    sent = fields(98, 131)
    assert client.post(TOTALS, sent).url == client.post(TOTALS, sent).url
    other = client.post(TOTALS, sent | {"seats[0].total": "99"})
    assert other.status_code == 409
    assert hidden_fields(other.content.decode())["entry_key"] != sent["entry_key"]
    script = client.post(TOTALS, sent | {"seats[0].total": "99"}, headers={"X-Requested-With": "fetch"})
    assert (script.status_code, script.json()["game"]) == (409, Game.objects.get().get_absolute_url())
    assert Game.objects.count() == 1


def test_somebody_elses_key_records_nothing(client):
    sent = fields(98, 131)
    client.post(TOTALS, sent)
    assert client.post(TOTALS, sent | {"edit_secret": "y" * 30}).status_code == 409
    assert Game.objects.count() == 1


def test_mistakes_stand_at_their_fields(client):
    response = record(
        client,
        "",
        "many",
        104,
        **{"seats[1].player": "a", "seats[0].clan": "buchanan", "seats[2].clan": "buchanan"},
    )
    assert response.status_code == 422
    page = response.content.decode()
    errors = dict(re.findall(r'<div class="field-errors" id="([\w-]+)-error"><p>([^<]+)</p>', page))
    assert errors == {
        "seats-0-total": "The final score is missing.",
        "seats-1-total": "Enter a whole number.",
        "seats-1-player": "A already has this.",
        "seats-2-clan": "A already has this.",
    }
    assert all(f'<a href="#{target}">' in page for target in errors)
    assert not Game.objects.exists()


def test_no_such_clan_is_refused(client):
    response = record(client, 98, 131, **{"seats[0].clan": "macbeth"})
    assert "This is not one of the choices." in text_of(response)


def test_a_wrong_day_is_refused(client):
    assert record(client, 98, 131, played_on="some day").status_code == 422
    assert record(client, 98, 131, played_on="2999-01-01").status_code == 422
    assert not Game.objects.exists()


def test_who_won_a_tie_is_asked_once(client):
    response = record(client, 131, 131, 104)
    assert response.status_code == 422
    page = response.content.decode()
    assert "Who won the tie?" in page
    assert not re.search(r"<fieldset[^>]*data-tie[^>]*hidden", page)
    record(client, 131, 131, 104, tie_asked="yes", **{"seats[1].won_tie": "yes"})
    assert [seat[3] for seat in results(Game.objects.get())] == [2, 1, 3]


def test_a_tie_that_nobody_won_is_shared(client):
    record(client, 131, 131, 104, tie_asked="yes")
    assert [seat[3] for seat in results(Game.objects.get())] == [1, 1, 3]


def test_a_total_below_zero_is_a_total(client):
    record(client, "−3", 12)
    assert [seat[2] for seat in results(Game.objects.get())] == [-3, 12]


def test_a_sheet_that_was_begun_brings_its_names_and_gets_its_numbers_back(client):
    begun = posted_sheet(two_seats(), "Ailsa", "Rory", action="open", place="Leith")
    page = client.post(TOTALS, begun).content.decode()
    assert 'value="Ailsa"' in page
    carried = hidden_fields(page)
    assert carried["seats[0].glory"] == begun["seats[0].glory"]
    assert carried["entry_key"] == begun["entry_key"]
    assert "action" not in carried


def test_the_sheet_leads_here_and_back(client):
    sheet = client.get(new_address(human=2)).content.decode()
    assert f'formaction="{TOTALS}"' in sheet
    assert f'formaction="{NEW}"' in client.get(f"{TOTALS}?human=2").content.decode()


def test_no_such_table_leads_to_the_start(client):
    assert client.get(TOTALS).url == "/score/"
    assert client.get(f"{TOTALS}?human=9").url == "/score/"
    assert client.post(TOTALS, {"action": "record"}).url == "/score/"


def test_bots_have_a_score_and_no_clan(client):
    page = client.get(f"{TOTALS}?human=1&automa=1").content.decode()
    assert 'name="seats[1].total"' in page
    assert 'name="seats[1].clan"' not in page
    record(client, 98, 131, **{"seats[1].kind": "automa", "seats[1].player": ""})
    assert Game.objects.get().seats.get(index=1).is_bot


def test_in_a_club_names_are_its_players_and_rights_are_asked(client):
    club = ClubFactory(slug="leith")
    account = member_of(club, name="A")
    client.force_login(account)
    assert '<option value="leith" selected>' in client.get(f"{TOTALS}?human=2").content.decode()
    assert record(client, 98, 131, club="leith", **{"seats[0].player": "Somebody"}).status_code == 422
    record(client, 98, 131, club="leith")
    game = Game.objects.get()
    assert (game.club, game.recorded_by) == (club, account)
    assert game.seats.get(index=0).player == account.player
    assert game.verdicts.filter(index=0).exists()


class TestCompletedLater:
    @pytest.fixture
    def game(self, client):
        record(
            client,
            84,
            64,
            **{"seats[0].player": "Ailsa", "seats[1].player": "Rory", "seats[1].clan": "buchanan"},
        )
        return Game.objects.get()

    def edit(self, game):
        return f"/games/{game.public_id}/edit/"

    def complete(self, client, game, **more):
        sheet = posted_sheet(two_seats(), "Ailsa", "Rory", action="record", expected_version="1")
        return client.post(self.edit(game), sheet | more)

    def test_the_games_page_leads_to_the_sheet_with_names_and_clans(self, client, game):
        page = text_of(client.get(game.get_absolute_url()))
        assert f'href="{self.edit(game)}"' in page
        assert "Fill in the sheet" in page
        sheet = text_of(client.get(self.edit(game)))
        assert "Ailsa 84, Rory 64" in sheet
        assert 'value="Rory"' in sheet

    def test_it_becomes_a_whole_game_and_the_history_has_both(self, client, game):
        assert self.complete(client, game).status_code == 302
        game.refresh_from_db()
        assert (game.totals_only, game.version) == (False, 2)
        assert [seat.lines != {} for seat in game.seats.all()] == [True, True]
        assert client.get(f"/games/{game.public_id}/history/").status_code == 200

    def test_a_total_that_differs_is_shown_before_it_is_saved(self, client, game):
        changed = {"seats[0].glory": "40"}
        response = self.complete(client, game, **changed)
        assert response.status_code == 422
        assert "Ailsa has 79 VP on the sheet; recorded are 84 VP." in text_of(response)
        game.refresh_from_db()
        assert game.totals_only
        seen = hidden_fields(response.content.decode())["totals_seen"]
        assert self.complete(client, game, totals_seen="1 2", **changed).status_code == 422
        assert self.complete(client, game, totals_seen=seen, **changed).status_code == 302
        assert [seat.total for seat in game.seats.order_by("index")] == [79, 64]

    def test_only_who_may_correct_it_may_complete_it(self, game):
        assert Client().get(self.edit(game)).status_code == 403
        assert "Fill in the sheet" not in text_of(Client().get(game.get_absolute_url()))


def test_who_keeps_scores_enters_totals_for_others(client):
    club = ClubFactory(slug="leith")
    client.force_login(member_of(club, Role.SCOREKEEPER))
    assert record(client, 98, 131, club="leith").status_code == 302
