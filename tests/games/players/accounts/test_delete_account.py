"""Deleting an account: the person goes, the games of the others stay."""

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client

from games.players.models import Player, PlayerMerge, User
from games.players.services.accounts import AccountDeletionBlocked, delete_account
from games.players.signals import account_deleted, account_deletion_blockers
from tests.games.players.accounts.conftest import last_mail, open_account, prove_it_is_me, sign_in, text_of

pytestmark = pytest.mark.django_db

PAGE = "/account/delete/"


@pytest.fixture
def blocked():
    def only_owner(sender, account, player, **kwargs):
        return [f"Hand over the club of {player.name} first."]

    account_deletion_blockers.connect(only_owner)
    yield
    account_deletion_blockers.disconnect(only_owner)


def test_from_the_page_to_the_farewell(ann_client, ann):
    assert ann_client.get(PAGE)["Location"].startswith("/account/reauthenticate/")
    prove_it_is_me(ann_client)
    page = text_of(ann_client.get(PAGE))
    assert "What goes" in page
    assert "What stays" in page
    response = ann_client.post(PAGE, {"understood": "on"}, follow=True)
    assert response.redirect_chain == [("/", 302)]
    assert "Your account is deleted." in text_of(response)
    assert not User.objects.exists()
    assert ann_client.get("/account/").status_code == 302
    assert last_mail().to == ["ann@example.org"]
    assert last_mail().subject == "[Caledonia] Your account is deleted"


def test_without_the_check_mark_nothing_happens(ann_client):
    prove_it_is_me(ann_client)
    assert ann_client.post(PAGE).context["form"].errors
    assert User.objects.count() == 1


def test_without_the_password_nothing_happens(ann_client):
    assert ann_client.post(PAGE, {"understood": "on"}).status_code == 302
    assert User.objects.count() == 1


def test_the_player_stays_without_a_name(ann):
    before = ann.player
    delete_account(account=ann)
    after = Player.objects.get()
    assert after.pk == before.pk
    assert after.name.startswith("Anon. ")
    assert "ann" not in after.name_key.split()[1]
    assert after.account is None
    assert after.public_id != before.public_id, (
        "an address someone kept must not lead to the anonymous player"
    )


def test_names_of_merged_players_go_as_well(ann):
    first = Player.objects.create(name="Annie")
    second = Player.objects.create(name="A. of Skye")
    for source, target in ((first, second), (second, ann.player)):
        source.merged_into = target
        source.save()
        PlayerMerge.objects.create(source=source, target=target, moved={"spelling": source.name})
    stranger = Player.objects.create(name="Bob")
    delete_account(account=ann)
    names = set(Player.with_merged.exclude(pk=stranger.pk).values_list("name", flat=True))
    assert len(names) == 3
    assert all(name.startswith("Anon. ") for name in names)
    assert not PlayerMerge.objects.exists()
    stranger.refresh_from_db()
    assert stranger.name == "Bob"


def test_the_history_of_the_staff_forgets_the_names(ann):
    staff = open_account("staff@example.org", "Staff", is_staff=True)
    for row in (ann, ann.player, staff):
        LogEntry.objects.log_actions(staff.pk, [row], CHANGE, single_object=True)
    delete_account(account=ann)
    assert sorted(LogEntry.objects.values_list("object_repr", flat=True)) == ["-", "-", "staff@example.org"]


def test_all_devices_are_signed_out(ann, ann_client):
    phone = Client()
    sign_in(phone)
    delete_account(account=ann)
    assert phone.get("/account/").status_code == 302
    assert ann_client.get("/account/").status_code == 302
    assert not UserSession.objects.exists()
    assert not Session.objects.filter(expire_date__isnull=False, session_data__contains="auth_user").exists()
    assert not EmailAddress.objects.exists()


def test_others_stay_as_they_are(ann):
    bob = open_account("bob@example.org", "Bob")
    client = Client()
    sign_in(client, email="bob@example.org")
    delete_account(account=ann)
    assert client.get("/account/").status_code == 200
    assert bob.player.name == "Bob"


class TestObstacles:
    def test_they_are_told_before_and_nothing_goes(self, ann_client, ann, blocked):
        prove_it_is_me(ann_client)
        assert "Hand over the club of Ann first." in text_of(ann_client.get(PAGE))
        response = ann_client.post(PAGE, {"understood": "on"})
        assert response.status_code == 409
        assert "Hand over the club of Ann first." in text_of(response)
        assert Player.objects.get().name == "Ann"
        assert ann_client.get("/account/").status_code == 200
        assert mail.outbox == []

    def test_staff_lay_down_their_rights_first(self):
        staff = open_account("staff@example.org", "Staff", is_staff=True)
        with pytest.raises(AccountDeletionBlocked, match="staff"):
            delete_account(account=staff)
        assert User.objects.get().player.name == "Staff"


def test_when_an_app_above_fails_nothing_is_half_done(ann, ann_client):
    def broken(sender, **kwargs):
        raise RuntimeError("the club's table is locked")

    account_deleted.connect(broken)
    try:
        with pytest.raises(RuntimeError):
            delete_account(account=ann)
    finally:
        account_deleted.disconnect(broken)
    assert Player.objects.get().name == "Ann"
    assert ann_client.get("/account/").status_code == 200


def test_apps_above_hear_of_it_while_the_account_is_still_there(ann):
    heard = []

    def listen(sender, account, player, **kwargs):
        heard.append((User.objects.filter(pk=account.pk).exists(), player.name[:5], player.account))

    account_deleted.connect(listen)
    try:
        delete_account(account=ann)
    finally:
        account_deleted.disconnect(listen)
    assert heard == [(True, "Anon.", None)]


def test_twice_is_once(ann):
    same = User.objects.get(pk=ann.pk)
    delete_account(account=ann)
    assert delete_account(account=same) is None


def test_the_address_is_free_again(ann, client):
    delete_account(account=ann)
    data = {"name": "Ann", "email": "ann@example.org", "password1": "thistle-and-thorn"}
    client.post("/account/signup/", data)
    assert last_mail().subject == "[Caledonia] Confirm your e-mail address"
