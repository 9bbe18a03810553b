"""Roles, leaving, removing, handing over: a club never loses its last owner."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from caledonia_site.common.errors import NotAllowedError, UserError
from games.clubs.enums import Role
from games.clubs.models import Invitation, Membership
from games.clubs.services.admission import invite_to_claim
from games.clubs.services.clubs import AlreadyOwnerError, hand_over_club
from games.clubs.services.locks import LastOwnerError, MembershipGoneError
from games.clubs.services.members import GuestRoleError, change_role, leave_club, remove_member
from games.players.models import Player
from tests.examples import examples
from tests.factories.clubs import (
    ClubFactory,
    GuestMembershipFactory,
    MembershipFactory,
    PlayerAliasFactory,
    member_of,
)
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return ClubFactory()


@pytest.fixture
def owner(club):
    return member_of(club, Role.OWNER)


def membership_of(account):
    return Membership.objects.get(player__account=account)


class TestLastOwner:
    def test_does_not_leave(self, club, owner):
        member_of(club, Role.ORGANISER)
        with pytest.raises(LastOwnerError):
            leave_club(actor=owner, club=club)
        assert membership_of(owner).role == Role.OWNER

    def test_is_not_removed_and_does_not_step_down(self, club, owner):
        with pytest.raises(LastOwnerError):
            remove_member(actor=owner, membership=membership_of(owner))
        with pytest.raises(LastOwnerError):
            change_role(actor=owner, membership=membership_of(owner), role=Role.MEMBER)

    def test_leaves_once_there_is_another(self, club, owner):
        other = member_of(club)
        change_role(actor=owner, membership=membership_of(other), role=Role.OWNER)
        leave_club(actor=owner, club=club)
        assert list(club.memberships.values_list("player__account", "role")) == [(other.pk, Role.OWNER)]


class TestRoles:
    @pytest.mark.parametrize("role", [Role.OWNER, Role.ORGANISER])
    def test_an_organiser_makes_nobody_an_equal(self, club, role):
        organiser, member = member_of(club, Role.ORGANISER), member_of(club)
        with pytest.raises(NotAllowedError):
            change_role(actor=organiser, membership=membership_of(member), role=role)
        assert membership_of(member).role == Role.MEMBER

    @pytest.mark.parametrize("role", [Role.OWNER, Role.ORGANISER])
    def test_an_organiser_touches_no_equal(self, club, role):
        organiser, other = member_of(club, Role.ORGANISER), member_of(club, role)
        with pytest.raises(NotAllowedError):
            change_role(actor=organiser, membership=membership_of(other), role=Role.MEMBER)
        with pytest.raises(NotAllowedError):
            remove_member(actor=organiser, membership=membership_of(other))

    def test_an_organiser_makes_scorekeepers(self, club):
        organiser, member = member_of(club, Role.ORGANISER), member_of(club)
        assert change_role(actor=organiser, membership=membership_of(member), role=Role.SCOREKEEPER)
        assert membership_of(member).role == Role.SCOREKEEPER

    def test_a_role_elsewhere_counts_for_nothing(self, club):
        stranger = member_of(ClubFactory(), Role.OWNER)
        member = member_of(club)
        with pytest.raises(NotAllowedError):
            change_role(actor=stranger, membership=membership_of(member), role=Role.SCOREKEEPER)

    def test_a_guest_takes_no_role(self, club, owner):
        guest = GuestMembershipFactory(club=club)
        for role in (Role.OWNER, Role.ORGANISER, Role.SCOREKEEPER):
            with pytest.raises(GuestRoleError):
                change_role(actor=owner, membership=guest, role=role)
        with pytest.raises(GuestRoleError):
            hand_over_club(actor=owner, membership=guest)


class TestHandingOver:
    def test_the_new_owner_comes_before_the_old_one_goes(self, club, owner):
        heir = member_of(club)
        hand_over_club(actor=owner, membership=membership_of(heir))
        assert (membership_of(heir).role, membership_of(owner).role) == (Role.OWNER, Role.ORGANISER)

    def test_not_to_an_owner_nor_by_anyone_else(self, club, owner):
        other = member_of(club, Role.OWNER)
        with pytest.raises(AlreadyOwnerError):
            hand_over_club(actor=owner, membership=membership_of(other))
        organiser = member_of(club, Role.ORGANISER)
        with pytest.raises(NotAllowedError):
            hand_over_club(actor=organiser, membership=membership_of(organiser))


class TestRemoving:
    def test_a_guest_whom_nothing_needs_is_forgotten(self, club, owner):
        guest = GuestMembershipFactory(club=club)
        PlayerAliasFactory(club=club, player=guest.player)
        remove_member(actor=owner, membership=guest)
        assert not Player.with_merged.filter(pk=guest.player.pk).exists()

    def test_a_guest_of_another_club_stays_there_and_loses_the_link(self, club, owner):
        guest = GuestMembershipFactory(club=club)
        MembershipFactory(player=guest.player)
        link = invite_to_claim(actor=owner, membership=guest)
        remove_member(actor=owner, membership=guest)
        assert Player.objects.filter(pk=guest.player.pk).exists()
        assert not Invitation.objects.usable().filter(pk=link.pk).exists()

    def test_twice_is_a_clear_message(self, club, owner):
        membership = membership_of(member_of(club))
        remove_member(actor=owner, membership=membership)
        with pytest.raises(MembershipGoneError):
            remove_member(actor=owner, membership=membership)

    def test_leaving_a_club_one_is_not_in(self, club):
        with pytest.raises(NotAllowedError):
            leave_club(actor=PlayerFactory().account, club=club)


@settings(
    max_examples=examples(30), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_whatever_members_do_to_each_other_an_owner_remains(db, data):
    club = ClubFactory()
    people = [member_of(club, role) for role in (Role.OWNER, Role.OWNER, Role.ORGANISER, Role.MEMBER)]
    acts = st.sampled_from([leave_club, remove_member, change_role, hand_over_club])
    for _ in range(data.draw(st.integers(1, 12))):
        actor, other = data.draw(st.sampled_from(people)), data.draw(st.sampled_from(people))
        act, role = data.draw(acts), data.draw(st.sampled_from(Role))
        membership = Membership.objects.filter(club=club, player__account=other).first()
        try:
            if act is leave_club:
                act(actor=actor, club=club)
            elif membership and act is change_role:
                act(actor=actor, membership=membership, role=role)
            elif membership:
                act(actor=actor, membership=membership)
        except UserError:
            pass
        assert club.memberships.filter(role=Role.OWNER, player__account__isnull=False).exists()
