"""Correcting, confirming, disputing, settling, taking out: by API as on the site."""

import pytest
from django.contrib.auth.models import AnonymousUser

from games.clubs.enums import Role
from games.results.services.results import Person
from games.results.services.verdicts import confirm_result
from tests.factories.clubs import GuestMembershipFactory, member_of
from tests.factories.games import by_code, clans_seat, clans_sheet, recorded_game
from tests.factories.people import PlayerFactory
from tests.games.results.api.conftest import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def address(game):
    return f"/api/v1/games/{game.public_id}/"


def corrected(**fields):
    sheet = clans_sheet(
        clans_seat(clan="campbell", glory=50), clans_seat(clan="stewart", contracts=4, settlements=6)
    )
    return {"sheet": sheet, "played_on": "2026-05-02", "comment": "Glory was 50"} | fields


def test_read_correct_and_look_back(address, ailsa, game):
    client = client_of(ailsa.account)
    before = client.get(f"{address}sheet/")
    assert before.headers["ETag"] == '"1"'
    assert before.data["score"]["seats"][0]["total"] == 84
    assert "sentence" in before.data["score"]["seats"][0]["lines"][0]
    after = client.put(
        f"{address}sheet/", corrected(), format="json", headers={"If-Match": before.headers["ETag"]}
    )
    assert (after.status_code, after.headers["ETag"]) == (200, '"2"')
    assert after.data["score"]["seats"][0]["total"] == 89
    assert [seat["name"] for seat in after.data["people"]] == ["Ailsa Muir", "Rory Kerr"]
    newest, first = client.get(f"{address}history/").data
    assert (newest["number"], newest["cause"], newest["comment"]) == (2, "corrected", "Glory was 50")
    assert newest["changes"] == [{"path": "seats[0].glory", "before": 45, "after": 50}]
    assert newest["author"]["name"] == "Ailsa Muir"
    assert (first["number"], first["changes"]) == (1, [])


def test_a_version_that_was_read_compressed_can_be_corrected(address, ailsa, settings):
    """Compression marks the version as a weak one, on the way from our own server already."""
    settings.MIDDLEWARE = ["django.middleware.gzip.GZipMiddleware", *settings.MIDDLEWARE]
    client = client_of(ailsa.account)
    mark = client.get(f"{address}sheet/", headers={"accept-encoding": "gzip"}).headers["ETag"]
    assert mark == 'W/"1"'
    answer = client.put(f"{address}sheet/", corrected(), format="json", headers={"If-Match": mark})
    assert answer.status_code == 200


def test_a_stale_write_is_refused(address, ailsa, game):
    client = client_of(ailsa.account)
    client.put(f"{address}sheet/", corrected(), format="json", headers={"If-Match": '"1"'})
    stale = client.put(
        f"{address}sheet/", corrected(notes="Late"), format="json", headers={"If-Match": '"1"'}
    )
    assert (stale.status_code, stale.data["code"]) == (412, "version_conflict")
    nonsense = client.put(f"{address}sheet/", corrected(), format="json", headers={"If-Match": "W/x"})
    assert nonsense.status_code == 412
    without = client.put(f"{address}sheet/", corrected(), format="json")
    assert (without.status_code, without.data["code"]) == (428, "if_match_missing")
    game.refresh_from_db()
    assert game.version == 2


def test_people_can_be_named_anew(address, ailsa, rory, game):
    client = client_of(ailsa.account)
    people = [{}, {"name": "Fergus Aird"}]
    after = client.put(
        f"{address}sheet/", corrected(people=people), format="json", headers={"If-Match": '"1"'}
    )
    assert [seat["name"] for seat in after.data["people"]] == ["Ailsa Muir", "Fergus Aird"]
    back = client.put(
        f"{address}sheet/",
        corrected(people=[{}, {"player": rory.public_id}]),
        format="json",
        headers={"If-Match": '"2"'},
    )
    assert [seat["name"] for seat in back.data["people"]] == ["Ailsa Muir", "Rory Kerr"]


def test_players_confirm_and_dispute(address, rory, game):
    client = client_of(rory.account)
    confirmed = client.post(f"{address}confirm/", {"version": 1}, format="json")
    own = confirmed.data["verdicts"][1]
    assert (own["seat"], own["kind"], own["means"], own["counts"]) == (1, "confirmed", "account", True)
    payload = {"version": 1, "objections": {"exports": "I had 5", "": "Look again"}}
    disputed = client.post(f"{address}dispute/", payload, format="json")
    assert disputed.data["state"] == "disputed"
    assert disputed.data["verdicts"][1]["objections"] == [
        {"line": "exports", "comment": "I had 5"},
        {"line": "", "comment": "Look again"},
    ]


def test_a_dispute_is_withdrawn_by_who_made_it(address, ailsa, rory, organiser, game):
    client_of(rory.account).post(
        f"{address}dispute/", {"version": 1, "objections": {"": "no"}}, format="json"
    )
    client_of(ailsa.account).put(f"{address}sheet/", corrected(), format="json", headers={"If-Match": '"1"'})
    for other in (ailsa.account, organiser):
        refused = client_of(other).post(f"{address}withdraw/")
        assert (refused.status_code, refused.data["code"]) == (409, "nothing_disputed")
    assert client_of(rory.account).get(address).data["state"] == "disputed"
    assert client_of(rory.account).post(f"{address}withdraw/").data["state"] == "confirmed"
    assert client_of(None).post(f"{address}withdraw/").status_code == 401


def test_the_texts_of_a_dispute_are_for_those_concerned(address, rory, organiser, game):
    payload = {"version": 1, "objections": {"": "Look again"}}
    client_of(rory.account).post(f"{address}dispute/", payload, format="json")
    for account, sees_it in (
        (rory.account, True),
        (organiser, True),
        (PlayerFactory().account, False),
        (None, False),
    ):
        (objection,) = [
            verdict
            for verdict in client_of(account).get(address).data["verdicts"]
            if verdict["kind"] == "disputed"
        ]
        assert bool(objection["objections"]) is sees_it


def test_a_token_speaks_for_no_guest(club, ailsa, address):
    guest = GuestMembershipFactory(club=club, player__name="Gus").player
    game = recorded_game(Person(player=ailsa), Person(player=guest), club=club, recorder=ailsa.account)
    for account in (ailsa.account, PlayerFactory().account):
        client = client_of(account)
        answer = client.post(f"/api/v1/games/{game.public_id}/confirm/", {"version": 1}, format="json")
        assert answer.status_code == (200 if account == ailsa.account else 403)
    assert not game.verdicts.filter(index=1).exists()
    assert "/mine/" not in str(client.get(f"/api/v1/games/{game.public_id}/").data)


def test_the_history_tells_every_word_and_how_it_came(club, ailsa):
    guest = GuestMembershipFactory(club=club, player__name="Gus").player
    game = recorded_game(
        Person(player=ailsa), Person(player=guest), club=club, recorder=ailsa.account, device="Ailsa’s phone"
    )
    confirm_result(
        actor=AnonymousUser(),
        seat=game.seats.get(index=1),
        version=1,
        proof=by_code(game, shown_by=ailsa.account.pk),
    )
    (version,) = client_of(ailsa.account).get(f"/api/v1/games/{game.public_id}/history/").data
    by_table, by_entry = version["words"]
    assert (by_entry["seat"], by_entry["means"], by_entry["entering_device"]) == (0, "entry", True)
    assert (by_table["seat"], by_table["means"], by_table["device"]) == (1, "table", 1)
    assert (by_table["player"]["name"], by_table["shown_by"]["name"]) == ("Gus", ailsa.name)
    assert by_table["closed_at"] is None


@pytest.mark.parametrize(
    ("payload", "path", "code"),
    [
        ({"version": 1, "objections": {}}, "objections", "empty"),
        ({"version": 1, "objections": {"weather": "rain"}}, "objections.weather", "unknown_line"),
        ({"objections": {"": "no"}}, "version", "required"),
    ],
)
def test_an_objection_says_what_is_wrong(address, rory, payload, path, code):
    answer = client_of(rory.account).post(f"{address}dispute/", payload, format="json")
    assert answer.status_code == 400
    assert [(error["path"], error["code"]) for error in answer.data["errors"]] == [(path, code)]


def test_an_answer_to_an_old_version_is_refused(address, ailsa, rory, game):
    client_of(ailsa.account).put(f"{address}sheet/", corrected(), format="json", headers={"If-Match": '"1"'})
    answer = client_of(rory.account).post(f"{address}confirm/", {"version": 1}, format="json")
    assert (answer.status_code, answer.data["code"]) == (412, "version_conflict")


def test_organisers_settle_take_out_and_restore(address, rory, organiser, game):
    client_of(rory.account).post(
        f"{address}dispute/", {"version": 1, "objections": {"": "no"}}, format="json"
    )
    client = client_of(organiser)
    assert client.post(f"{address}settle/", {"version": 1}, format="json").data["state"] == "confirmed"
    assert client.post(f"{address}void/").data["state"] == "void"
    assert client.post(f"{address}restore/").data["state"] == "confirmed"


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("confirm", set()),
        ("dispute", set()),
        ("settle", {Role.ORGANISER, Role.OWNER}),
        ("void", {Role.ORGANISER, Role.OWNER}),
        ("restore", {Role.ORGANISER, Role.OWNER}),
        ("sheet", {Role.SCOREKEEPER, Role.ORGANISER, Role.OWNER}),
    ],
)
def test_every_role_tries_every_action(address, club, game, path, allowed):
    payload = corrected() | {"version": 1, "objections": {"": "no"}}
    for role in [None, *Role]:
        client = client_of(member_of(club, role)) if role else client_of()
        send = client.put if path == "sheet" else client.post
        game.refresh_from_db()
        payload["notes"] = str(role)
        answer = send(
            f"{address}{path}/", payload | {"version": game.version}, format="json",
            headers={"If-Match": f'"{game.version}"'},
        )  # fmt: skip
        expected = 200 if role in allowed else 403 if role else 401
        assert (role, answer.status_code) == (role, expected)
