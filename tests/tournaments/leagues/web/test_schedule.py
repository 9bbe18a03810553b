"""From the schedule to the score sheet and back."""

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.urls import reverse

from games.results.models import Game
from games.sheets.prefill import register_source
from tests.factories.clubs import member_of
from tests.factories.games import clans_seat, clans_sheet
from tests.factories.leagues import group_season, played, refresh
from tests.games.sheets.posting import posted_sheet
from tournaments.leagues.hooks import ScheduledGames
from tournaments.leagues.models import Fixture, SeasonStandingsRow
from tournaments.leagues.selectors.schedule import overdue_of, schedule_of
from tournaments.leagues.services.fixtures import link_game

CLANS = ("campbell", "stewart", "robertson", "buchanan")


@pytest.fixture
def season(league, organiser):
    return group_season(players=5, league=league, actor=organiser)


@pytest.fixture
def fixture(season):
    return Fixture.objects.filter(season=season).order_by("pk").first()


def people(fixture):
    return [
        seat.participant.player
        for seat in fixture.seats.select_related("participant__player").order_by("index")
    ]


def sheet_address(fixture):
    return f"/score/clans_of_caledonia/?prepared=league:{fixture.public_id}"


def posted(fixture, names, **more):
    seats = [clans_seat(clan=clan, glory=60 - 10 * place) for place, clan in enumerate(CLANS)]
    sheet = posted_sheet(clans_sheet(*seats), *names, action="record", played_on="2026-03-15", **more)
    return sheet | {"club": fixture.season.league.club.slug, "prepared": f"league:{fixture.public_id}"}


def record(client, data):
    """Odd numbers want a yes first, as on the page."""
    response = client.post("/score/clans_of_caledonia/", data)
    if response.status_code == 422:
        data = data | {"warnings_confirmed": response.context["warnings_key"]}
        response = client.post("/score/clans_of_caledonia/", data)
    return response


def test_the_sheet_opens_with_people_seats_and_turn_order(client, fixture):
    seated = people(fixture)
    client.force_login(seated[0].account)
    page = client.get(sheet_address(fixture))
    assert [seat.typed_name for seat in page.context["seats"]] == [player.name for player in seated]
    html = page.content.decode()
    for index in range(4):
        assert f'name="seats[{index}].turn_order"' in html
    assert page.context["circumstances"]["club"].value() == fixture.season.league.club.slug
    assert fixture.season.league.name in html


def test_a_game_entered_from_the_schedule_is_its_result(client, season, fixture):
    seated = people(fixture)
    client.force_login(seated[0].account)
    response = record(client, posted(fixture, [player.name for player in seated]))
    assert response.status_code == 302
    fixture.refresh_from_db()
    assert fixture.game == Game.objects.get()
    refresh(season)
    assert SeasonStandingsRow.objects.get(standings__season=season, player=seated[0]).points == "5"


def test_whoever_sits_there_reads_a_name_that_is_hidden_elsewhere(client, season, fixture):
    seated = people(fixture)
    hidden = seated[2]
    hidden.visibility = "hidden"
    hidden.save()
    client.force_login(seated[0].account)
    page = client.get(sheet_address(fixture))
    names = [seat.typed_name for seat in page.context["seats"]]
    assert names[2] == hidden.name
    record(client, posted(fixture, names))
    fixture.refresh_from_db()
    assert fixture.game is not None
    assert fixture.game.seats.get(index=2).player == hidden
    assert hidden.name in client.get(f"/seasons/{season.address_key}/schedule/").content.decode()
    client.logout()
    assert hidden.name not in client.get(f"/seasons/{season.address_key}/schedule/").content.decode()


def test_other_people_at_the_table_are_recorded_but_not_linked(client, fixture):
    seated = people(fixture)
    client.force_login(seated[0].account)
    names = [player.name for player in seated[:3]] + ["Somebody Else"]
    response = client.post("/score/clans_of_caledonia/", posted(fixture, names), follow=True)
    if response.status_code == 422:
        data = posted(fixture, names) | {"warnings_confirmed": response.context["warnings_key"]}
        response = client.post("/score/clans_of_caledonia/", data, follow=True)
    fixture.refresh_from_db()
    assert fixture.game is None
    assert Game.objects.count() == 1
    assert "Other people sat at that table than the schedule says." in response.content.decode()


def test_a_game_is_recorded_with_its_place_in_the_schedule_or_not_at_all(client, fixture):
    """A worker that dies between the two leaves neither: the person tries again and finds nothing half done."""

    class Dying(ScheduledGames):
        def take(self, *, key, game, viewer):
            super().take(key=key, game=game, viewer=viewer)
            raise SystemError("the power goes")

    seated = people(fixture)
    client.force_login(seated[0].account)
    client.raise_request_exception = False
    register_source("dying", Dying())
    data = posted(fixture, [player.name for player in seated])
    response = record(client, data | {"prepared": f"dying:{fixture.public_id}"})
    assert response.status_code == 500
    fixture.refresh_from_db()
    assert (Game.objects.count(), fixture.game) == (0, None)
    record(client, data)
    fixture.refresh_from_db()
    assert fixture.game == Game.objects.get()


def test_sent_twice_it_is_one_game_in_one_place(client, season, fixture):
    seated = people(fixture)
    client.force_login(seated[0].account)
    data = posted(fixture, [player.name for player in seated]) | {"entry_key": str(uuid4())}
    for _ in range(2):
        assert record(client, data).status_code == 302
    fixture.refresh_from_db()
    assert fixture.game == Game.objects.get()
    assert season.audit.filter(kind="linked").count() == 1


def test_nobody_is_told_who_plays_when_they_may_not_enter_it(client, season, fixture):
    assert client.get(sheet_address(fixture)).url.startswith("/account/login/")
    client.force_login(member_of(season.league.club))
    response = client.get(sheet_address(fixture), follow=True)
    assert response.redirect_chain[-1][0] == "/score/"


def test_a_recorded_game_can_be_chosen_as_the_result(client, season, fixture, organiser):
    client.force_login(organiser)
    page = reverse("leagues:link", args=[season.address_key, fixture.public_id])
    assert "No recorded game" in client.get(page).content.decode()
    game = played(season, *people(fixture))
    assert game.public_id in client.get(page).content.decode()
    client.post(page, {"game": game.public_id})
    fixture.refresh_from_db()
    assert fixture.game == game


def test_a_played_game_lists_its_people_by_place(client, season, fixture, organiser):
    seated = people(fixture)
    link_game(actor=organiser, fixture=fixture, game=played(season, *seated[::-1]))
    view = schedule_of(season, organiser)[0].fixtures[0]
    assert [seat.rank for seat in view.by_place] == [1, 2, 3, 4]
    assert [seat.name for seat in view.by_place] == [player.name for player in seated[::-1]]
    waiting = schedule_of(season, organiser)[1].fixtures[0]
    assert list(waiting.by_place) == list(waiting.seats)


def test_an_organiser_decides_and_takes_it_back(client, season, fixture, organiser):
    client.force_login(organiser)
    page = reverse("leagues:decide", args=[season.address_key, fixture.public_id])
    assert "optional" not in client.get(page).content.decode()
    response = client.post(page, {"decision": "forfeited"})
    assert response.context["form"].errors["forfeiting"] == ["Say who forfeits the game, or call it off."]
    client.post(page, {"decision": "forfeited", "forfeiting": ["1"]})
    fixture.refresh_from_db()
    assert fixture.decision == "forfeited"
    client.post(reverse("leagues:undo", args=[season.address_key, fixture.public_id]))
    fixture.refresh_from_db()
    assert fixture.decision == ""


def test_a_deadline_outside_the_season_is_told_at_its_field(client, season, fixture, organiser):
    client.force_login(organiser)
    page = reverse("leagues:deadline", args=[season.address_key, fixture.public_id])
    response = client.post(page, {"deadline": "2030-01-01"})
    assert response.context["form"].errors["deadline"]


def test_what_is_overdue_is_listed_for_the_organiser(season, fixture, organiser):
    with time_machine.travel(fixture.deadline, tick=False):
        assert overdue_of(season, organiser) == []
    with time_machine.travel(fixture.deadline + timedelta(days=1), tick=False):
        assert [view.fixture for view in overdue_of(season, organiser)] == [fixture]
        states = [view.state for one in schedule_of(season, organiser) for view in one.fixtures]
        assert states == ["overdue", "open", "open", "open", "open"]


def test_my_games_lists_what_waits_for_me(client, season, fixture):
    player = people(fixture)[0]
    client.force_login(player.account)
    page = client.get("/leagues/mine/")
    assert len(page.context["fixtures"]) == 4
    assert f"prepared=league:{fixture.public_id}" in page.content.decode()
