"""Guests: adding, spellings, claiming, merging in a club."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError

from caledonia_site.common.errors import NotAllowedError
from games.clubs.enums import Role
from games.clubs.models import Membership, PlayerAlias
from games.clubs.selectors.clubs import merge_preview, undoable_merges
from games.clubs.services.admission import PlayerClaimedError, claim_player, invite_to_claim
from games.clubs.services.guests import (
    AliasTakenError,
    ConsentNeededError,
    EmptySpellingError,
    GuestNameTakenError,
    MergeNotAllowedError,
    NotInOneClubError,
    add_alias,
    add_guest_player,
    merge_club_players,
    remove_alias,
    undo_club_merge,
    update_guest,
)
from games.players.models import PageVisibility, Player
from games.players.services.merges import PlayerHasAccountError
from tests.factories.clubs import ClubFactory, GuestMembershipFactory, MembershipFactory, member_of
from tests.factories.people import AccountFactory, GuestFactory, PlayerFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return ClubFactory()


@pytest.fixture
def organiser(club):
    return member_of(club, Role.ORGANISER)


class TestGuests:
    def test_a_scorekeeper_adds_one_whom_only_the_club_sees(self, club):
        guest = add_guest_player(actor=member_of(club, Role.SCOREKEEPER), club=club, name=" Una  Bell ")
        assert (guest.player.name, guest.role) == ("Una Bell", Role.MEMBER)
        assert guest.player.visibility == PageVisibility.CLUB
        assert guest.player.is_guest

    def test_a_member_does_not(self, club):
        with pytest.raises(NotAllowedError):
            add_guest_player(actor=member_of(club), club=club, name="Una")
        assert not Player.objects.filter(account=None).exists()

    @pytest.mark.parametrize("name", ["", " \u200b", "x" * 81, "una@example.org"])
    def test_a_name_must_be_a_name(self, club, organiser, name):
        with pytest.raises(ValidationError):
            add_guest_player(actor=organiser, club=club, name=name)

    def test_two_guests_of_a_club_have_two_names(self, club, organiser):
        una = add_guest_player(actor=organiser, club=club, name="Una Bell")
        with pytest.raises(GuestNameTakenError):
            add_guest_player(actor=organiser, club=club, name="UNA béll")
        other = add_guest_player(actor=organiser, club=club, name="Una B.")
        with pytest.raises(GuestNameTakenError):
            update_guest(actor=organiser, membership=other, name="una bell", visibility="club")
        update_guest(actor=organiser, membership=una, name="Una Bell", visibility="public")

    def test_nobody_edits_a_member_with_an_account(self, club, organiser):
        membership = MembershipFactory(club=club)
        with pytest.raises(NotAllowedError):
            update_guest(actor=organiser, membership=membership, name="Nobody", visibility="public")


class TestSpellings:
    def test_a_spelling_means_one_player_of_the_club(self, club, organiser):
        ann, bea = MembershipFactory(club=club), MembershipFactory(club=club)
        alias = add_alias(actor=organiser, membership=ann, spelling="Annie")
        with pytest.raises(AliasTakenError):
            add_alias(actor=organiser, membership=bea, spelling="ANNIE")
        with pytest.raises(EmptySpellingError):
            add_alias(actor=organiser, membership=bea, spelling=" ")
        remove_alias(actor=organiser, club=club, alias=alias)
        add_alias(actor=organiser, membership=bea, spelling="annie")

    def test_another_club_keeps_its_own(self, club, organiser):
        theirs = PlayerAlias.objects.create(player=PlayerFactory(), club=ClubFactory(), spelling="Ann")
        everywhere = PlayerAlias.objects.create(player=PlayerFactory(), club=None, spelling="Bea")
        for alias in (theirs, everywhere):
            remove_alias(actor=organiser, club=club, alias=alias)
        assert PlayerAlias.objects.count() == 2


class TestClaiming:
    def test_someone_without_a_player_becomes_the_guest(self, club, organiser):
        guest = GuestMembershipFactory(club=club)
        link = invite_to_claim(actor=organiser, membership=guest)
        person = AccountFactory()
        assert claim_player(actor=person, invitation=link) == guest.player
        person.refresh_from_db()
        assert person.player == guest.player
        assert Membership.objects.get(pk=guest.pk).player == guest.player

    def test_someone_with_a_player_takes_the_guest_in(self, club, organiser):
        guest = GuestMembershipFactory(club=club)
        person = PlayerFactory().account
        player = claim_player(actor=person, invitation=invite_to_claim(actor=organiser, membership=guest))
        assert player == person.player
        assert Membership.objects.get(pk=guest.pk).player == person.player
        [merge] = undoable_merges(player=player, user=person)
        undo_club_merge(actor=person, merge=merge)
        assert Membership.objects.get(pk=guest.pk).player == guest.player

    def test_the_second_comes_too_late(self, club, organiser):
        guest = GuestMembershipFactory(club=club)
        link = invite_to_claim(actor=organiser, membership=guest)
        claim_player(actor=PlayerFactory().account, invitation=link)
        for late in (PlayerFactory().account, AccountFactory()):
            with pytest.raises(PlayerClaimedError):
                claim_player(actor=late, invitation=link)

    def test_a_visitor_claims_nobody(self, club, organiser):
        link = invite_to_claim(actor=organiser, membership=GuestMembershipFactory(club=club))
        with pytest.raises(NotAllowedError):
            claim_player(actor=AnonymousUser(), invitation=link)

    def test_one_link_for_a_guest_and_none_for_an_account(self, club, organiser):
        guest = GuestMembershipFactory(club=club)
        link = invite_to_claim(actor=organiser, membership=guest)
        assert invite_to_claim(actor=organiser, membership=guest) == link
        with pytest.raises(NotAllowedError):
            invite_to_claim(actor=organiser, membership=MembershipFactory(club=club))
        with pytest.raises(NotAllowedError):
            invite_to_claim(actor=member_of(club, Role.SCOREKEEPER), membership=guest)


class TestMerging:
    def test_two_guests_of_ones_club(self, club, organiser):
        source, target = GuestMembershipFactory(club=club), GuestMembershipFactory(club=club)
        assert [rows.count for rows in merge_preview(source=source.player, target=target.player)] == [1]
        merge = merge_club_players(actor=organiser, source=source.player, target=target.player)
        assert merge.merged_by == organiser
        undo_club_merge(actor=organiser, merge=merge)
        assert club.memberships.count() == 3

    @pytest.mark.parametrize("role", [None, Role.MEMBER, Role.SCOREKEEPER])
    def test_others_do_not(self, club, role):
        actor = member_of(club, role) if role else member_of(ClubFactory(), Role.OWNER)
        source, target = GuestMembershipFactory(club=club), GuestMembershipFactory(club=club)
        with pytest.raises(MergeNotAllowedError):
            merge_club_players(actor=actor, source=source.player, target=target.player)
        assert club.memberships.filter(player__merged_into=None).count() >= 2

    def test_not_across_clubs_without_rights_in_both(self, club, organiser):
        """The guest also plays in a club that somebody else organises."""
        source, target = GuestMembershipFactory(club=club), GuestMembershipFactory(club=club)
        MembershipFactory(player=source.player)
        with pytest.raises(MergeNotAllowedError):
            merge_club_players(actor=organiser, source=source.player, target=target.player)

    def test_not_with_a_player_of_another_club(self, club, organiser):
        with pytest.raises(NotInOneClubError):
            merge_club_players(
                actor=organiser, source=GuestMembershipFactory(club=club).player, target=GuestFactory()
            )

    def test_an_account_consents_itself(self, club, organiser):
        guest = GuestMembershipFactory(club=club).player
        member = MembershipFactory(club=club).player
        with pytest.raises(ConsentNeededError):
            merge_club_players(actor=organiser, source=guest, target=member)
        merge_club_players(actor=organiser, source=guest, target=organiser.player)

    def test_two_accounts_never_merge_not_even_by_staff(self, club):
        staff = AccountFactory(is_staff=True)
        first, second = MembershipFactory(club=club).player, MembershipFactory(club=club).player
        with pytest.raises(PlayerHasAccountError):
            merge_club_players(actor=staff, source=first, target=second)

    def test_only_those_concerned_undo(self, club, organiser):
        source, target = GuestMembershipFactory(club=club).player, GuestMembershipFactory(club=club).player
        merge = merge_club_players(actor=organiser, source=source, target=target)
        for actor in (
            member_of(club, Role.SCOREKEEPER),
            member_of(ClubFactory(), Role.OWNER),
            AnonymousUser(),
        ):
            with pytest.raises(MergeNotAllowedError):
                undo_club_merge(actor=actor, merge=merge)
        undo_club_merge(actor=AccountFactory(is_staff=True), merge=merge)
