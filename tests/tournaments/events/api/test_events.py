"""Tournaments in the API: a whole event run by a program, and who may do what."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.clubs.enums import ClubVisibility, Role
from tests.factories.clubs import ClubFactory, member_of
from tests.factories.events import event_of, play_round, posted_round, refresh_event, sheet_game
from tests.factories.people import PlayerFactory
from tournaments.events.models import Event, EventTable
from tournaments.formats.stages import Kind, Stage

pytestmark = pytest.mark.django_db

ROOT = "/api/v1/tournaments/"
STAGES = [{"kind": "swiss", "rounds": 2, "advance": 4}, {"kind": "final", "rounds": 1}]


def send(client, path, body=None, method="post"):
    return getattr(client, method)(path, body or {}, content_type="application/json")


@pytest.fixture
def club():
    return ClubFactory()


@pytest.fixture
def organiser(club, client):
    account = member_of(club, Role.ORGANISER)
    client.force_login(account)
    return account


def new_body(club, **changes):
    return {
        "club": club.public_id,
        "name": "Highland Open",
        "system": "clans_of_caledonia",
        "starts_on": "2026-05-02",
        "ends_on": "2026-05-02",
        "needs_check_in": False,
        "stages": STAGES,
        **changes,
    }


def test_a_program_runs_a_whole_tournament(client, club, organiser):
    made = send(client, ROOT, new_body(club)).json()
    here = f"{ROOT}{made['public_id']}/"
    event = Event.objects.get()
    event.run_by = organiser
    assert [stage["settings"]["kind"] for stage in made["stages"]] == ["swiss", "final"]
    names = [send(client, f"{here}entries/", {"name": f"Guest {number}"}) for number in range(8)]
    assert {answer.status_code for answer in names} == {201}
    for number in (1, 2, 3):
        drawn = send(client, f"{here}rounds/", {"number": number})
        assert drawn.status_code == 201, drawn.json()
        version = drawn.json()["version"]
        assert send(client, f"{here}rounds/{number}/publish/", {"version": version}).status_code == 200
        for table in drawn.json()["tables"]:
            game = sheet_game(EventTable.objects.get(public_id=table["public_id"]), recorder=organiser)
            reported = send(client, f"{here}tables/{table['public_id']}/report/", {"game": game.public_id})
            assert reported.status_code == 200, reported.json()
            assert reported.json()["state"] in {"played", "waiting"}
            send(client, f"{here}tables/{table['public_id']}/accept/")
        refresh_event(event)
    assert send(client, f"{here}do/finish/").json()["state"] == "finished"
    told = client.get(f"{here}standings/").json()
    assert [participant["final_place"] for participant in told["final"]] == list(range(1, 9))
    assert sorted(table["stage"] for table in told["tables"]) == [1, 2]
    assert client.get(f"{here}rounds/1/").json()["request"]["seed"]


def test_everything_wrong_with_stages_is_named(client, club, organiser):
    answer = send(
        client, ROOT, new_body(club, stages=[{"kind": "nonsense"}, {"kind": "swiss", "rounds": 99}])
    )
    assert answer.status_code == 400
    assert {(one["path"], one["code"]) for one in answer.json()["errors"]} == {
        ("stages[0].kind", "stage.not_a_choice"),
        ("stages[1].rounds", "stage.rounds"),
    }
    assert not Event.objects.exists()


def test_a_stale_version_is_refused(client, club, organiser):
    event = event_of(players=4, club=club, actor=organiser)
    body = new_body(club, version=event.version, name="Renamed")
    here = f"{ROOT}{event.public_id}/"
    assert send(client, here, body, "put").json()["name"] == "Renamed"
    again = send(client, here, body, "put")
    assert (again.status_code, again.json()["code"]) == (409, "event_changed")


def test_tables_by_hand_are_checked(client, club, organiser):
    event = event_of(players=8, club=club, actor=organiser)
    posted = posted_round(event)
    here = f"{ROOT}{event.public_id}/rounds/1/"
    tables = [[seat["entry"] for seat in table["seats"]] for table in client.get(here).json()["tables"]]
    wrong = [[tables[0][0], *tables[0]], tables[1]]
    refused = send(client, here, {"version": posted.version, "tables": [wrong[0][:4], wrong[1]]}, "put")
    assert refused.status_code == 400
    assert refused.json()["errors"]
    swapped = [[tables[1][0], *tables[0][1:]], [tables[0][0], *tables[1][1:]]]
    done = send(client, here, {"version": posted.version, "tables": swapped}, "put")
    assert done.status_code == 200
    assert done.json()["changed_by_hand"]


@pytest.mark.parametrize("role", [None, Role.MEMBER, Role.SCOREKEEPER])
def test_only_organisers_run_it(client, club, role):
    event = event_of(players=4, club=club)
    posted = posted_round(event)
    participant = event.participants.first()
    table = posted.tables.first()
    client.force_login(member_of(club, role) if role else PlayerFactory().account)
    here = f"{ROOT}{event.public_id}/"
    tried = [
        send(client, ROOT, new_body(club)),
        send(client, here, new_body(club, version=1), "put"),
        send(client, here, method="delete"),
        send(client, f"{here}stages/", {"version": 1, "stages": STAGES}, "put"),
        send(client, f"{here}do/finish/"),
        send(client, f"{here}entries/", {"name": "Somebody"}),
        send(client, f"{here}entries/{participant.public_id}/", {"team": "x", "family": ""}, "put"),
        send(client, f"{here}entries/{participant.public_id}/drop/"),
        send(
            client,
            f"{here}wishes/",
            {"one": participant.public_id, "other": participant.public_id, "kind": "apart"},
        ),
        send(client, f"{here}rounds/", {"number": 2}),
        send(client, f"{here}rounds/1/redraw/", {"version": 1}),
        send(client, f"{here}rounds/1/start_clock/"),
        send(client, f"{here}rounds/1/", method="delete"),
        send(client, f"{here}tables/{table.public_id}/cancel/"),
        send(
            client,
            f"{here}points/",
            {"stage": 1, "entry": participant.public_id, "points": "-1", "reason": "late"},
        ),
        send(client, f"{here}notes/", {"text": "x"}),
        client.get(f"{here}notes/"),
        client.get(f"{here}wishes/"),
        client.get(f"{here}history/"),
        send(client, f"{here}invitations/", {"player": PlayerFactory().public_id}),
        *(send(client, f"{here}{name}/1/", method="delete") for name in ("notes", "points", "wishes")),
    ]
    assert [answer.status_code for answer in tried] == [403] * len(tried)


def test_a_program_takes_back_what_it_laid_down(client, club, organiser):
    event = event_of(players=8, club=club, actor=organiser)
    here = f"{ROOT}{event.public_id}/"
    one, other = event.participants.all()[:2]
    posted_round(event)
    bodies = {
        "wishes": {"one": one.public_id, "other": other.public_id, "kind": "apart"},
        "points": {"stage": 1, "entry": one.public_id, "points": "-1", "reason": "late"},
        "notes": {"text": "Loud table", "entry": one.public_id},
    }
    for name, body in bodies.items():
        made = send(client, f"{here}{name}/", body)
        assert made.status_code == 201, made.json()
        assert made.json().items() >= body.items()
        assert client.get(f"{here}{name}/").json()[name] == [made.json()]
        for _ in range(2):
            gone = send(client, f"{here}{name}/{made.json()['number']}/", method="delete")
            assert gone.status_code == 204
        assert client.get(f"{here}{name}/").json()[name] == []
    lines = client.get(f"{here}history/").json()["results"]
    assert {line["kind"] for line in lines} >= {"posted", "drawn", "entered"}
    assert {line["entry"] for line in lines} >= {one.public_id}


def test_a_program_invites_and_checks_everybody_in(client, club, organiser):
    event = event_of(players=3, club=club, actor=organiser, needs_check_in=True)
    here = f"{ROOT}{event.public_id}/"
    guest = PlayerFactory()
    invited = send(client, f"{here}invitations/", {"player": guest.public_id})
    assert (invited.status_code, invited.json()["state"]) == (201, "invited")
    assert send(client, f"{here}invitations/", {"player": "nobody1234"}).status_code == 400
    assert send(client, f"{here}do/check_in_everybody/").status_code == 200
    states = [participant["state"] for participant in client.get(f"{here}entries/").json()["entries"]]
    assert sorted(states) == ["checked_in"] * 3 + ["invited"]


def test_visitors_read_and_change_nothing(client, club):
    event = event_of(players=4, club=club)
    play_round(event)
    here = f"{ROOT}{event.public_id}/"
    for path in ("", "standings/", "entries/", "rounds/", "rounds/1/", "points/"):
        assert client.get(f"{here}{path}").status_code == 200
    assert send(client, f"{here}do/register/").status_code in {401, 403}
    assert send(client, f"{here}do/nonsense/").status_code == 404


def test_a_private_club_stays_private(client):
    event = event_of(players=4, club=ClubFactory(visibility=ClubVisibility.PRIVATE))
    here = f"{ROOT}{event.public_id}/"
    for path in ("", "standings/", "entries/", "rounds/"):
        assert client.get(f"{here}{path}").status_code == 404
    assert client.get(ROOT).json()["results"] == []


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_costs_the_same(client, club, count, django_assert_num_queries):
    for _ in range(count):
        event_of(club=club)
    with django_assert_num_queries(1):
        assert len(client.get(ROOT).json()["results"]) == count


def test_entries_and_rounds_cost_the_same_with_one_table_and_with_three(client):
    counts = []
    for players in (4, 12):
        event = event_of(players=players, stages=(Stage(kind=Kind.SWISS, rounds=2),))
        play_round(event)
        refresh_event(event)
        for path in ("entries/", "rounds/", "rounds/1/", "standings/", "points/"):
            with CaptureQueriesContext(connection) as captured:
                assert client.get(f"{ROOT}{event.public_id}/{path}").status_code == 200
            counts.append(len(captured))
    assert counts[:5] == counts[5:]
    assert max(counts) <= 12
