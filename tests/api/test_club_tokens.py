"""A token for one club reads of that club whatever its holder sees there, and is a stranger's everywhere else."""

import re

import pytest
from rest_framework.test import APIClient

from caledonia_site.common.api.throttling import FixedWindowRate
from games.clubs.enums import Role
from games.players.models import PageVisibility
from games.tokens.enums import TokenScope
from games.tokens.models import PersonalToken
from games.tokens.services import create_token
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.people import PlayerFactory
from tests.security.addresses import site_addresses
from tests.security.table import rules
from tests.security.world import World

READS = [
    one for one in site_addresses() if one.key.startswith("api:") and "GET" in dict(rules())[one.key].methods
]
# What belongs to another account than the organiser who asks, and what wants to know which clans are on offer.
REFUSED_TO_ALL = {"api:import", "api:import_rows", "api:statistics_draft"}


ELSEWHERE = {
    "club": "Elsewhere", "slug": "elsewhere", "player": "Isla Secret", "guest": "Hidden Guest",
    "league": "Secret league", "season": "Secret season", "tournament": "Secret cup",
}  # fmt: skip


@pytest.fixture(scope="module")
def worlds(file_data):
    """Two private clubs, each with one of everything; the organiser of the first organises the second too."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("most_of_an_account", "most_of_a_visitor"):
            patch.setattr(FixedWindowRate, name, 1_000_000)
        with file_data():
            here, there = World("private"), World("private", ELSEWHERE)
            account = here.accounts["organiser"]
            MembershipFactory(club=there.club, player=account.player, role=Role.ORGANISER)
            for world in (here, there):
                for player in (world.player, world.guest):
                    player.visibility = PageVisibility.CLUB
                    player.save()
            secret = create_token(actor=account, name="Here", scope=TokenScope.WRITE, club=here.club)[1]
        yield here, there, secret


@pytest.fixture
def client(db, worlds):
    client = APIClient(raise_request_exception=False)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {worlds[2]}")
    return client


def words_of(world):
    """What would tell of the club."""
    return {
        world.club.name, world.club.public_id, world.player.name, world.player.public_id, world.guest.name,
        world.guest.public_id, world.game.public_id, world.league.public_id, world.season.public_id,
        world.event.public_id,
    }  # fmt: skip


def asked(world, address, client, **more):
    return client.get(world.path(address), world.sent(address.key, "GET") | more)


def test_it_reads_every_endpoint_of_its_own_private_club(client, worlds):
    here, _there, _secret = worlds
    full = APIClient(raise_request_exception=False)
    full.force_authenticate(here.accounts["organiser"])
    wrong = []
    for address in READS:
        told, wanted = asked(here, address, client), asked(here, address, full)
        if told.status_code != wanted.status_code:
            wrong.append((address.key, told.status_code, wanted.status_code))
        elif address.key not in REFUSED_TO_ALL:
            assert told.status_code == 200, address.key
    assert wrong == []


def test_lists_hold_its_own_club_and_nothing_of_any_other(client, worlds):
    here, there, _secret = worlds
    club = here.club.public_id
    for path, own in (
        ("clubs/", club), ("games/", here.game.public_id), ("leagues/", here.league.public_id),
        ("tournaments/", here.event.public_id), ("players/", here.player.public_id), ("ratings/", f"club:{club}"),
        (f"games/?club={club}", here.game.public_id), (f"leagues/?club={club}", here.league.public_id),
        (f"tournaments/?club={club}", here.event.public_id),
        (f"statistics/clans_of_caledonia/factions/?club={club}", "campbell"),
    ):  # fmt: skip
        text = client.get(f"/api/v1/{path}").content.decode()
        assert own in text, path
        assert [word for word in words_of(there) if word in text] == [], path


def test_it_is_a_stranger_at_every_address_of_another_private_club(client, worlds):
    """Of which its holder is an organiser, and sat in its games."""
    _here, there, _secret = worlds
    stranger = APIClient(raise_request_exception=False)
    for address in READS:
        told, wanted = asked(there, address, client), asked(there, address, stranger)
        # Where a stranger is asked for an account, this token is told that it does not do.
        assert told.status_code == wanted.status_code or {told.status_code, wanted.status_code} <= {
            401,
            403,
            404,
        }, f"{address.key}: {told.status_code}, a stranger {wanted.status_code}"
        found = [word for word in words_of(there) if word in told.content.decode()]
        assert found == [], address.key


def test_names_of_another_club_are_not_told_by_way_of_its_own(client, worlds):
    here, there, _secret = worlds
    pool = f"/api/v1/ratings/clans_of_caledonia/club:{here.club.public_id}/"
    for path in (
        f"{pool}players/{there.player.public_id}/",
        f"{pool}players/{there.player.public_id}/against/{here.player.public_id}/",
        f"{pool}forecast/?player={here.player.public_id}&player={there.player.public_id}",
        f"/api/v1/games/?club={here.club.public_id}&player={there.player.public_id}",
        f"/api/v1/players/{there.player.public_id}/",
        "/api/v1/players/?search=Isla",
    ):
        answer = client.get(path)
        assert answer.status_code in {200, 400, 404}, path
        assert there.player.name not in answer.content.decode(), path


def test_its_role_is_told_in_its_own_club_alone(db):
    account = PlayerFactory().account
    here, there = ClubFactory(), ClubFactory()
    for club in (here, there):
        MembershipFactory(club=club, player=account.player, role=Role.OWNER)
    client = APIClient()
    client.credentials(
        HTTP_AUTHORIZATION=f"Bearer {create_token(actor=account, name='x', scope=TokenScope.READ, club=here)[1]}"
    )
    roles = {one["public_id"]: one["role"] for one in client.get("/api/v1/clubs/").json()["results"]}
    assert (roles[here.public_id], roles[there.public_id]) == ("owner", None)


def test_whoever_left_the_club_sees_it_no_more(db):
    club = ClubFactory(visibility="private")
    account = member_of(club)
    secret = create_token(actor=account, name="x", scope=TokenScope.READ, club=club)[1]
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    assert client.get(f"/api/v1/clubs/{club.public_id}/").status_code == 200
    account.player.memberships.all().delete()
    assert client.get(f"/api/v1/clubs/{club.public_id}/").status_code == 404
    assert PersonalToken.objects.exists()


def test_an_import_into_the_club_is_read_and_another_is_not(client, worlds):
    here, _there, _secret = worlds
    keeper = here.accounts["scorekeeper"]
    other = ClubFactory()
    MembershipFactory(club=other, player=keeper.player)
    for club, status in ((here.club, 200), (other, 404)):
        secret = create_token(actor=keeper, name="x", scope=TokenScope.READ, club=club)[1]
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
        assert client.get(f"/api/v1/imports/{here.import_.public_id}/").status_code == status
        assert client.get(f"/api/v1/imports/{here.import_.public_id}/rows/").status_code == status


def test_all_reads_are_tried():
    assert len(READS) > 35
    assert not [one.route for one in READS if re.search(r"<secret", one.route)]
