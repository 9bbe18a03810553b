"""The pages of clubs, one flow each, as a person walks through them."""

import pytest
from django.contrib.messages import get_messages
from django.core import mail
from django.urls import reverse

from games.clubs.enums import Role
from games.clubs.models import Club, Invitation, JoinRequest, Membership, PlayerAlias
from games.players.models import Player, PlayerMerge
from tests.factories.clubs import (
    ClubFactory,
    GuestMembershipFactory,
    InvitationFactory,
    JoinRequestFactory,
    MembershipFactory,
    member_of,
)
from tests.factories.people import AccountFactory, GuestFactory, PlayerFactory

pytestmark = pytest.mark.django_db

DETAILS = {"name": "Leith Traders", "visibility": "public", "time_zone": "Europe/London", "language": "en"}


@pytest.fixture
def club():
    return ClubFactory(name="Leith Traders", slug="leith-traders")


@pytest.fixture
def organiser(club, client):
    account = member_of(club, Role.ORGANISER)
    client.force_login(account)
    return account


def shown_messages(response):
    return [(message.level_tag, str(message)) for message in get_messages(response.wsgi_request)]


class TestClubs:
    def test_founding_one(self, client):
        client.force_login(PlayerFactory().account)
        assert client.get("/clubs/new/").status_code == 200
        response = client.post("/clubs/new/", DETAILS)
        assert response.url == "/clubs/leith-traders/"
        assert client.get(response.url).status_code == 200

    def test_a_taken_name_stands_at_the_field_and_nothing_is_lost(self, client, club):
        client.force_login(PlayerFactory().account)
        response = client.post("/clubs/new/", DETAILS | {"name": "leith traders", "town": "Glasgow"})
        assert response.status_code == 200
        assert "has this name already" in str(response.context["form"].errors["name"])
        assert b"Glasgow" in response.content
        assert Club.objects.count() == 1

    @pytest.mark.parametrize("wrong", [{"name": ""}, {"time_zone": "Mars/Base"}, {"visibility": "x"}])
    def test_wrong_input_stands_at_the_field(self, client, wrong):
        client.force_login(PlayerFactory().account)
        response = client.post("/clubs/new/", DETAILS | wrong)
        assert set(response.context["form"].errors) == set(wrong)

    def test_editing_and_deleting(self, client, club):
        client.force_login(member_of(club, Role.OWNER))
        assert b"Leith Traders" in client.get("/clubs/leith-traders/edit/").content
        response = client.post("/clubs/leith-traders/edit/", DETAILS | {"name": "Leith & Co"})
        assert response.url == "/clubs/leith-co/"
        assert client.get("/clubs/leith-co/delete/").status_code == 200
        assert Club.objects.exists()
        client.post("/clubs/leith-co/delete/")
        assert not Club.objects.exists()

    def test_an_account_without_a_name_chooses_one_and_comes_back(self, client):
        client.force_login(AccountFactory())
        response = client.get("/clubs/new/")
        assert response.url == "/players/me/?next=%2Fclubs%2Fnew%2F"
        response = client.post(response.url, {"name": "Una", "visibility": "club", "next": "/clubs/new/"})
        assert response.url == "/clubs/new/"
        assert client.get(response.url).status_code == 200

    def test_the_list_is_searched_and_paged(self, client, club):
        ClubFactory.create_batch(30)
        assert b"Leith Traders" in client.get("/clubs/?search=LÉITH").content
        assert client.get("/clubs/?search=nowhere").status_code == 200
        assert client.get("/clubs/?page=2").context["page"].number == 2
        assert client.get("/clubs/?page=99").status_code == 200

    def test_empty_lists_say_what_to_do(self, client):
        assert reverse("clubs:new").encode() in client.get("/clubs/").content
        client.force_login(PlayerFactory().account)
        assert reverse("clubs:list").encode() in client.get("/clubs/mine/").content


class TestMembers:
    def test_leaving(self, client, club):
        account = member_of(club)
        client.force_login(account)
        assert client.get("/clubs/leith-traders/leave/").status_code == 200
        assert client.post("/clubs/leith-traders/leave/").url == "/clubs/mine/"
        assert not Membership.objects.filter(player__account=account).exists()

    def test_the_last_owner_is_told_why_not(self, client, club):
        client.force_login(member_of(club, Role.OWNER))
        response = client.post("/clubs/leith-traders/leave/")
        assert response.url == "/clubs/leith-traders/"
        [(tone, text)] = shown_messages(response)
        assert tone == "error"
        assert "hand it over" in text

    def test_roles_and_removal(self, client, club, organiser):
        member = MembershipFactory(club=club)
        page = reverse("clubs:member", args=[club.slug, member.player.public_id])
        assert client.get(page).status_code == 200
        assert client.post(f"{page}role/", {"role": "scorekeeper"}).url == page
        member.refresh_from_db()
        assert member.role == Role.SCOREKEEPER
        assert client.post(f"{page}role/", {"role": "owner"}).status_code == 403
        assert client.post(f"{page}role/", {"role": "king"}).url == page
        assert client.get(f"{page}remove/").status_code == 200
        client.post(f"{page}remove/")
        assert not Membership.objects.filter(pk=member.pk).exists()

    def test_handing_over(self, client, club):
        owner = member_of(club, Role.OWNER)
        client.force_login(owner)
        heir = MembershipFactory(club=club)
        page = reverse("clubs:hand_over", args=[club.slug, heir.player.public_id])
        assert client.get(page).status_code == 200
        assert client.post(page).url == "/clubs/leith-traders/"
        assert Membership.objects.get(player__account=owner).role == Role.ORGANISER

    def test_requests_to_join(self, client, club):
        asking = PlayerFactory(name="Una Bell", visibility="hidden").account
        client.force_login(asking)
        assert client.get("/clubs/leith-traders/join/").status_code == 200
        client.post("/clubs/leith-traders/join/", {"message": "Hello there"})
        assert b"Withdraw" in client.get("/clubs/leith-traders/").content
        [(tone, _)] = shown_messages(client.post("/clubs/leith-traders/join/", {"message": ""}))[-1:]
        assert tone == "error"
        client.force_login(member_of(club, Role.ORGANISER))
        page = client.get("/clubs/leith-traders/members/").content.decode()
        assert "Una Bell" in page
        assert "Hello there" in page
        client.post(f"/clubs/leith-traders/requests/{asking.player.public_id}/", {"answer": "accept"})
        assert Membership.objects.filter(player=asking.player).exists()
        again = client.post(f"/clubs/leith-traders/requests/{asking.player.public_id}/", {"answer": "accept"})
        assert again.status_code == 404

    def test_declining_and_withdrawing(self, client, club, organiser):
        join_request = JoinRequestFactory(club=club)
        client.post(f"/clubs/leith-traders/requests/{join_request.player.public_id}/", {"answer": "decline"})
        assert JoinRequest.objects.get().state == "declined"
        client.force_login(join_request.player.account)
        client.post("/clubs/leith-traders/join/", {"message": ""})
        client.post("/clubs/leith-traders/join/withdraw/")
        assert JoinRequest.objects.latest("pk").state == "withdrawn"


class TestInvitations:
    def test_a_link_with_a_code_and_back_in_by_it(self, client, club, organiser):
        response = client.post(
            "/clubs/leith-traders/invitations/new/", {"role": "member", "days": 7, "max_uses": 3}
        )
        page = client.get(response.url)
        link = page.context["link"]
        assert link.startswith("http://testserver/clubs/invitations/")
        assert "<svg" in page.context["qr_code"]
        assert "style=" not in page.context["qr_code"]
        assert "no-store" in page["Cache-Control"]
        newcomer = PlayerFactory().account
        client.force_login(newcomer)
        assert client.get(link).status_code == 200
        assert client.post(link).url == "/clubs/leith-traders/"
        assert Membership.objects.get(player__account=newcomer).role == Role.MEMBER
        assert b"already" in client.get(link).content
        assert client.post(link).url == "/clubs/leith-traders/"

    def test_by_e_mail(self, client, club, organiser, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks(execute=True):
            client.post(
                "/clubs/leith-traders/invitations/new/",
                {"role": "member", "days": 7, "max_uses": 1, "email": "ann@example.org"},
            )
        [message] = mail.outbox
        assert "https://caledonia.example/clubs/invitations/" in message.body

    @pytest.mark.parametrize("wrong", [{"role": "organiser"}, {"days": 0}, {"max_uses": 999}, {"email": "x"}])
    def test_wrong_input_stands_at_the_field(self, client, club, organiser, wrong):
        right = {"role": "member", "days": 7, "max_uses": 1}
        response = client.post("/clubs/leith-traders/invitations/new/", right | wrong)
        assert set(response.context["form"].errors) == set(wrong)
        assert not Invitation.objects.exists()

    def test_a_visitor_is_shown_the_way_and_comes_back(self, client, club):
        link = InvitationFactory(club=club).get_absolute_url()
        page = client.get(link)
        assert b"Leith Traders" in page.content
        assert f"/account/login/?next={link}".encode() in page.content
        assert client.post(link).url.startswith("/account/login/?next=/clubs/invitations/")
        assert not Membership.objects.exists()

    def test_closed_doors_say_why_and_not_whose(self, client, club, organiser):
        link = InvitationFactory(club=club)
        client.post(reverse("clubs:revoke", args=[club.slug, link.public_id]))
        response = client.get(link.get_absolute_url())
        assert response.status_code == 410
        assert b"revoked" in response.content
        assert b"Leith Traders" not in response.content
        assert client.get("/clubs/invitations/forged.token/").status_code == 404


class TestGuests:
    def test_adding_correcting_and_spellings(self, client, club, organiser):
        assert client.get("/clubs/leith-traders/guests/new/").status_code == 200
        client.post("/clubs/leith-traders/guests/new/", {"name": "Una Bell", "visibility": "club"})
        una = Player.objects.get(name="Una Bell")
        response = client.post("/clubs/leith-traders/guests/new/", {"name": "una bell", "visibility": "club"})
        assert "initial" in str(response.context["form"].errors["name"])
        page = reverse("clubs:member", args=[club.slug, una.public_id])
        client.post(f"{page}edit/", {"name": "Una B. Bell", "visibility": "public"})
        una.refresh_from_db()
        assert (una.name, una.visibility) == ("Una B. Bell", "public")
        client.post(f"{page}spellings/", {"spelling": "Uni"})
        assert shown_messages(client.post(f"{page}spellings/", {"spelling": "UNI"}))[-1][0] == "error"
        assert b"Uni" in client.get(page).content
        client.post(f"{page}spellings/forget/", {"spelling": "Uni"})
        assert not PlayerAlias.objects.exists()

    def test_claiming(self, client, club, organiser):
        guest = GuestMembershipFactory(club=club)
        page = reverse("clubs:member", args=[club.slug, guest.player.public_id])
        link = client.get(client.post(f"{page}claim-link/").url).context["link"]
        person = PlayerFactory().account
        client.force_login(person)
        shown = client.get(link).content.decode()
        assert guest.player.name in shown
        assert person.player.name in shown
        assert client.post(link).url == person.player.get_absolute_url()
        late = AccountFactory()
        client.force_login(late)
        assert client.get(link).status_code == 410

    def test_merging_with_a_preview_and_undoing(self, client, club, organiser):
        source, target = GuestMembershipFactory(club=club), GuestMembershipFactory(club=club)
        page = reverse("clubs:merge", args=[club.slug, source.player.public_id])
        into = {"into": target.player.public_id}
        assert client.get(page).status_code == 200
        preview = client.get(page, into)
        assert [rows.count for rows in preview.context["preview"]] == [1]
        assert not PlayerMerge.objects.exists()
        response = client.post(page, into)
        assert response.url == reverse("clubs:member", args=[club.slug, target.player.public_id])
        merge = PlayerMerge.objects.get()
        undo = reverse("clubs:undo_merge", args=[merge.public_id])
        assert undo.encode() in client.get(response.url).content
        # An old address leads on to the player who stayed.
        assert client.get(source.player.get_absolute_url()).url == target.player.get_absolute_url()
        assert client.get(undo).status_code == 200
        client.post(undo)
        assert Player.objects.filter(pk=source.player.pk).exists()
        [(tone, _)] = shown_messages(client.post(undo))[-1:]
        assert tone == "error"

    def test_merging_into_an_account_asks_for_consent(self, client, club, organiser):
        source, target = GuestMembershipFactory(club=club), MembershipFactory(club=club)
        page = reverse("clubs:merge", args=[club.slug, source.player.public_id])
        for method in (client.get, client.post):
            response = method(page, {"into": target.player.public_id})
            assert "claim link" in str(response.context["form"].errors["into"])
        assert not PlayerMerge.objects.exists()

    def test_players_of_other_clubs_cannot_be_named(self, client, club, organiser):
        source, elsewhere = GuestMembershipFactory(club=club), GuestMembershipFactory()
        page = reverse("clubs:merge", args=[club.slug, source.player.public_id])
        response = client.post(page, {"into": elsewhere.player.public_id})
        assert "into" in response.context["form"].errors
        there = reverse("clubs:merge", args=[elsewhere.club.slug, elsewhere.player.public_id])
        assert client.post(there, {"into": source.player.public_id}).status_code == 403

    def test_the_right_is_lost_between_page_and_post(self, client, club, organiser):
        source, target = GuestMembershipFactory(club=club), GuestMembershipFactory(club=club)
        page = reverse("clubs:merge", args=[club.slug, source.player.public_id])
        into = {"into": target.player.public_id}
        assert "preview" in client.get(page, into).context
        Membership.objects.filter(player__account=organiser).update(role=Role.MEMBER)
        assert client.post(page, into).status_code == 403
        assert not PlayerMerge.objects.exists()

    def test_the_guest_is_taken_into_another_club_between_page_and_post(self, client, club, organiser):
        source, target = GuestMembershipFactory(club=club), GuestMembershipFactory(club=club)
        page = reverse("clubs:merge", args=[club.slug, source.player.public_id])
        into = {"into": target.player.public_id}
        assert "preview" in client.get(page, into).context
        MembershipFactory(player=source.player)
        response = client.post(page, into)
        assert "another club" in str(response.context["form"].errors["into"])
        assert not PlayerMerge.objects.exists()

    def test_strangers_do_not_undo_merges(self, client, club, organiser):
        merge = PlayerMerge.objects.create(
            source=GuestFactory(), target=GuestFactory(), moved={"clubs.Membership.player": {}}
        )
        assert client.post(reverse("clubs:undo_merge", args=[merge.public_id])).status_code == 404


class TestPlayerPages:
    def test_the_address_follows_the_name(self, client):
        player = PlayerFactory(name="Émile Roy")
        assert player.get_absolute_url() == f"/players/{player.public_id}-emile-roy/"
        for old in (player.public_id, f"{player.public_id}-old-name"):
            assert client.get(f"/players/{old}/").url == player.get_absolute_url()
        assert client.get("/players/nobody/").status_code == 404

    def test_it_names_no_private_club(self, client):
        player = PlayerFactory()
        MembershipFactory(player=player, club=ClubFactory(name="Open House"))
        MembershipFactory(player=player, club=ClubFactory(name="Secret Room", visibility="private"))
        MembershipFactory(player=player, club=ClubFactory(name="Quiet Room", visibility="unlisted"))
        page = client.get(player.get_absolute_url()).content.decode()
        assert "Open House" in page
        assert "Secret Room" not in page
        assert "Quiet Room" not in page

    def test_ones_own(self, client):
        player = PlayerFactory(name="Una")
        client.force_login(player.account)
        assert b"Una" in client.get("/players/me/").content
        response = client.post(
            "/players/me/", {"name": " Una  Bell ", "visibility": "hidden", "next": "https://evil.example/"}
        )
        player.refresh_from_db()
        assert (player.name, player.visibility) == ("Una Bell", "hidden")
        assert response.url == player.get_absolute_url()
        response = client.post("/players/me/", {"name": "\u200b", "visibility": "hidden"})
        assert "name" in response.context["form"].errors
