"""The same request with the same key takes effect once, whatever operation of the API it is."""

import json
import re
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
import yaml
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from caledonia_site.common.api.schema import KEYED_METHODS
from games.exchange.tasks import tidy_imports_now
from games.results.models import Game
from games.results.services.record import record_game
from games.tokens.enums import TokenScope
from games.tokens.idempotency import KEPT_FOR, WORKED_ON_FOR, forget_old_answers
from games.tokens.models import KeptAnswer
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.events import event_of, sheet_game
from tests.factories.people import PlayerFactory
from tests.games.results.api.conftest import client_of
from tests.games.results.api.test_record import body
from tests.security.addresses import site_addresses
from tests.security.conftest import public_world, world  # noqa: F401  (the same world)

DESCRIPTION = yaml.safe_load((Path(settings.PROJECT_DIR) / "docs" / "openapi.yaml").read_text())
OPERATIONS = [
    (path, method.upper(), operation)
    for path, methods in DESCRIPTION["paths"].items()
    for method, operation in methods.items()
    if method.upper() in KEYED_METHODS
]
ROUTES = {"/" + re.sub(r"<\w+:(\w+)>", r"{\1}", one.route): one for one in site_addresses()}
GAMES = "/api/v1/games/"
# What the world has done already, or is not ready for; those of tournaments are tried in a new one below.
REFUSED_NOW = {
    "games_withdraw", "imports_run", "tournaments_do", "tournaments_draw", "tournaments_invite", "tournaments_table_do"
}  # fmt: skip


def sent(world, address, method):  # noqa: F811
    if address.key == "api:imports":
        return {"data": b"not a file we know", "content_type": "application/octet-stream"}
    bodies = {
        "api:games": body("Una", "Rory"),
        "api:game_confirm": {"version": 1},
        "api:game_dispute": {"version": 1, "objections": {"": "One more hop"}},
        "api:game_settle": {"version": 1},
        "api:ruleset_preview": {"sheet": {}},
        "api:tournaments": world.sent(address.key, method) | {"stages": [{"kind": "swiss", "rounds": 2}]},
        "api:tournament_entries": {"player": world.other_member.public_id},
        "api:tournament_round_do": {"version": world.round.version},
    }
    given = bodies.get(address.key, world.sent(address.key, method))
    return {"data": json.dumps(given), "content_type": "application/json"}


def path_of(world, address):  # noqa: F811
    # There is no clock to start.
    return world.path(address).replace("/start_clock/", "/publish/")


def changes_of(ask):
    """The answer, and what it wrote besides the notes of keys."""
    written = []

    def note(execute, sql, *rest):
        if sql.startswith(("INSERT", "UPDATE", "DELETE")) and "keptanswer" not in sql:
            written.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        return ask(), written


def test_every_operation_says_that_it_takes_a_key():
    assert len(OPERATIONS) > 15
    for path, _method, operation in OPERATIONS:
        names = [one["name"] for one in operation["parameters"] if one["in"] == "header"]
        assert names == ["Idempotency-Key"], path


def test_every_operation_takes_effect_once(world):  # noqa: F811
    """Asked as whoever may; of each the first answer comes again and nothing is written the second time."""
    refused = {}
    for path, method, operation in OPERATIONS:
        name, address = operation["operationId"], ROUTES[path]
        refused[name] = []
        for kind in ("organiser", "scorekeeper", "player"):
            given = sent(world, address, method) | {"headers": {"Idempotency-Key": f"{kind} {path}"}}

            def ask(kind=kind, given=given, method=method, address=address):
                return world.request(kind, method, path_of(world, address), **given)

            undo = transaction.savepoint()
            first = ask()
            if 200 <= first.status_code < 300:
                again, written = changes_of(ask)
                assert (again.status_code, again.content) == (first.status_code, first.content), path
                assert again.headers["Idempotent-Replay"] == "true", path
                assert "Idempotent-Replay" not in first.headers
                assert written == [], path
                del refused[name]
            else:
                refused[name].append((kind, first.status_code, first.content))
                assert not KeptAnswer.objects.exists(), path
            transaction.savepoint_rollback(undo)
            if name not in refused:
                break
    assert set(refused) == REFUSED_NOW, refused


def test_the_steps_of_a_tournament_are_taken_once(db):
    event = event_of(players=4)
    client, root = client_of(event.run_by), f"/api/v1/tournaments/{event.public_id}/"

    def twice(path, **given):
        first, again = (
            client.post(root + path, given, format="json", headers={"Idempotency-Key": "1"}) for _ in range(2)
        )
        assert (first.status_code, first.content) == (again.status_code, again.content)
        assert again.headers.get("Idempotent-Replay") == "true", first.content
        return first.json()

    twice("do/open_registration/")
    twice("invitations/", player=PlayerFactory().public_id)
    twice("rounds/", number=1)
    made = event.rounds.get()
    twice("rounds/1/publish/", version=made.version)
    table = made.tables.get()
    twice(f"tables/{table.public_id}/report/", game=sheet_game(table).public_id)
    assert event.rounds.count() == 1


def test_every_operation_refuses_a_key_that_is_worked_on_or_means_something_else(world):  # noqa: F811
    for path, method, _operation in OPERATIONS:
        address = ROUTES[path]
        given = sent(world, address, method) | {"headers": {"Idempotency-Key": "evening"}}
        with pytest.MonkeyPatch.context() as patch:
            # As if the process had died: the key is noted and nothing ever came of it.
            patch.setattr("games.tokens.idempotency._first_answer", lambda claimed, work: work())
            patch.setattr(
                address.view.cls, "dispatch", lambda *_, **__: world.request("visitor", "GET", GAMES)
            )
            world.request("organiser", method, path_of(world, address), **given)
        waits = world.request("organiser", method, path_of(world, address), **given)
        assert (waits.status_code, waits.json()["code"]) == (409, "idempotency_key_in_use"), path
        other = given | {"data": b'{"something": "else"}'}
        told = world.request("organiser", method, path_of(world, address), **other)
        assert (told.status_code, told.json()["code"]) == (422, "idempotency_key_reused"), path


@pytest.fixture
def person(db):
    return PlayerFactory()


def games_of(person):
    return Game.objects.filter(recorded_by=person.account).count()


def record(client, *names, key="evening", **more):
    return client.post(GAMES, body(*names, **more), format="json", headers={"Idempotency-Key": key})


def test_a_refused_request_uses_up_no_key(person):
    client = client_of(person.account)
    assert record(client, "A", "B", system="chess").status_code == 400
    assert not KeptAnswer.objects.exists()
    assert record(client, "A", "B").status_code == 201


def test_what_fails_is_neither_done_nor_stored(person, monkeypatch):
    client = client_of(person.account)
    client.raise_request_exception = False
    with monkeypatch.context() as patch:
        patch.setattr("games.results.api.games.GameDetailSerializer", None)
        assert record(client, "A", "B").status_code == 500
    assert (games_of(person), KeptAnswer.objects.count()) == (0, 0)
    assert record(client, "A", "B").status_code == 201


def test_the_order_and_spacing_of_json_do_not_matter(person):
    client = client_of(person.account)
    given = body("A", "B")
    turned = json.dumps(dict(reversed(given.items())), indent=2)
    first = record(client, "A", "B")
    again = client.post(
        GAMES, turned, content_type="application/json", headers={"Idempotency-Key": "evening"}
    )
    assert (again.status_code, again.json()) == (201, first.json())


def test_a_key_ends_after_a_day_and_one_that_died_sooner(person):
    client = client_of(person.account)
    record(client, "A", "B")
    KeptAnswer.objects.update(started_at=timezone.now() - KEPT_FOR + timedelta(minutes=5))
    assert record(client, "A", "B").headers["Idempotent-Replay"] == "true"
    KeptAnswer.objects.update(started_at=timezone.now() - KEPT_FOR)
    assert "Idempotent-Replay" not in record(client, "A", "C").headers
    KeptAnswer.objects.update(status=None, started_at=timezone.now() - WORKED_ON_FOR)
    assert record(client, "A", "D").status_code == 201
    assert games_of(person) == 3


def test_old_keys_are_forgotten_by_the_daily_job(person):
    client = client_of(person.account)
    record(client, "A", "B", key="1")
    record(client, "A", "B", key="2")
    KeptAnswer.objects.filter(pk=KeptAnswer.objects.earliest("pk").pk).update(
        started_at=timezone.now() - KEPT_FOR
    )
    tidy_imports_now()
    assert KeptAnswer.objects.count() == 1
    assert forget_old_answers() == 0


def test_a_request_whose_key_was_taken_over_changes_nothing(person, monkeypatch):
    """It was slower than anything should be; meanwhile the same request came again and was answered."""

    def slow(**given):
        KeptAnswer.objects.update(attempt=uuid4())
        return record_game(**given)

    monkeypatch.setattr("games.results.api.games.record_game", slow)
    assert record(client_of(person.account), "A", "B").status_code == 409
    assert games_of(person) == 0


def test_a_token_of_one_club_is_not_told_what_another_one_was(person):
    here, there = (MembershipFactory(club=ClubFactory(), player=person).club for _ in range(2))
    for club in (here, there):
        client = client_of(person.account, club=club)
        told = record(client, person, "B", club=here.public_id)
        assert told.status_code == (201 if club == here else 403)


def test_a_reading_token_gets_no_stored_answer(person):
    record(client_of(person.account), "A", "B")
    reader = client_of(person.account, scope=TokenScope.READ)
    assert record(reader, "A", "B").status_code == 403


def test_replays_count_against_the_limit(person, monkeypatch):
    client = client_of(person.account)
    monkeypatch.setattr("caledonia_site.common.api.throttling.FixedWindowRate.most_of_an_account", 2)
    assert [record(client, "A", "B").status_code for _ in range(3)] == [201, 201, 429]


def test_what_is_stored_goes_with_the_account(person):
    record(client_of(person.account), "A", "B", key="hush-hush")
    stored = KeptAnswer.objects.values().get()
    assert not any("hush-hush" in str(value) for value in stored.values())
    person.account.delete()
    assert not KeptAnswer.objects.exists()
