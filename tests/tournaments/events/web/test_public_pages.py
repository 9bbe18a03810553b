"""What players and onlookers see of a tournament."""

import csv
import io
import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pypdf import PdfReader

from games.clubs.enums import ClubVisibility, Role
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.events import enter, event_of, play_round, posted_round, refresh_event
from tests.factories.people import PlayerFactory
from tournaments.events.enums import Admission, ParticipantState
from tournaments.events.services.events import finish_event
from tournaments.events.services.registration import add_participant, open_registration
from tournaments.events.services.rounds import start_clock
from tournaments.formats.stages import Kind, Stage

pytestmark = pytest.mark.django_db

TWO_ROUNDS = (Stage(kind=Kind.SWISS, rounds=2),)


def page(event, name, *more):
    return reverse(f"events:{name}", args=[event.address_key, *more])


def played_event(players=8):
    event = event_of(players=players, stages=TWO_ROUNDS)
    play_round(event)
    refresh_event(event)
    return event


def registering(**changes):
    event = event_of(**changes)
    open_registration(actor=event.run_by, event=event)
    event.refresh_from_db()
    return event


def test_every_public_page_opens_for_a_visitor(client):
    event = played_event()
    participant = event.participants.first()
    addresses = [
        reverse("events:list"),
        reverse("events:of_club", args=[event.club.slug]),
        *[page(event, name) for name in ("event", "standings", "people")],
        *[page(event, name, 1) for name in ("round", "screen", "slips")],
        page(event, "why", 1, participant.public_id),
        reverse("events:place", args=[participant.token]),
        *[page(event, name) for name in ("results_csv", "results_json", "results_pdf")],
    ]
    for address in addresses:
        assert client.get(address).status_code == 200, address
    assert client.get(page(event, "rounds")).headers["Location"] == page(event, "round", 1)


def test_before_the_first_round_every_page_says_so(client):
    event = event_of(players=4)
    for name in ("event", "rounds", "standings", "people"):
        assert client.get(page(event, name)).status_code == 200
    assert client.get(page(event, "round", 1)).status_code == 404


def test_a_drawn_round_is_the_organisers_until_it_is_published(client):
    event = played_event()
    posted = event.rounds.get()
    posted.state = "drawn"
    posted.save()
    assert client.get(page(event, "round", 1)).status_code == 404
    client.force_login(event.run_by)
    assert "Only organisers see this round" in client.get(page(event, "round", 1)).content.decode()


def test_a_private_clubs_tournament_does_not_exist_for_strangers(client):
    event = event_of(players=4, club=ClubFactory(visibility=ClubVisibility.PRIVATE))
    for name in ("event", "rounds", "standings", "people", "results_csv", "results_json", "results_pdf"):
        assert client.get(page(event, name)).status_code == 404
    client.force_login(member_of(event.club, Role.MEMBER))
    assert client.get(page(event, "event")).status_code == 200


def test_a_hidden_player_has_no_name_in_any_page_or_export(client):
    event = event_of(stages=TWO_ROUNDS)
    secret = MembershipFactory(
        club=event.club, player=PlayerFactory(name="Morag Verborgen", visibility="hidden")
    ).player
    add_participant(actor=event.run_by, event=event, player=secret)
    for _ in range(3):
        enter(event, event.run_by)
    play_round(event)
    refresh_event(event)
    for address in (
        page(event, "event"),
        page(event, "people"),
        page(event, "standings"),
        page(event, "round", 1),
        page(event, "screen", 1),
        page(event, "slips", 1),
        page(event, "results_csv"),
        page(event, "results_json"),
    ):
        assert "Verborgen" not in client.get(address).content.decode(), address


def test_a_player_sees_their_table_and_enters_its_result(client):
    event = event_of(players=8, stages=TWO_ROUNDS, round_minutes=90)
    made = posted_round(event)
    start_clock(actor=event.run_by, event=event, number=1)
    table = made.tables.order_by("number").last()
    seat = table.seats.select_related("participant__player__account").get(index=1)
    client.force_login(seat.participant.player.account)
    text = client.get(page(event, "event")).content.decode()
    assert f"Table {table.number}, seat 2" in text
    assert f"prepared=event:{table.public_id}" in text
    assert "data-ends-at" in text
    shown = client.get(reverse("games:new", args=[event.system]), {"prepared": f"event:{table.public_id}"})
    assert shown.status_code == 200


def test_names_on_the_big_screen_are_in_the_order_of_the_alphabet(client):
    event = event_of(stages=TWO_ROUNDS)
    for name in ("Zoé", "Élodie", "fergus", "Anna"):
        player = MembershipFactory(club=event.club, player=PlayerFactory(name=name)).player
        add_participant(actor=event.run_by, event=event, player=player)
    posted_round(event)
    lines = client.get(page(event, "screen", 1)).context["page"]
    assert [line.name for line in lines] == ["Anna", "Élodie", "fergus", "Zoé"]
    turning, staying = (client.get(page(event, "screen", 1), asked) for asked in ({}, {"stay": "1"}))
    assert 'http-equiv="refresh"' in turning.content.decode()
    assert 'http-equiv="refresh"' not in staying.content.decode()


def test_a_list_without_teams_has_no_column_for_them(client):
    event = event_of(players=1)
    assert "Club or team" not in client.get(page(event, "people")).content.decode()
    enter(event, event.run_by, team="Loch Ness")
    assert "Loch Ness" in client.get(page(event, "people")).content.decode()


def test_registering_and_leaving_again(client):
    event = registering(admission=Admission.MEMBERS, cap=4)
    member = member_of(event.club, Role.MEMBER)
    client.force_login(member)
    assert "Take part" in client.get(page(event, "event")).content.decode()
    for _ in range(2):
        answer = client.post(page(event, "register"), follow=True)
    participant = event.participants.get()
    assert participant.state == ParticipantState.REGISTERED
    assert answer.status_code == 200
    client.get(page(event, "leave"))
    client.post(page(event, "leave"))
    participant.refresh_from_db()
    assert participant.state == ParticipantState.WITHDRAWN


def test_whoever_comes_after_the_last_place_waits(client):
    event = registering(cap=2)
    for _ in range(3):
        client.force_login(member_of(event.club, Role.MEMBER))
        answer = client.post(page(event, "register"), follow=True)
    assert "waiting list" in answer.content.decode()
    assert event.participants.filter(state=ParticipantState.WAITING).count() == 1


def test_a_stranger_may_not_register_where_only_members_may(client):
    event = registering(admission=Admission.MEMBERS)
    client.force_login(PlayerFactory().account)
    assert "Take part" not in client.get(page(event, "event")).content.decode()
    client.post(page(event, "register"))
    assert not event.participants.exists()


def test_the_codes_of_the_door_and_of_a_player_check_in(client):
    event = event_of(players=2, needs_check_in=True)
    open_registration(actor=event.run_by, event=event)
    first, second = event.participants.select_related("player__account")
    assert "I am here" in client.get(reverse("events:place", args=[first.token])).content.decode()
    client.post(reverse("events:place", args=[first.token]))
    client.force_login(second.player.account)
    assert client.get(page(event, "door", event.door_key)).status_code == 200
    client.post(page(event, "door", "wrong"))
    assert event.participants.get(pk=second.pk).state == ParticipantState.REGISTERED
    assert "I am here" in client.get(page(event, "door", event.door_key)).content.decode()
    client.post(page(event, "door", event.door_key))
    assert "I am here" not in client.get(page(event, "door", event.door_key)).content.decode()
    assert {one.state for one in event.participants.all()} == {ParticipantState.CHECKED_IN}
    assert client.get(reverse("events:place", args=["nosuchkey1"])).status_code == 404


def test_the_code_of_a_private_clubs_player_leads_to_no_page_they_may_not_see(client):
    event = event_of(players=4, club=ClubFactory(visibility=ClubVisibility.PRIVATE))
    posted_round(event)
    text = client.get(reverse("events:place", args=[event.participants.first().token])).content.decode()
    assert "Table 1, seat" in text
    assert event.address_key not in text


def test_exports_hold_what_the_pages_show(client):
    event = played_event(players=8)
    play_round(event)
    refresh_event(event)
    finish_event(actor=event.run_by, event=event)
    rows = list(
        csv.DictReader(io.StringIO(client.get(page(event, "results_csv")).content.decode("utf-8-sig")))
    )
    assert len(rows) == 8
    assert [row["Place"] for row in rows] == [str(place) for place in range(1, 9)]
    told = json.loads(client.get(page(event, "results_json")).content)
    assert [one["place"] for one in told["final"]] == list(range(1, 9))
    assert [one["name"] for one in told["final"]] == [row["Player"] for row in rows]
    assert [len(one["tables"]) for one in told["rounds"]] == [2, 2]
    printed = client.get(page(event, "results_pdf"), {"paper": "letter"})
    on_paper = PdfReader(io.BytesIO(printed.content)).pages[0].extract_text()
    assert all(row["Player"] in on_paper for row in rows)
    assert "Final ranking" in client.get(page(event, "event")).content.decode()


def test_a_page_costs_the_same_with_one_table_and_with_three(client):
    most = {
        ("event",): 14,
        ("round", 1): 14,
        ("standings",): 10,
        ("people",): 10,
        ("screen", 1): 12,
        ("results_csv",): 8,
        ("results_json",): 18,
    }
    counts = {}
    for players in (4, 12):
        event = played_event(players=players)
        client.force_login(event.run_by)
        for name in most:
            client.get(page(event, *name))
            with CaptureQueriesContext(connection) as captured:
                assert client.get(page(event, *name)).status_code == 200
            counts[players, name] = len(captured)
    for name in most:
        assert counts[4, name] == counts[12, name] <= most[name], name


def test_a_second_round_costs_the_export_no_query_more(client):
    event = played_event(players=4)
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as captured:
            client.get(page(event, "results_json"))
        counts.append(len(captured))
        if len(counts) == 1:
            play_round(event)
            refresh_event(event)
    assert counts[0] == counts[1]


@pytest.mark.parametrize("count", [1, 3])
def test_lists_cost_the_same_with_one_and_with_three(client, count, django_assert_num_queries):
    club = ClubFactory()
    for _ in range(count):
        event_of(players=2, club=club)
    with django_assert_num_queries(3):
        client.get(reverse("events:list"))
    with django_assert_num_queries(4):
        client.get(reverse("events:of_club", args=[club.slug]))
