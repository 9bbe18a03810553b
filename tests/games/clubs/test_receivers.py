"""What clubs do when a person takes their data, or goes."""

import pytest

from games.clubs.enums import Role
from games.clubs.models import JoinRequest, MeetingAnswer, Membership, PlayerAlias
from games.clubs.services.admission import claim_player, invite_to_claim
from games.players.models import Player
from games.players.services.accounts import AccountDeletionBlocked, delete_account
from games.players.signals import collect_personal_data
from tests.factories.clubs import (
    ClubFactory,
    GuestMembershipFactory,
    JoinRequestFactory,
    MeetingAnswerFactory,
    MembershipFactory,
    PlayerAliasFactory,
    member_of,
)
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db


def test_the_only_owner_of_a_club_settles_it_first():
    membership = MembershipFactory(role=Role.OWNER, club=ClubFactory(name="Leith Traders"))
    with pytest.raises(AccountDeletionBlocked) as blocked:
        delete_account(account=membership.player.account)
    assert "Leith Traders" in blocked.value.reasons[0]
    assert Membership.objects.filter(pk=membership.pk).exists()
    member_of(membership.club, Role.OWNER)
    delete_account(account=membership.player.account)
    assert membership.club.memberships.count() == 1


def test_whoever_goes_leaves_no_trace_in_the_clubs():
    player = PlayerFactory(name="Una Bell")
    club = MembershipFactory(player=player).club
    JoinRequestFactory(player=player)
    MeetingAnswerFactory(player=player, meeting__club=club)
    PlayerAliasFactory(player=player, club=club, spelling="Uni")
    guest = GuestMembershipFactory(club=club, player__name="Una B.")
    claim_player(
        actor=player.account,
        invitation=invite_to_claim(actor=member_of(club, Role.ORGANISER), membership=guest),
    )
    delete_account(account=player.account)
    assert not Membership.objects.filter(player=player).exists()
    assert not JoinRequest.objects.exists()
    assert not MeetingAnswer.objects.exists()
    assert not PlayerAlias.objects.exists()
    assert not Player.with_merged.filter(name__startswith="Una").exists()


def test_the_archive_holds_the_clubs():
    player = PlayerFactory()
    MembershipFactory(player=player, role=Role.SCOREKEEPER, club=ClubFactory(name="Leith Traders"))
    JoinRequestFactory(player=player, message="Hello", club=ClubFactory(name="Les Chardons"))
    PlayerAliasFactory(player=player, spelling="Uni")
    MeetingAnswerFactory(player=player, choice="maybe", meeting__title="Club night")
    answers = collect_personal_data.send(sender=None, account=player.account, player=player)
    sections = {section.key: list(section.rows) for _, of_app in answers for section in of_app}
    assert sections["memberships"][0].items() >= {"club": "Leith Traders", "role": "scorekeeper"}.items()
    assert sections["join_requests"][0].items() >= {"club": "Les Chardons", "message": "Hello"}.items()
    assert sections["spellings"][0]["spelling"] == "Uni"
    assert sections["event_answers"][0].items() >= {"event": "Club night", "answer": "maybe"}.items()


def test_an_account_without_a_player_has_nothing_here():
    answers = collect_personal_data.send(sender=None, account=None, player=None)
    assert not {"memberships", "join_requests", "spellings"} & {
        section.key for _, of_app in answers for section in of_app
    }
