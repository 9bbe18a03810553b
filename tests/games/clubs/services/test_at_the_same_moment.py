"""Two people do something at the same moment: real transactions in real threads, on both databases."""

from threading import Thread

import pytest
from django.db import connection, transaction

from caledonia_site.common.errors import UserError
from games.clubs.enums import Role
from games.clubs.models import Club, Membership
from games.clubs.services.admission import accept_invitation, claim_player, invite_to_claim
from games.clubs.services.clubs import ClubDetails, create_club
from games.clubs.services.guests import merge_club_players
from games.clubs.services.locks import lock_club
from games.clubs.services.members import change_role, leave_club
from games.players.models import Player, PlayerMerge
from tests.factories.clubs import (
    ClubFactory,
    GuestMembershipFactory,
    InvitationFactory,
    MembershipFactory,
    member_of,
)
from tests.factories.people import AccountFactory, PlayerFactory
from tests.moments import at_the_same_moment

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("with_players", [True, False])
def test_two_people_claim_one_player(with_players):
    club = ClubFactory()
    guest = GuestMembershipFactory(club=club)
    link = invite_to_claim(actor=member_of(club, Role.ORGANISER), membership=guest)
    people = [PlayerFactory().account if with_players else AccountFactory() for _ in range(2)]
    outcomes = at_the_same_moment(
        *[lambda person=person: claim_player(actor=person, invitation=link) for person in people]
    )
    assert outcomes == ["done", "player_claimed"]
    link.refresh_from_db()
    assert link.uses == 1
    if with_players:
        assert PlayerMerge.objects.count() == 1
    else:
        assert Player.objects.get(pk=guest.player.pk).account in people


def test_one_guest_of_two_clubs_is_claimed_by_two_links():
    """Each club's own lock would let both pass."""
    guest = GuestMembershipFactory()
    other = MembershipFactory(player=guest.player)
    links = [
        invite_to_claim(actor=member_of(membership.club, Role.OWNER), membership=membership)
        for membership in (guest, other)
    ]
    people = [PlayerFactory().account for _ in links]
    outcomes = at_the_same_moment(
        *[
            lambda link=link, person=person: claim_player(actor=person, invitation=link)
            for link, person in zip(links, people, strict=True)
        ]
    )
    assert outcomes == ["done", "player_claimed"]
    assert PlayerMerge.objects.count() == 1


def test_both_owners_leave():
    club = ClubFactory()
    owners = [member_of(club, Role.OWNER) for _ in range(2)]
    outcomes = at_the_same_moment(
        *[lambda owner=owner: leave_club(actor=owner, club=club) for owner in owners]
    )
    assert outcomes == ["done", "last_owner"]
    assert Membership.objects.get(club=club).role == Role.OWNER


def test_the_last_place_of_an_invitation():
    link = InvitationFactory(max_uses=1)
    people = [PlayerFactory().account for _ in range(3)]
    outcomes = at_the_same_moment(
        *[lambda person=person: accept_invitation(actor=person, invitation=link) for person in people]
    )
    assert outcomes == ["done", "invitation_used", "invitation_used"]
    assert Membership.objects.filter(club=link.club).count() == 1


def test_two_clubs_of_one_name():
    founders = [PlayerFactory().account for _ in range(2)]
    outcomes = at_the_same_moment(
        *[
            lambda founder=founder: create_club(actor=founder, details=ClubDetails(name="Leith Traders"))
            for founder in founders
        ]
    )
    assert outcomes == ["club_name_taken", "done"]
    assert Club.objects.count() == 1


def test_two_merges_in_opposite_directions():
    club = ClubFactory()
    organiser = member_of(club, Role.ORGANISER)
    first, second = GuestMembershipFactory(club=club).player, GuestMembershipFactory(club=club).player
    outcomes = at_the_same_moment(
        lambda: merge_club_players(actor=organiser, source=first, target=second),
        lambda: merge_club_players(actor=organiser, source=second, target=first),
    )
    # The second may already find that one of them has left the club.
    assert "done" in outcomes
    assert len(set(outcomes)) == 2
    assert set(outcomes) <= {"done", "already_merged", "merge_not_allowed", "not_in_one_club"}
    assert PlayerMerge.objects.count() == 1


@pytest.mark.parametrize("attempt", range(3))
def test_a_merge_while_the_right_to_it_is_taken(attempt):
    """Whichever comes first: a merge by somebody who may not do it any more never happens."""
    club = ClubFactory()
    owner, organiser = member_of(club, Role.OWNER), member_of(club, Role.ORGANISER)
    membership = Membership.objects.get(player__account=organiser)
    first, second = GuestMembershipFactory(club=club).player, GuestMembershipFactory(club=club).player
    outcomes = at_the_same_moment(
        lambda: change_role(actor=owner, membership=membership, role=Role.MEMBER),
        lambda: merge_club_players(actor=organiser, source=first, target=second),
    )
    assert outcomes in (["done", "done"], ["done", "merge_not_allowed"])
    assert PlayerMerge.objects.count() == outcomes.count("done") - 1


def test_a_merge_waits_for_the_lock_and_then_asks_again():
    """The role goes while the merge waits: it was allowed when it began, and is not when it is its turn."""
    club = ClubFactory()
    organiser = member_of(club, Role.ORGANISER)
    first, second = GuestMembershipFactory(club=club).player, GuestMembershipFactory(club=club).player
    outcome = []

    def merge():
        try:
            merge_club_players(actor=organiser, source=first, target=second)
            outcome.append("done")
        except UserError as error:
            outcome.append(error.code)
        finally:
            connection.close()

    waiting = Thread(target=merge)
    with transaction.atomic():
        lock_club(club)
        waiting.start()
        waiting.join(timeout=0.5)
        assert outcome == []
        Membership.objects.filter(player__account=organiser).update(role=Role.MEMBER)
    waiting.join()
    assert outcome == ["merge_not_allowed"]
    assert not PlayerMerge.objects.exists()
