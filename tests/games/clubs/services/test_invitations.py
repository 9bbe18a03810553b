"""Coming in by link, e-mail or request."""

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from caledonia_site.common.errors import NotAllowedError
from caledonia_site.common.jobs.models import DirtyMark, JobState
from caledonia_site.common.jobs.runner import process_marks
from games.clubs.enums import Role
from games.clubs.models import Invitation, JoinRequest, Membership
from games.clubs.models.admission import JoinRequestState
from games.clubs.services.admission import (
    MOST_MAILS_A_DAY,
    MOST_MAILS_TO_ONE_ADDRESS,
    MOST_OPEN_INVITATIONS,
    MOST_REQUESTS_A_DAY,
    MOST_REQUESTS_TO_A_CLUB,
    REQUEST_WINDOW,
    AlreadyAskedError,
    AlreadyMemberError,
    AskedTooOftenError,
    InvitationExpiredError,
    InvitationLimitsError,
    InvitationRevokedError,
    InvitationUsedUpError,
    JoinRequestClosedError,
    MailboxFullError,
    OwnerInvitationError,
    TooManyInvitationsError,
    TooManyMailsError,
    accept_invitation,
    answer_join_request,
    invite_to_club,
    request_to_join,
    revoke_invitation,
    withdraw_join_request,
)
from games.clubs.services.mail import INVITATION_MAIL
from games.players.selectors.players import NoPlayerYetError
from tests.factories.clubs import (
    ClubFactory,
    InvitationFactory,
    JoinRequestFactory,
    MembershipFactory,
    member_of,
)
from tests.factories.people import AccountFactory, PlayerFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return ClubFactory()


@pytest.fixture
def organiser(club):
    return member_of(club, Role.ORGANISER)


class TestInviting:
    def test_a_link_lets_its_number_of_people_in_with_its_role(self, club, organiser):
        link = invite_to_club(actor=organiser, club=club, role=Role.SCOREKEEPER, max_uses=2)
        first, second, third = (PlayerFactory().account for _ in range(3))
        assert accept_invitation(actor=first, invitation=link).role == Role.SCOREKEEPER
        accept_invitation(actor=second, invitation=link)
        with pytest.raises(InvitationUsedUpError):
            accept_invitation(actor=third, invitation=link)
        assert club.memberships.count() == 3

    def test_the_token_finds_it_and_a_forged_one_does_not(self, club, organiser):
        link = invite_to_club(actor=organiser, club=club)
        assert Invitation.objects.with_token(link.token) == link
        for forged in (link.public_id, f"{link.public_id}.x", link.token[:-1], f"{link.token}x", "", "\x00"):
            assert Invitation.objects.with_token(forged) is None

    def test_no_column_holds_the_token(self, club, organiser):
        link = invite_to_club(actor=organiser, club=club)
        signature = link.token.partition(".")[2]
        assert signature not in str(Invitation.objects.filter(pk=link.pk).values().get())

    def test_a_member_uses_nothing_up(self, club, organiser):
        link = invite_to_club(actor=organiser, club=club)
        with pytest.raises(AlreadyMemberError):
            accept_invitation(actor=organiser, invitation=link)
        link.refresh_from_db()
        assert link.uses == 0

    def test_expired_and_revoked_links_say_so(self, club, organiser):
        link = invite_to_club(actor=organiser, club=club, days=3)
        guest = PlayerFactory().account
        with (
            time_machine.travel(timezone.now() + timedelta(days=3, seconds=1)),
            pytest.raises(InvitationExpiredError),
        ):
            accept_invitation(actor=guest, invitation=link)
        revoke_invitation(actor=organiser, invitation=link)
        revoke_invitation(actor=organiser, invitation=link)
        with pytest.raises(InvitationRevokedError):
            accept_invitation(actor=guest, invitation=link)
        assert not Membership.objects.filter(player=guest.player).exists()

    def test_an_account_without_a_name_chooses_one_first(self, club):
        with pytest.raises(NoPlayerYetError):
            accept_invitation(actor=AccountFactory(), invitation=InvitationFactory(club=club))

    @pytest.mark.parametrize("role", [Role.ORGANISER, Role.OWNER])
    def test_an_organiser_invites_no_equal(self, club, organiser, role):
        with pytest.raises(NotAllowedError):
            invite_to_club(actor=organiser, club=club, role=role)

    def test_nobody_becomes_an_owner_by_invitation(self, club):
        with pytest.raises(OwnerInvitationError):
            invite_to_club(actor=member_of(club, Role.OWNER), club=club, role=Role.OWNER)

    def test_an_organiser_does_not_revoke_what_an_owner_offers(self, club, organiser):
        link = invite_to_club(actor=member_of(club, Role.OWNER), club=club, role=Role.ORGANISER)
        with pytest.raises(NotAllowedError):
            revoke_invitation(actor=organiser, invitation=link)

    @pytest.mark.parametrize("limits", [{"days": 0}, {"days": 91}, {"max_uses": 0}, {"max_uses": 201}])
    def test_limits(self, club, organiser, limits):
        with pytest.raises(InvitationLimitsError):
            invite_to_club(actor=organiser, club=club, **limits)

    def test_a_club_cannot_flood_the_world(self, club, organiser):
        InvitationFactory.create_batch(MOST_OPEN_INVITATIONS, club=club)
        with pytest.raises(TooManyInvitationsError):
            invite_to_club(actor=organiser, club=club)


class TestMail:
    def invite(self, club, organiser, **more):
        return invite_to_club(
            actor=organiser,
            club=club,
            email="ann@example.org",
            **more,
        )

    def test_it_is_sent_once_in_the_language_of_the_club(
        self, organiser, club, django_capture_on_commit_callbacks
    ):
        club.language = "en"
        club.name = "Bread & Whisky"
        club.save()
        with django_capture_on_commit_callbacks(execute=True):
            link = self.invite(club, organiser, max_uses=9)
        process_marks(topic=INVITATION_MAIL, key=link.public_id)
        [message] = mail.outbox
        assert message.to == ["ann@example.org"]
        assert "Bread & Whisky" in message.subject
        assert f"https://caledonia.example{link.get_absolute_url()}" in message.body
        link.refresh_from_db()
        assert link.mail_sent_at is not None
        assert link.max_uses == 1

    def test_a_mail_server_that_is_away_loses_nothing(
        self, organiser, club, settings, django_capture_on_commit_callbacks
    ):
        settings.EMAIL_BACKEND = "tests.games.clubs.services.test_invitations.MailServerAway"
        with django_capture_on_commit_callbacks(execute=True):
            link = self.invite(club, organiser)
        assert JobState.objects.get(topic=INVITATION_MAIL).attempts == 1
        assert DirtyMark.objects.filter(topic=INVITATION_MAIL).exists()
        assert Invitation.objects.usable().get() == link

        settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
        process_marks(topic=INVITATION_MAIL, key=link.public_id)
        assert len(mail.outbox) == 1
        assert not DirtyMark.objects.filter(topic=INVITATION_MAIL).exists()

    def test_a_revoked_invitation_is_not_sent_any_more(self, organiser, club):
        link = self.invite(club, organiser)
        revoke_invitation(actor=organiser, invitation=link)
        process_marks(topic=INVITATION_MAIL, key=link.public_id)
        assert mail.outbox == []

    def test_nobody_mails_the_world_in_our_name(self, club, organiser):
        """Also not by way of one club after another."""
        for number in range(MOST_MAILS_A_DAY):
            link = invite_to_club(actor=organiser, club=club, email=f"ann{number}@example.org")
            link.delete()
        other = MembershipFactory(player=organiser.player, role=Role.OWNER).club
        with pytest.raises(TooManyMailsError):
            invite_to_club(actor=organiser, club=other, email="bea@example.org")
        assert invite_to_club(actor=organiser, club=other).email == ""
        with time_machine.travel(timezone.now() + timedelta(days=1)):
            assert invite_to_club(actor=organiser, club=other, email="bea@example.org")

    def test_nobody_fills_a_mailbox(self, club):
        for _ in range(MOST_MAILS_TO_ONE_ADDRESS):
            self.invite(club, member_of(club, Role.ORGANISER))
        with pytest.raises(MailboxFullError):
            invite_to_club(actor=member_of(club, Role.ORGANISER), club=club, email="ANN@example.org")
        assert club.invitations.count() == MOST_MAILS_TO_ONE_ADDRESS


class MailServerAway:
    def __init__(self, **options):
        pass

    def send_messages(self, messages):
        raise ConnectionRefusedError("no mail server")


class TestJoinRequests:
    def test_asking_and_being_let_in(self, club, organiser):
        asking = PlayerFactory().account
        join_request = request_to_join(actor=asking, club=club, message="  Hello ")
        assert join_request.message == "Hello"
        with pytest.raises(AlreadyAskedError):
            request_to_join(actor=asking, club=club)
        answered = answer_join_request(actor=organiser, join_request=join_request, accept=True)
        assert (answered.state, answered.answered_by) == (JoinRequestState.ACCEPTED, organiser)
        assert Membership.objects.get(player=asking.player).role == Role.MEMBER
        with pytest.raises(JoinRequestClosedError):
            answer_join_request(actor=organiser, join_request=join_request, accept=False)

    def test_declined_and_asked_again(self, club, organiser):
        asking = PlayerFactory().account
        join_request = request_to_join(actor=asking, club=club)
        answer_join_request(actor=organiser, join_request=join_request, accept=False)
        assert not Membership.objects.filter(player=asking.player).exists()
        assert request_to_join(actor=asking, club=club).state == JoinRequestState.OPEN

    def test_withdrawn(self, club, organiser):
        asking = PlayerFactory().account
        join_request = request_to_join(actor=asking, club=club)
        withdraw_join_request(actor=asking, club=club)
        with pytest.raises(JoinRequestClosedError):
            withdraw_join_request(actor=asking, club=club)
        with pytest.raises(JoinRequestClosedError):
            answer_join_request(actor=organiser, join_request=join_request, accept=True)

    def test_nobody_knocks_for_ever(self, club):
        asking = PlayerFactory().account
        for _ in range(MOST_REQUESTS_TO_A_CLUB):
            request_to_join(actor=asking, club=club)
            withdraw_join_request(actor=asking, club=club)
        with pytest.raises(AskedTooOftenError):
            request_to_join(actor=asking, club=club)
        assert request_to_join(actor=asking, club=ClubFactory())
        with time_machine.travel(timezone.now() + REQUEST_WINDOW + timedelta(minutes=1)):
            assert request_to_join(actor=asking, club=club)

    def test_nobody_knocks_at_every_door(self):
        asking = PlayerFactory().account
        for club in ClubFactory.create_batch(MOST_REQUESTS_A_DAY):
            request_to_join(actor=asking, club=club)
        with pytest.raises(AskedTooOftenError):
            request_to_join(actor=asking, club=ClubFactory())

    def test_members_do_not_ask_and_private_clubs_are_not_asked(self, organiser, club):
        with pytest.raises(NotAllowedError):
            request_to_join(actor=organiser, club=club)
        with pytest.raises(NotAllowedError):
            request_to_join(actor=PlayerFactory().account, club=ClubFactory(visibility="private"))

    def test_an_invitation_answers_the_request(self, club, organiser):
        join_request = JoinRequestFactory(club=club)
        accept_invitation(
            actor=join_request.player.account, invitation=invite_to_club(actor=organiser, club=club)
        )
        assert JoinRequest.objects.get(pk=join_request.pk).state == JoinRequestState.ACCEPTED
