"""Lists cost the same number of queries with one row and with three."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.clubs.enums import Role
from games.players.models import PlayerMerge
from tests.factories.clubs import (
    ClubFactory,
    GuestMembershipFactory,
    InvitationFactory,
    JoinRequestFactory,
    MeetingAnswerFactory,
    MeetingFactory,
    MembershipFactory,
    PlayerAliasFactory,
    member_of,
)
from tests.factories.people import GuestFactory, PlayerFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return ClubFactory()


@pytest.fixture
def organiser(club, client):
    account = member_of(club, Role.ORGANISER)
    client.force_login(account)
    return account


@pytest.mark.parametrize("count", [1, 3])
def test_clubs(client, count, django_assert_num_queries):
    ClubFactory.create_batch(count)
    with django_assert_num_queries(2):
        client.get("/clubs/")


@pytest.mark.parametrize("count", [1, 3])
def test_my_clubs(client, count, django_assert_num_queries):
    player = PlayerFactory()
    client.force_login(player.account)
    MembershipFactory.create_batch(count, player=player)
    client.get("/clubs/mine/")
    with django_assert_num_queries(4):
        client.get("/clubs/mine/")


def queries_of(client, path):
    client.get(path)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


def test_club_home(client, club, organiser):
    """Apps above add their parts to this page, so only that it grows with nothing of ours."""
    counts = []
    for _ in range(3):
        MembershipFactory(club=club)
        GuestMembershipFactory(club=club)
        MeetingAnswerFactory(meeting__club=club)
        counts.append(queries_of(client, club.get_absolute_url()))
    assert len(set(counts)) == 1


@pytest.mark.parametrize("count", [1, 3])
def test_manage_members(client, club, organiser, count, django_assert_num_queries):
    for _ in range(count):
        guest = GuestMembershipFactory(club=club)
        InvitationFactory(club=club)
        InvitationFactory(club=club, for_player=guest.player)
        JoinRequestFactory(club=club)
    client.get(reverse("clubs:members", args=[club.slug]))
    with django_assert_num_queries(10):
        client.get(reverse("clubs:members", args=[club.slug]))


@pytest.mark.parametrize("count", [1, 3])
def test_one_member(client, club, organiser, count, django_assert_num_queries):
    membership = MembershipFactory(club=club)
    PlayerAliasFactory.create_batch(count, club=club, player=membership.player)
    for _ in range(count):
        PlayerMerge.objects.create(
            source=GuestFactory(),
            target=membership.player,
            moved={"clubs.Membership.player": {"moved": [{"pk": 0, "club": club.pk}]}},
        )
    page = reverse("clubs:member", args=[club.slug, membership.player.public_id])
    client.get(page)
    with django_assert_num_queries(9):
        client.get(page)


@pytest.mark.parametrize("count", [1, 3])
def test_choosing_whom_to_merge_with(client, club, organiser, count, django_assert_num_queries):
    membership, *_ = GuestMembershipFactory.create_batch(count + 1, club=club)
    page = reverse("clubs:merge", args=[club.slug, membership.player.public_id])
    client.get(page)
    with django_assert_num_queries(8):
        client.get(page)


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("which", ["", "?past=1"])
def test_meetings(client, club, organiser, count, which, django_assert_num_queries):
    days = timedelta(days=-3 if which else 3)
    for meeting in MeetingFactory.create_batch(count, club=club, starts_at=timezone.now() + days):
        MeetingAnswerFactory.create_batch(count, meeting=meeting)
    page = reverse("clubs:events", args=[club.slug]) + which
    client.get(page)
    with django_assert_num_queries(5):
        client.get(page)


@pytest.mark.parametrize("count", [1, 3])
def test_one_meeting(client, club, organiser, count, django_assert_num_queries):
    meeting = MeetingFactory(club=club)
    MeetingAnswerFactory.create_batch(count, meeting=meeting)
    client.get(meeting.get_absolute_url())
    with django_assert_num_queries(6):
        client.get(meeting.get_absolute_url())


def test_player_page(client):
    player = PlayerFactory()
    counts = []
    for _ in range(3):
        MembershipFactory(player=player)
        counts.append(queries_of(client, player.get_absolute_url()))
    assert len(set(counts)) == 1


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(
    ("path", "queries"),
    [
        ("/api/v1/clubs/", 1),
        ("/api/v1/clubs/{club}/", 1),
        ("/api/v1/clubs/{club}/members/", 3),
        ("/api/v1/players/", 1),
    ],
)
def test_api(client, club, count, path, queries, django_assert_num_queries):
    ClubFactory.create_batch(count)
    MembershipFactory.create_batch(count, club=club)
    with django_assert_num_queries(queries):
        client.get(path.format(club=club.public_id))
