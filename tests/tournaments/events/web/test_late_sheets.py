"""A sheet that comes when its table is gone, as from a phone that had no connection: a game of the club, with the
people it was prepared with.
"""

import pytest
from django.test import Client

from games.clubs.enums import Role
from games.players.models import PageVisibility
from games.results.models import Draft, Game
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.events import DAY, enter, event_of, posted_round
from tests.factories.games import clans_seat, clans_sheet
from tests.factories.leagues import LeagueFactory, group_season
from tests.factories.people import PlayerFactory
from tests.games.sheets.posting import hidden_fields, posted_sheet
from tournaments.events.models import EventSeat
from tournaments.events.services.rounds import undo_round
from tournaments.leagues.enums import Decision
from tournaments.leagues.models import Fixture
from tournaments.leagues.services.fixtures import decide_fixture

pytestmark = pytest.mark.django_db

NEW = "/score/clans_of_caledonia/"
CLANS = ("campbell", "stewart", "robertson", "buchanan")
HIDDEN = "Hester Gow"


@pytest.fixture
def event():
    return event_of(players=3)


@pytest.fixture
def table(event):
    """With somebody hidden, and somebody whose name two people of the club have."""
    table = posted_round(event).tables.get()
    _recorder, hidden, namesake = people_of(table)
    hidden.name, hidden.visibility = HIDDEN, PageVisibility.HIDDEN
    namesake.name = "Iain Roy"
    for player in (hidden, namesake):
        player.save()
    MembershipFactory(club=event.club, player=PlayerFactory(name="Iain Roy"))
    return table


def people_of(table):
    return [
        seat.participant.player
        for seat in table.seats.select_related("participant__player").order_by("index")
    ]


def filled_in(client, prepared, **more):
    """Everything a browser holds when it has opened the sheet and somebody has typed the numbers."""
    page = client.get(NEW, {"prepared": prepared})
    names = [seat.typed_name for seat in page.context["seats"]]
    seats = [clans_seat(clan=clan, glory=60 - place) for place, clan in enumerate(CLANS[: len(names)])]
    fields = posted_sheet(clans_sheet(*seats), *names, played_on=DAY.isoformat())
    return fields | hidden_fields(page.content.decode()) | {"action": "record"} | more


def send(client, fields):
    answer = client.post(NEW, fields)
    if answer.status_code == 422:
        answer = client.post(NEW, fields | {"warnings_confirmed": answer.context["warnings_key"]})
    return answer


def seated(game):
    return [seat.player for seat in game.seats.order_by("index")]


def test_the_people_of_an_undone_round_are_kept_and_stay_hidden(client, event, table):
    people = people_of(table)
    client.force_login(people[0].account)
    fields = filled_in(client, f"event:{table.public_id}", club=event.club.slug)
    undo_round(actor=event.run_by, event=event, number=1)
    assert send(client, fields).status_code == 302
    game = Game.objects.get()
    assert (game.club, seated(game)) == (event.club, people)
    assert HIDDEN in client.get(game.get_absolute_url()).content.decode()
    assert HIDDEN not in Client().get(game.get_absolute_url()).content.decode()


def test_the_page_does_not_say_who_they_are(client, table):
    people = people_of(table)
    client.force_login(people[0].account)
    assert (
        people[1].public_id not in client.get(NEW, {"prepared": f"event:{table.public_id}"}).content.decode()
    )


def test_people_who_sit_elsewhere_by_now_are_kept(client, event, table):
    """The organiser has seated somebody else while the phone had no connection."""
    people = people_of(table)
    client.force_login(people[0].account)
    fields = filled_in(client, f"event:{table.public_id}", club=event.club.slug)
    newcomer = enter(event, event.run_by)
    EventSeat.objects.filter(table=table, index=1).update(participant=newcomer)
    assert send(client, fields).status_code == 302
    assert seated(Game.objects.get()) == people


def test_a_kept_sheet_brings_its_people_along(client, event, table):
    people = people_of(table)
    client.force_login(people[0].account)
    fields = filled_in(client, f"event:{table.public_id}", club=event.club.slug)
    client.post(NEW, fields | {"action": "draft"})
    undo_round(actor=event.run_by, event=event, number=1)
    page = client.get(NEW, {"draft": Draft.objects.get().idempotency_key}).content.decode()
    assert "prepared" not in hidden_fields(page)
    del fields["prepared"], fields["seated"], fields["seated_people"]
    assert send(client, fields | hidden_fields(page)).status_code == 302
    assert seated(Game.objects.get()) == people


@pytest.mark.parametrize("of_somebody_else", [True, False])
def test_a_list_that_was_not_made_for_them_is_ignored(client, event, table, of_somebody_else):
    people = people_of(table)
    client.force_login(people[0].account)
    own = filled_in(client, f"event:{table.public_id}", club=event.club.slug)
    client.force_login(people[2].account)
    other = hidden_fields(client.get(NEW, {"prepared": f"event:{table.public_id}"}).content.decode())
    client.force_login(people[0].account)
    undo_round(actor=event.run_by, event=event, number=1)
    send(client, own | {"seated_people": other["seated_people"] if of_somebody_else else "gAAAAAé"})
    assert people[1] not in seated(Game.objects.get())


def test_who_has_another_name_written_over_theirs_is_not_kept(client, event, table):
    people = people_of(table)
    client.force_login(people[0].account)
    fields = filled_in(client, f"event:{table.public_id}", club=event.club.slug)
    undo_round(actor=event.run_by, event=event, number=1)
    send(client, fields | {"seats[1].player": "Somebody Else"})
    assert seated(Game.objects.get()) == [people[0], None, people[2]]


def test_a_game_of_a_schedule_keeps_its_people_too(client):
    club = ClubFactory()
    organiser = member_of(club, Role.ORGANISER)
    season = group_season(league=LeagueFactory(club=club), actor=organiser)
    fixture = Fixture.objects.filter(season=season).order_by("pk").first()
    people = people_of(fixture)
    people[1].visibility = PageVisibility.HIDDEN
    people[1].save()
    client.force_login(people[0].account)
    fields = filled_in(client, f"league:{fixture.public_id}", club=club.slug)
    decide_fixture(actor=organiser, fixture=fixture, decision=Decision.CANCELLED)
    assert send(client, fields).status_code == 302
    assert seated(Game.objects.get()) == people
