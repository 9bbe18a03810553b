"""The site's staff: every page opens, and the site's rules hold there too."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.messages import get_messages
from django.urls import reverse
from django.utils import timezone

from games.clubs.enums import Role
from games.clubs.models import Club, Invitation, Meeting, Membership
from games.players.models import Player, PlayerMerge
from tests.factories.clubs import (
    ClubFactory,
    GuestMembershipFactory,
    InvitationFactory,
    JoinRequestFactory,
    MeetingAnswerFactory,
    MeetingFactory,
    MembershipFactory,
    PlayerAliasFactory,
)
from tests.factories.people import AccountFactory, GuestFactory, PlayerFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client):
    account = AccountFactory(is_staff=True, is_superuser=True)
    client.force_login(account)
    return account


@pytest.fixture
def one_of_each():
    club = ClubFactory(name="Leith Traders")
    membership = MembershipFactory(club=club, role=Role.OWNER)
    player = membership.player
    source = GuestFactory(merged_into=player)
    return {
        "players.user": player.account,
        "players.player": player,
        "players.playermerge": PlayerMerge.objects.create(source=source, target=player),
        "clubs.club": club,
        "clubs.membership": membership,
        "clubs.invitation": InvitationFactory(club=club),
        "clubs.joinrequest": JoinRequestFactory(club=club),
        "clubs.playeralias": PlayerAliasFactory(club=club, player=player),
        "clubs.meeting": MeetingAnswerFactory(meeting__club=club, player=player).meeting,
    }


MODELS = [
    "players.user",
    "players.player",
    "players.playermerge",
    "clubs.club",
    "clubs.membership",
    "clubs.invitation",
    "clubs.joinrequest",
    "clubs.playeralias",
    "clubs.meeting",
]


def address(label, page, *args):
    return reverse(f"admin:{label.replace('.', '_')}_{page}", args=args)


@pytest.mark.parametrize("label", MODELS)
def test_lists_search_and_pages_open(client, staff, one_of_each, label):
    assert client.get(address(label, "changelist")).status_code == 200
    assert client.get(address(label, "changelist"), {"q": "leith"}).status_code == 200
    assert client.get(address(label, "change", one_of_each[label].pk)).status_code == 200
    assert client.get(address(label, "history", one_of_each[label].pk)).status_code == 200


@pytest.mark.parametrize("label", MODELS)
def test_lists_cost_the_same_with_one_and_three(client, staff, label, django_assert_num_queries):
    def fill():
        club = ClubFactory()
        player = MembershipFactory(club=club).player
        PlayerMerge.objects.create(source=GuestFactory(), target=player, merged_by=player.account)
        InvitationFactory(club=club)
        JoinRequestFactory(club=club)
        PlayerAliasFactory(club=club, player=player)
        MeetingAnswerFactory(meeting__club=club, player=player)

    fill()
    client.get(address(label, "changelist"))
    with django_assert_num_queries(QUERIES[label]):
        client.get(address(label, "changelist"))
    fill()
    fill()
    with django_assert_num_queries(QUERIES[label]):
        client.get(address(label, "changelist"))


QUERIES = dict.fromkeys(MODELS, 5) | {"players.user": 6, "clubs.meeting": 7}


def test_the_last_owner_keeps_the_role_and_the_membership(client, staff):
    membership = MembershipFactory(role=Role.OWNER)
    response = client.post(address("clubs.membership", "change", membership.pk), {"role": "member"})
    assert response.status_code == 200
    assert "hand it over" in response.content.decode()
    assert (
        client.post(address("clubs.membership", "delete", membership.pk), {"post": "yes"}).status_code == 403
    )
    client.post(
        address("clubs.membership", "changelist"),
        {"action": "delete_selected", "_selected_action": [membership.pk], "post": "yes"},
    )
    membership.refresh_from_db()
    assert membership.role == Role.OWNER


def test_a_role_changes_with_history(client, staff):
    membership = MembershipFactory()
    client.post(address("clubs.membership", "change", membership.pk), {"role": "organiser"})
    membership.refresh_from_db()
    assert membership.role == Role.ORGANISER
    assert LogEntry.objects.filter(object_id=str(membership.pk), user=staff).exists()


def test_a_guest_gets_no_role(client, staff):
    guest = GuestMembershipFactory()
    client.post(address("clubs.membership", "change", guest.pk), {"role": "organiser"})
    guest.refresh_from_db()
    assert guest.role == Role.MEMBER


def test_a_club_keeps_its_address_in_step_and_its_name_unique(client, staff):
    ClubFactory(name="Taken")
    club = ClubFactory(name="Leith Traders", slug="leith-traders")
    form = {
        "name": "Leith Traders",
        "visibility": "private",
        "language": "en",
        "time_zone": "UTC",
        "memberships-TOTAL_FORMS": 0,
        "memberships-INITIAL_FORMS": 0,
    }
    client.post(address("clubs.club", "change", club.pk), form)
    club.refresh_from_db()
    assert club.slug == f"leith-traders-{club.public_id}"
    response = client.post(
        address("clubs.club", "change", club.pk), form | {"name": "TAKEN", "visibility": "public"}
    )
    assert "has this name already" in response.content.decode()
    client.post(address("clubs.club", "delete", club.pk), {"post": "yes"})
    assert not Club.objects.filter(pk=club.pk).exists()


def test_invitations_are_revoked_after_a_question(client, staff):
    link = InvitationFactory()
    chosen = {"action": "revoke", "_selected_action": [link.pk]}
    question = client.post(address("clubs.invitation", "changelist"), chosen)
    assert question.status_code == 200
    assert Invitation.objects.usable().exists()
    client.post(address("clubs.invitation", "changelist"), chosen | {"confirmed": "yes"})
    assert not Invitation.objects.usable().exists()
    assert LogEntry.objects.filter(object_id=str(link.pk)).exists()


def test_meetings_are_cancelled_after_a_question(client, staff):
    meeting, over = MeetingFactory(), MeetingFactory(starts_at=timezone.now() - timedelta(days=3))
    chosen = {"action": "cancel", "_selected_action": [meeting.pk, over.pk]}
    client.post(address("clubs.meeting", "changelist"), chosen)
    assert not Meeting.objects.exclude(cancelled_at=None).exists()
    response = client.post(address("clubs.meeting", "changelist"), chosen | {"confirmed": "yes"})
    assert Meeting.objects.exclude(cancelled_at=None).get() == meeting
    assert {message.level_tag for message in get_messages(response.wsgi_request)} == {"success", "error"}
    assert LogEntry.objects.filter(object_id=str(meeting.pk)).exists()


def test_players_are_merged_and_taken_apart_after_a_question(client, staff):
    player, guest = PlayerFactory(), GuestFactory()
    MembershipFactory(player=guest)
    chosen = {"action": "merge", "_selected_action": [guest.pk, player.pk]}
    client.post(address("players.player", "changelist"), chosen)
    assert not PlayerMerge.objects.exists()
    client.post(address("players.player", "changelist"), chosen | {"confirmed": "yes"})
    merge = PlayerMerge.objects.get()
    assert (merge.source, merge.target, merge.merged_by) == (guest, player, staff)
    undo = {"action": "undo", "_selected_action": [merge.pk]}
    client.post(address("players.playermerge", "changelist"), undo)
    assert not Player.objects.filter(pk=guest.pk).exists()
    client.post(address("players.playermerge", "changelist"), undo | {"confirmed": "yes"})
    assert Membership.objects.get().player == guest


def test_two_accounts_are_not_merged(client, staff):
    chosen = {
        "action": "merge",
        "_selected_action": [PlayerFactory().pk, PlayerFactory().pk],
        "confirmed": "yes",
    }
    response = client.post(address("players.player", "changelist"), chosen)
    assert [message.level_tag for message in get_messages(response.wsgi_request)] == ["error"]
    assert not PlayerMerge.objects.exists()


def test_staff_without_rights_see_nothing_of_it(client):
    client.force_login(AccountFactory(is_staff=True))
    for label in MODELS:
        assert client.get(address(label, "changelist")).status_code == 403
