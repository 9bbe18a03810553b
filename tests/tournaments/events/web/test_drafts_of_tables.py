"""Unfinished sheets of tables: what they are for is told, and holds as long as the same people sit there."""

import pytest

from games.results.models import Draft, Game
from tests.factories.events import DAY, event_of, posted_round
from tests.factories.games import clans_seat, clans_sheet
from tests.factories.leagues import group_season
from tests.games.sheets.posting import hidden_fields, posted_sheet
from tournaments.events.models import EventSeat, EventTable
from tournaments.leagues.models import Fixture

pytestmark = pytest.mark.django_db

NEW = "/score/clans_of_caledonia/"
CLANS = ("campbell", "stewart", "robertson")


@pytest.fixture
def event():
    return event_of(players=6)


@pytest.fixture
def tables(event):
    return list(posted_round(event).tables.order_by("number"))


@pytest.fixture
def organiser(client, event):
    client.force_login(event.run_by)
    return client


def begin(client, table, **more):
    """Open the sheet of the table and keep it for later, as a browser without scripts does."""
    shown = hidden_fields(client.get(f"{NEW}?prepared=event:{table.public_id}").content.decode())
    names = [seat.participant.player.name for seat in table.seats.select_related("participant__player")]
    raw = clans_sheet(*(clans_seat(clan=clan) for clan in CLANS))
    hidden = {name: shown[name] for name in ("entry_key", "prepared", "seated")}
    fields = posted_sheet(raw, *names, club=table.event.club.slug, played_on=DAY.isoformat(), **hidden)
    fields |= {"action": "draft"} | more
    return fields, client.post(NEW, fields)


def test_the_list_says_what_a_sheet_is_for(organiser, tables):
    for table in tables:
        begin(organiser, table)
    page = organiser.get("/score/drafts/").content.decode()
    assert all(f"Spring Cup: round 1, table {number}" in page for number in (1, 2))


@pytest.mark.parametrize("drafts", [1, 3])
def test_queries_do_not_grow_with_the_tables(organiser, event, tables, drafts, django_assert_num_queries):
    season = group_season()
    owner = event.run_by
    keys = [f"event:{table.public_id}" for table in tables]
    keys += [f"league:{fixture.public_id}" for fixture in Fixture.objects.filter(season=season)[:3]]
    chosen = [keys[0], keys[2]] if drafts == 1 else keys
    Draft.objects.bulk_create(
        Draft(
            owner=owner,
            idempotency_key=f"00000000-0000-4000-8000-00000000000{number}",
            system="clans_of_caledonia",
            content={"fields": {"prepared": [key]}},
        )
        for number, key in enumerate(chosen)
    )
    organiser.get("/score/drafts/")
    with django_assert_num_queries(5):
        organiser.get("/score/drafts/")


def test_a_kept_sheet_is_the_result_of_its_table(organiser, tables):
    fields, _answer = begin(organiser, tables[0])
    page = organiser.get(f"{NEW}?draft={fields['entry_key']}").content.decode()
    assert hidden_fields(page)["prepared"] == f"event:{tables[0].public_id}"
    organiser.post(NEW, fields | {"action": "record"})
    tables[0].refresh_from_db()
    assert tables[0].game == Game.objects.get()


def test_a_sheet_for_other_people_is_a_game_of_its_own(organiser, tables):
    fields, _answer = begin(organiser, tables[0])
    one, other = (EventSeat.objects.get(table=table, index=0) for table in tables)
    EventSeat.objects.filter(pk=other.pk).delete()
    EventSeat.objects.filter(pk=one.pk).update(participant=other.participant)
    page = organiser.get(f"{NEW}?draft={fields['entry_key']}").content.decode()
    assert "prepared" not in hidden_fields(page)
    assert "What you record here is a game of its own." in page
    assert f'value="{one.participant.player.name}"' in page


def test_a_draft_that_does_not_say_for_whom_is_a_game_of_its_own(organiser, tables):
    fields, _answer = begin(organiser, tables[0], seated="")
    page = organiser.get(f"{NEW}?draft={fields['entry_key']}").content.decode()
    assert "prepared" not in hidden_fields(page)


def test_a_table_that_is_gone_leads_to_a_plain_sheet(organiser, tables):
    address = f"{NEW}?human=3&prepared=event:{tables[0].public_id}"
    assert organiser.get(address).status_code == 200
    EventTable.objects.all().delete()
    assert organiser.get(address).url == f"{NEW}?human=3"
    assert organiser.get(f"{NEW}?prepared=event:{tables[0].public_id}").url == "/score/"


def test_whoever_records_for_a_table_that_is_gone_is_told(organiser, tables):
    fields, _answer = begin(organiser, tables[0])
    EventTable.objects.all().delete()
    answer = organiser.post(NEW, fields | {"action": "record"}, follow=True)
    assert "This game is not waiting for a result any more." in answer.content.decode()
    assert Game.objects.count() == 1


def test_a_page_kept_without_an_account_records_in_the_club_of_the_table(organiser, event, tables):
    fields, _answer = begin(organiser, tables[0])
    del fields["club"]
    organiser.post(NEW, fields | {"action": "record"})
    tables[0].refresh_from_db()
    assert tables[0].game.club == event.club


def test_the_same_sheet_for_another_table_is_a_new_game(organiser, event, tables):
    """The same people with the same numbers: only what it was prepared for is another."""
    fields, _answer = begin(organiser, tables[0])
    organiser.post(NEW, fields | {"action": "record"})
    again = fields | {"action": "record", "prepared": f"event:{tables[1].public_id}"}
    answer = organiser.post(NEW, again)
    assert answer.status_code == 409
    assert hidden_fields(answer.content.decode())["entry_key"] != fields["entry_key"]
    assert Game.objects.count() == 1
