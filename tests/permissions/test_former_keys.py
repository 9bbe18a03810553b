"""What people made or were given while they had a right, tried when they have lost it: tokens, links, imports."""

import pytest
from django.test import Client

from caledonia_site.common.errors import NotAllowedError
from caledonia_site.common.jobs.tasks import sweep
from caledonia_site.common.permissions import may
from games.clubs.enums import Role
from games.clubs.models import Club, Invitation, Membership
from games.clubs.services.admission import invite_to_claim, invite_to_club
from games.clubs.services.members import remove_member
from games.exchange.enums import ImportState, UnknownNames
from games.exchange.models import ImportBatch
from games.exchange.services.feeds import make_feed_key
from games.exchange.services.imports import run_import, start_import
from games.results.models import Game, Verdict
from games.results.services.proofs import token_for
from games.results.services.results import Person
from games.tokens.enums import TokenScope
from games.tokens.services import create_token
from tests.factories.clubs import ClubFactory, GuestMembershipFactory, member_of
from tests.factories.games import recorded_game, two_seats
from tests.factories.people import PlayerFactory
from tests.games.exchange.conftest import bgstats_file
from tests.games.sheets.posting import new_address, posted_sheet
from tests.permissions.formerly import FORMERLY, GONE, before, lose
from tests.permissions.people import client_of

pytestmark = pytest.mark.django_db
IN_THE_CLUB = [way for way in GONE if not way.startswith("site")]
SWITCHED_OFF = [way for way in GONE if FORMERLY[way] == "visitor"]


@pytest.fixture
def club():
    club = ClubFactory(visibility="private", name="Secret Traders")
    club.host = member_of(club, Role.OWNER)
    return club


def asked(game, club):
    """Everything a program can ask of a game of the club and of the club itself."""
    at = f"/api/v1/games/{game.public_id}/"
    version = {"version": game.version}
    return [
        ("get", at, None),
        ("get", f"{at}sheet/", None),
        ("get", f"{at}history/", None),
        ("put", f"{at}sheet/", {}),
        ("post", f"{at}confirm/", version),
        ("post", f"{at}dispute/", version | {"objections": {"": "No"}}),
        ("post", f"{at}settle/", version),
        ("post", f"{at}void/", {}),
        ("post", f"{at}restore/", {}),
        ("get", f"/api/v1/games/?club={club.public_id}", None),
        ("get", f"/api/v1/clubs/{club.public_id}/members/", None),
    ]


def status(secret, method, path, body):
    extra = {} if body is None else {"data": body, "content_type": "application/json"}
    ask = getattr(Client(), method)
    return ask(path, headers={"authorization": f"Bearer {secret}", "if-match": '"1"'}, **extra).status_code


@pytest.mark.parametrize("visibility", ["private", "public"])
@pytest.mark.parametrize("way", ["left as owner", "removed as scorekeeper", "owner, switched off"])
def test_a_token_gives_what_its_holder_may_now(way, visibility):
    club = ClubFactory(visibility=visibility)
    owner, account = member_of(club, Role.OWNER), before(way, club)
    game = recorded_game(club=club, recorder=account)
    of_club = create_token(actor=account, name="Club", scope=TokenScope.WRITE, club=club)[1]
    wide = create_token(actor=account, name="All", scope=TokenScope.WRITE)[1]
    stranger = create_token(actor=PlayerFactory().account, name="All", scope=TokenScope.WRITE)[1]
    assert status(wide, "get", f"/api/v1/games/{game.public_id}/history/", None) == 200
    lose(way, account, club, owner)
    for one in asked(game, club):
        expected = 401 if way in SWITCHED_OFF else status(stranger, *one)
        assert [status(secret, *one) for secret in (wide, of_club)] == [expected] * 2, one
    assert Game.objects.get().version == 1


@pytest.mark.parametrize("way", ["left as organiser", "removed as scorekeeper", "organiser, now member"])
def test_an_import_ends_with_the_right_to_record_for_others(club, way):
    account = before(way, club)
    client = client_of(account)
    token = create_token(actor=account, name="All", scope=TokenScope.WRITE)[1]
    content = bgstats_file(("g-1", "2026-04-01", (84, 64)))
    batch = start_import(actor=account, club=club, filename="export.json", content=content)
    sweep()
    pages = [batch.get_absolute_url() + more for more in ("", "names/", "progress/")]
    api = [f"/api/v1/imports/{batch.public_id}/{more}" for more in ("", "rows/")]
    assert [client.get(page).status_code for page in pages] == [200] * 3
    lose(way, account, club, club.host)
    assert [client.get(page).status_code for page in pages] == [404] * 3
    assert [client.post(f"{pages[0]}{more}/").status_code for more in ("run", "stop")] == [404] * 2
    assert [status(token, "get", path, None) for path in api] == [404] * 2
    assert [status(token, "post", f"{api[0]}{more}/", {}) for more in ("run", "stop")] == [404] * 2
    assert "export.json" not in client.get("/import/").content.decode()
    batch.refresh_from_db()
    with pytest.raises(NotAllowedError):
        run_import(actor=account, batch=batch, takes_doubtful=False, unknown_names=UnknownNames.GUESTS)


@pytest.mark.parametrize("way", ["left as scorekeeper", "owner, switched off"])
def test_an_import_that_runs_stops(club, way, monkeypatch):
    account = before(way, club)
    content = bgstats_file(("g-1", "2026-04-01", (84, 64)))
    batch = start_import(actor=account, club=club, filename="export.json", content=content)
    sweep()
    monkeypatch.setattr("caledonia_site.common.jobs.marks.dispatch", lambda **_: None)
    batch.refresh_from_db()
    run_import(actor=account, batch=batch, takes_doubtful=False, unknown_names=UnknownNames.GUESTS)
    lose(way, account, club, club.host)
    sweep()
    assert ImportBatch.objects.get().state == ImportState.CANCELLED
    assert not Game.objects.exists()


@pytest.mark.parametrize("way", [way for way in FORMERLY if not way.startswith("site staff, s")])
def test_an_invitation_ends_when_its_maker_may_not_make_it(club, way):
    """What the query says of each is what the predicate says."""
    maker = before(way, club)
    guest = GuestMembershipFactory(club=club)
    made = [
        invite_to_club(actor=maker, club=club, role=role)
        for role in (Role.MEMBER, Role.SCOREKEEPER, Role.ORGANISER)
        if may(maker, "clubs.handle_invitation", Invitation(club=again(club), role=role))
    ]
    if may(maker, "clubs.invite_to_claim", GuestMembershipFactory(club=again(club))):
        made.append(invite_to_claim(actor=maker, membership=guest))
    assert all(Client().get(one.get_absolute_url()).status_code == 200 for one in made)
    lose(way, maker, club, club.host)
    for one in Invitation.objects.filter(pk__in=[one.pk for one in made]):
        still = may(maker, "clubs.handle_invitation", one)
        assert Invitation.objects.usable().filter(pk=one.pk).exists() is still
        assert Client().get(one.get_absolute_url()).status_code == (200 if still else 410)
        taken = client_of(PlayerFactory().account).post(one.get_absolute_url())
        assert (taken.status_code == 302) is still


def test_a_former_organiser_does_not_come_back_by_their_own_link(club):
    maker = before("removed as organiser", club)
    link = invite_to_club(actor=maker, club=club, max_uses=20).get_absolute_url()
    lose("removed as organiser", maker, club, club.host)
    assert client_of(maker).post(link).status_code == 410
    assert not Membership.objects.filter(club=club, player__account=maker).exists()
    page = client_of(club.host).get(f"{club.get_absolute_url()}members/").content.decode()
    assert "valid until" not in page.lower()


@pytest.mark.parametrize("way", IN_THE_CLUB)
def test_a_secret_feed_shows_what_its_maker_may_see(club, way):
    account = before(way, club)
    _key, secret = make_feed_key(actor=account, club=club)
    address = f"{club.get_absolute_url()}games.atom?key={secret}"
    assert Client().get(address).status_code == 200
    lose(way, account, club, club.host)
    assert Client().get(address).status_code == 404


def test_a_personal_link_ends_when_the_player_leaves_the_club(club):
    guest = GuestMembershipFactory(club=club, player__name="Fergus")
    game = recorded_game(Person(player=guest.player), Person(name="Rory"), club=club)
    links = [
        f"{game.get_absolute_url()}mine/{token_for(seat, game)}/" for seat in game.seats.order_by("index")
    ]
    assert [Client().get(link).status_code for link in links] == [200, 200]
    remove_member(actor=club.host, membership=guest)
    assert [Client().get(link).status_code for link in links] == [404, 200]
    assert Client().post(links[0], {"do": "confirm", "version": 1}).status_code == 404
    assert not Verdict.objects.filter(index=0).exists()


def test_a_game_recorded_in_a_private_club_stands_in_no_list_of_who_left(club):
    account = before("left as scorekeeper", club)
    game = recorded_game(club=club, recorder=account)
    client = client_of(account)
    assert game.public_id in client.get("/games/").content.decode()
    lose("left as scorekeeper", account, club, club.host)
    assert game.public_id not in client.get("/games/").content.decode()
    assert game.public_id not in client.get("/api/v1/games/").content.decode()


def test_the_browser_that_entered_a_game_has_no_say_once_it_is_in_a_club(client, club):
    client.post(new_address(), posted_sheet(two_seats(), action="record"))
    game = Game.objects.get()
    assert client.get(f"{game.get_absolute_url()}history/").status_code == 200
    Game.objects.update(club=ClubFactory())
    for more in ("history/", "edit/"):
        assert client.get(f"{game.get_absolute_url()}{more}").status_code == 403
    assert client.post(f"{game.get_absolute_url()}undo/1/", {"version": 1}).status_code == 403


def again(club):
    """As the next request finds it."""
    return Club.objects.get(pk=club.pk)
