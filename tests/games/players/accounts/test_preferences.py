"""Language, time zone and colours: of the account first, of the browser otherwise."""

from datetime import UTC, datetime

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client
from django.utils import timezone, translation

from games.players.services.accounts import UnknownPreferenceError, change_preferences
from tests.games.players.accounts.conftest import sign_in, text_of

pytestmark = pytest.mark.django_db

PAGE = "/account/preferences/"


@pytest.fixture(autouse=True)
def english_again():
    yield
    translation.activate("en")
    timezone.deactivate()


def chosen(account):
    account.refresh_from_db()
    return account.language, account.time_zone, account.theme


def test_the_page_keeps_what_is_chosen(ann_client, ann):
    response = ann_client.post(PAGE, {"language": "pt-br", "time_zone": "America/Sao_Paulo", "theme": "dark"})
    assert response["Location"] == PAGE
    assert chosen(ann) == ("pt-br", "America/Sao_Paulo", "dark")
    page = text_of(ann_client.get(PAGE))
    assert 'lang="pt-br"' in page
    assert 'data-theme="dark"' in page
    assert '<option value="America/Sao_Paulo" selected>' in page


@pytest.mark.parametrize(
    "wrong",
    [{"language": "xx"}, {"time_zone": "Mars/Olympus"}, {"time_zone": "../etc/passwd"}, {"theme": "pink"}],
)
def test_what_does_not_exist_is_refused(ann_client, ann, wrong):
    data = {"language": "fr", "time_zone": "Europe/Paris", "theme": "dark"} | wrong
    response = ann_client.post(PAGE, data)
    assert list(response.context["form"].errors) == list(wrong)
    assert chosen(ann) == ("", "", "auto")


def test_a_zone_outside_the_list_is_kept(ann_client, ann):
    """The browser may have told one by its old name at sign-up."""
    change_preferences(account=ann, time_zone="US/Eastern")
    assert '<option value="US/Eastern" selected>' in text_of(ann_client.get(PAGE))
    ann_client.post(PAGE, {"language": "browser", "time_zone": "US/Eastern", "theme": "auto"})
    assert chosen(ann) == ("", "US/Eastern", "auto")


def test_the_account_goes_before_the_browser(ann_client, ann):
    change_preferences(account=ann, language="fr", theme="light")
    ann_client.cookies["theme"] = "dark"
    page = ann_client.get("/", headers={"accept-language": "pt-br"})
    assert page["Content-Language"] == "fr"
    assert 'data-theme="light"' in text_of(page)


def test_the_browser_speaks_where_the_account_is_silent(ann_client):
    assert ann_client.get("/", headers={"accept-language": "fr"})["Content-Language"] == "fr"


def test_one_persons_language_does_not_stay_for_the_next_visitor(ann_client, ann, client):
    change_preferences(account=ann, language="fr", time_zone="America/Sao_Paulo")
    ann_client.get("/")
    assert client.get("/")["Content-Language"] == "en"
    assert timezone.get_current_timezone_name() == "UTC"


@pytest.mark.parametrize(
    ("account_zone", "cookie", "shown"),
    [
        ("America/Sao_Paulo", "Europe/Paris", "07:30"),
        ("", "Europe/Paris", "11:30"),
        ("", "", "10:30"),
        ("", "Not/AZone", "10:30"),
        ("Gone/Zone", "Europe/Paris", "11:30"),
    ],
)
def test_times_are_shown_on_the_persons_clock(ann, account_zone, cookie, shown):
    client = Client()
    sign_in(client)
    UserSession.objects.update(created_at=datetime(2026, 11, 15, 10, 30, tzinfo=UTC))
    ann.time_zone = account_zone
    ann.save()
    client.cookies["timezone"] = cookie
    change_preferences(account=ann, language="fr")
    assert f"15 novembre 2026 {shown}" in text_of(client.get("/account/devices/"))


class TestSwitchers:
    """The switches in the footer also change the account."""

    def test_language(self, ann_client, ann):
        ann_client.post("/preferences/language/", {"language": "fr", "next": "/"})
        assert chosen(ann)[0] == "fr"
        assert ann_client.get("/")["Content-Language"] == "fr"

    def test_theme(self, ann_client, ann):
        ann_client.post("/preferences/theme/", {"theme": "dark", "next": "/"})
        assert chosen(ann)[2] == "dark"

    @pytest.mark.parametrize("language", ["xx", "", "fr-ca-xx"])
    def test_nonsense_changes_nothing(self, ann_client, ann, language):
        ann_client.post("/preferences/language/", {"language": language})
        ann_client.post("/preferences/theme/", {"theme": language})
        assert chosen(ann) == ("", "", "auto")

    def test_visitors_have_no_account_to_change(self, client, ann):
        client.post("/preferences/language/", {"language": "fr"})
        assert chosen(ann) == ("", "", "auto")


def test_only_what_is_given_changes(ann):
    change_preferences(account=ann, language="fr", time_zone="Europe/Paris", theme="dark")
    change_preferences(account=ann, time_zone="")
    assert chosen(ann) == ("fr", "", "dark")
    with pytest.raises(UnknownPreferenceError):
        change_preferences(account=ann, theme="pink")
