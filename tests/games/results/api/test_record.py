"""Recording a game by API: the same rules as on the site, and never twice."""

import threading

import pytest
from django.db import connection

from games.clubs.enums import ClubVisibility, Role
from games.results.models import Game
from games.tokens.enums import TokenScope
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.games import clans_seat, clans_sheet, two_seats
from tests.factories.people import PlayerFactory
from tests.games.results.api.conftest import client_of

pytestmark = pytest.mark.django_db
GAMES = "/api/v1/games/"


def body(*people, **fields):
    return {
        "system": "clans_of_caledonia",
        "sheet": two_seats(),
        "people": [
            {"player": person.public_id} if hasattr(person, "public_id") else {"name": person}
            for person in people
        ],
        "played_on": "2026-05-02",
    } | fields


def test_a_member_records_a_game_of_theirs(club, ailsa, rory):
    answer = client_of(ailsa.account).post(GAMES, body(ailsa, rory, club=club.public_id), format="json")
    assert answer.status_code == 201
    assert answer.headers["Location"].endswith(f"{GAMES}{answer.data['public_id']}/")
    assert [(seat["name"], seat["total"], seat["place"]) for seat in answer.data["seats"]] == [
        ("Ailsa Muir", 84, 1),
        ("Rory Kerr", 64, 2),
    ]
    assert answer.data["seats"][0]["lines"]["exports"] == {"quantity": 5, "vp": 8}
    stored = Game.objects.get()
    assert (stored.club, stored.recorded_by) == (club, ailsa.account)


def test_names_of_the_club_mean_its_players(club, ailsa):
    answer = client_of(ailsa.account).post(
        GAMES, body("ailsa muir", "Somebody else", club=club.public_id), format="json"
    )
    assert [seat["player"] and seat["player"]["public_id"] for seat in answer.data["seats"]] == [
        ailsa.public_id,
        None,
    ]


def test_mistakes_stand_at_their_fields_with_the_codes_of_the_engine(ailsa):
    sheet = clans_sheet(clans_seat(clan="campbell", hops=-1), clans_seat(clan="campbell"))
    answer = client_of(ailsa.account).post(GAMES, body("A", "B", sheet=sheet), format="json")
    assert (answer.status_code, answer.data["code"]) == (400, "sheet_rejected")
    assert answer.headers["Content-Type"] == "application/problem+json"
    errors = {(error["path"], error["code"]) for error in answer.data["errors"]}
    assert errors == {("sheet.seats[0].hops", "too_small"), ("sheet.seats[1].clan", "taken")}
    assert not Game.objects.exists()


def test_unusual_values_want_a_confirmation(ailsa):
    sheet = clans_sheet(clans_seat(clan="campbell", money=900), clans_seat(clan="stewart"))
    client = client_of(ailsa.account)
    answer = client.post(GAMES, body("A", "B", sheet=sheet), format="json")
    assert (answer.status_code, answer.data["code"]) == (409, "warnings_unconfirmed")
    assert answer.data["errors"][0]["path"] == "sheet.seats[0].money"
    confirmed = client.post(GAMES, body("A", "B", sheet=sheet, warnings_confirmed=True), format="json")
    assert confirmed.status_code == 201


@pytest.mark.parametrize(
    ("changes", "path", "code"),
    [
        ({"system": "chess"}, "system", "invalid_choice"),
        ({"played_on": "yesterday"}, "played_on", "invalid"),
        ({"people": [{"name": "A" * 81}]}, "people[0].name", "max_length"),
        ({"people": [{"name": "Ailsa"}, {"name": "AILSA"}]}, "people[1].name", "taken"),
        ({"people": [{"player": "zzzzzzzzzz"}]}, "people[0].player", "unknown_player"),
        ({"duration_minutes": 0}, "duration_minutes", "min_value"),
    ],
)
def test_other_mistakes_too(ailsa, changes, path, code):
    answer = client_of(ailsa.account).post(GAMES, body("A", "B") | changes, format="json")
    assert answer.status_code == 400
    assert [(error["path"], error["code"]) for error in answer.data["errors"]] == [(path, code)]


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (b"{", 400, "parse_error"),
        (b"[" * 100_000, 400, "parse_error"),
        (b'{"sheet": NaN}', 400, "parse_error"),
        (b" " * 200_001, 413, "too_large"),
        (b"[]", 400, "invalid"),
    ],
)
def test_bodies_that_are_none(ailsa, content, status, code):
    answer = client_of(ailsa.account).generic("POST", GAMES, content, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_strangers_club_is_not_recorded_in(ailsa):
    public, private = ClubFactory(), ClubFactory(visibility=ClubVisibility.PRIVATE)
    client = client_of(ailsa.account)
    assert client.post(GAMES, body("A", "B", club=public.public_id), format="json").status_code == 403
    assert client.post(GAMES, body("A", "B", club=private.public_id), format="json").status_code == 404


def test_members_record_no_games_of_others(club, rory):
    answer = client_of(member_of(club)).post(GAMES, body(rory, "B", club=club.public_id), format="json")
    assert (answer.status_code, answer.data["code"]) == (403, "not_your_game")
    scorekeeper = client_of(member_of(club, Role.SCOREKEEPER))
    assert scorekeeper.post(GAMES, body(rory, "B", club=club.public_id), format="json").status_code == 201


def test_it_takes_an_account_that_may_write(ailsa):
    assert client_of().post(GAMES, body("A", "B"), format="json").status_code == 401
    reader = client_of(ailsa.account, scope=TokenScope.READ)
    answer = reader.post(GAMES, body("A", "B"), format="json")
    assert (answer.status_code, answer.data["code"]) == (403, "token_reads_only")


def test_the_same_key_gives_the_same_game(ailsa):
    client = client_of(ailsa.account)
    first = client.post(GAMES, body("A", "B"), format="json", headers={"Idempotency-Key": "evening 1"})
    again = client.post(GAMES, body("A", "B"), format="json", headers={"Idempotency-Key": "evening 1"})
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert first.headers["Location"] == again.headers["Location"]
    assert (first.headers.get("Idempotent-Replay"), again.headers.get("Idempotent-Replay")) == (None, "true")
    other = client.post(GAMES, body("A", "C"), format="json", headers={"Idempotency-Key": "evening 1"})
    assert (other.status_code, other.data["code"]) == (422, "idempotency_key_reused")
    too_long = client.post(GAMES, body("A", "B"), format="json", headers={"Idempotency-Key": "x" * 256})
    assert too_long.status_code == 400
    assert Game.objects.count() == 1


def test_keys_are_each_persons_own(ailsa, rory):
    for player in (ailsa, rory):
        client_of(player.account).post(GAMES, body("A", "B"), format="json", headers={"Idempotency-Key": "1"})
    assert Game.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_one_game_also_when_the_same_key_comes_in_parallel():
    player = PlayerFactory()
    clients = [client_of(player.account) for _ in range(4)]
    gate = threading.Barrier(len(clients))
    answers = []

    def send(client):
        gate.wait()
        try:
            answer = client.post(GAMES, body("A", "B"), format="json", headers={"Idempotency-Key": "once"})
            answers.append((answer.status_code, answer.json().get("public_id") or answer.json()["code"]))
        finally:
            connection.close()

    threads = [threading.Thread(target=send, args=[client]) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 4
    # Whoever comes while the first is still being worked on is told to wait.
    first = (201, Game.objects.get().public_id)
    assert first in answers
    assert set(answers) <= {first, (409, "idempotency_key_in_use")}


def test_a_token_of_one_club_records_nowhere_else(club, ailsa, rory):
    client = client_of(ailsa.account, club=club)
    other = MembershipFactory(player=ailsa).club
    assert client.post(GAMES, body(ailsa, rory, club=club.public_id), format="json").status_code == 201
    for fields in ({"club": other.public_id}, {}):
        answer = client.post(GAMES, body("A", "B", **fields), format="json")
        assert (answer.status_code, answer.data["code"]) == (403, "token_of_another_club")
