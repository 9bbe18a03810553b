"""The e-mails themselves: language, sender, a mail server that is away, and files where there is none."""

import email
import email.policy
import smtplib
import stat

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

from games.players.models import User
from games.players.services.accounts import change_preferences
from tests.games.players.accounts.conftest import PASSWORD, last_mail, prove_it_is_me, sign_in, text_of

pytestmark = pytest.mark.django_db

SIGN_UP = {"name": "Ann", "email": "ann@example.org", "password1": PASSWORD}


def test_texts_are_plain_and_signed_by_the_site(client):
    client.post("/account/signup/", SIGN_UP | {"name": "Ann & <Bob>"})
    message = last_mail()
    assert message.alternatives == []
    assert "Caledonia\nhttps://caledonia.example/" in message.body
    assert "&amp;" not in message.body
    assert "\n\n\n" not in message.body


def test_news_about_the_account_says_when_and_from_where(ann_client):
    ann_client.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": "thistle-and-thorn"})
    body = last_mail().body
    assert "127.0.0.1" in body
    assert "https://caledonia.example/account/password/reset/" in body


def test_an_account_is_written_to_in_its_own_language(ann_client, ann):
    """Also when a browser in another language did it."""
    change_preferences(account=ann, language="fr")
    prove_it_is_me(ann_client)
    ann_client.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": "thistle-and-thorn"})
    # Django's own words for dates show it, whatever our catalogues hold.
    months = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
    assert any(f" {month} " in last_mail().body for month in months.split())


class BrokenServer:
    """A mail server that refuses, in the place of the outside world."""

    def __init__(self, **kwargs):
        pass

    def send_messages(self, messages):
        raise smtplib.SMTPServerDisconnected("please run connect() first")


class TestServerAway:
    @pytest.fixture(autouse=True)
    def server_is_away(self, settings, ann_client):
        settings.EMAIL_BACKEND = f"{__name__}.BrokenServer"

    def test_whoever_waits_for_a_code_is_told_and_can_go_on_later(self, client, settings):
        response = client.post("/account/signup/", SIGN_UP | {"email": "new@example.org"})
        assert response.status_code == 503
        assert "The e-mail could not be sent" in text_of(response)
        assert User.objects.filter(email="new@example.org").exists()
        settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
        mail.outbox = []
        cache.clear()
        assert sign_in(Client(), email="new@example.org")["Location"] == "/account/confirm-email/"
        assert last_mail().to == ["new@example.org"]

    def test_an_unknown_address_gets_the_same_answer(self, client):
        known = client.post("/account/password/reset/", {"email": "ann@example.org"})
        unknown = client.post("/account/password/reset/", {"email": "nobody@example.org"})
        assert (known.status_code, unknown.status_code) == (503, 503)

    def test_a_change_stands_also_when_its_news_cannot_be_sent(self, ann_client, ann):
        data = {"oldpassword": PASSWORD, "password1": "thistle-and-thorn"}
        assert ann_client.post("/account/password/change/", data)["Location"] == "/account/"
        ann.refresh_from_db()
        assert ann.check_password("thistle-and-thorn")


def test_without_a_server_each_mail_is_a_file_of_the_owner(client, settings, tmp_path):
    settings.EMAIL_BACKEND = "games.players.accounts.mail.MailFolderBackend"
    settings.MAIL_FOLDER = tmp_path / "mail"
    page = client.post("/account/signup/", SIGN_UP, follow=True)
    assert "the folder mail of its data folder" in text_of(page)
    (path,) = settings.MAIL_FOLDER.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    assert message["To"] == "ann@example.org"
    assert message["From"] == "Caledonia <caledonia@localhost>"
    assert "Your code to confirm" in message.get_content()


def test_with_a_server_the_page_says_nothing_about_files(client, settings):
    settings.MAIL_FOLDER = None
    assert "data folder" not in text_of(client.post("/account/signup/", SIGN_UP, follow=True))
