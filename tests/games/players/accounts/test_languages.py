"""No page of the account speaks English to someone who asked for another language."""

from html.parser import HTMLParser
from pathlib import Path

import allauth
import polib
import pytest
from django.conf import settings
from django.test import Client

from tests.games.players.accounts.conftest import PASSWORD, prove_it_is_me, sign_in, text_of

pytestmark = pytest.mark.django_db

LANGUAGES = {"fr": "fr", "pt-br": "pt_BR"}
ENTRANCE = ("/account/login/", "/account/signup/", "/account/password/reset/")
INSIDE = (
    "/account/",
    "/account/preferences/",
    "/account/email/",
    "/account/password/change/",
    "/account/two-step/",
    "/account/two-step/totp/activate/",
    "/account/two-step/webauthn/",
    "/account/two-step/webauthn/add/",
    "/account/devices/",
    "/account/data/",
    "/account/delete/",
    "/account/logout/",
    "/account/reauthenticate/",
)
WRONG_INPUT = (
    ("/account/login/", {"login": "nobody@example.org", "password": "x"}),
    ("/account/signup/", {"name": "a@b", "email": "x", "password1": "x"}),
    ("/account/signup/", {"name": " ", "email": "", "password1": "12345678"}),
)
WRONG_INPUT_INSIDE = (
    ("/account/password/change/", {"oldpassword": "x", "password1": "x"}),
    ("/account/email/", {"email": "ann@example.org", "action_add": ""}),
    ("/account/two-step/totp/activate/", {"code": "000000"}),
    ("/account/reauthenticate/", {"password": "x"}),
    ("/account/preferences/", {"language": "xx"}),
    ("/account/delete/", {}),
)


class Texts(HTMLParser):
    def __init__(self):
        super().__init__()
        self.texts = set()

    def handle_starttag(self, tag, attrs):
        self.texts |= {
            value for name, value in attrs if name in {"alt", "aria-label", "placeholder", "title"}
        }

    def handle_data(self, data):
        self.texts.add(" ".join(data.split()))


def texts_of(page):
    parser = Texts()
    parser.feed(text_of(page))
    return parser.texts


def english_texts(locale):
    """Every English text that has a translation of another spelling, of ours and of the library."""
    ours = Path(settings.LOCALE_PATHS[0]) / locale / "LC_MESSAGES" / "django.po"
    theirs = Path(allauth.__file__).parent / "locale" / locale / "LC_MESSAGES" / "django.po"
    entries = [*polib.pofile(str(ours)), *polib.pofile(str(theirs))]
    same = {entry.msgid for entry in entries if entry.msgstr == entry.msgid}
    # The switcher names each language in itself.
    return {entry.msgid for entry in entries} - same - {"English"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page(ann, language):
    english = english_texts(LANGUAGES[language])
    visitor = Client(headers={"accept-language": language})
    person = Client(headers={"accept-language": language})
    sign_in(person)
    prove_it_is_me(person)
    pages = [visitor.get(address) for address in ENTRANCE]
    pages += [visitor.post(address, data) for address, data in WRONG_INPUT]
    pages.append(visitor.post("/account/password/reset/", {"email": ann.email}, follow=True))
    pages += [person.get(address) for address in INSIDE]
    pages += [person.post(address, data) for address, data in WRONG_INPUT_INSIDE]
    pages.append(
        visitor.post(
            "/account/signup/", {"name": "B", "email": "b@c.org", "password1": PASSWORD}, follow=True
        )
    )
    for page in pages:
        assert page.status_code == 200
        assert f'lang="{language}"' in text_of(page)
        assert texts_of(page) & english == set(), page.request["PATH_INFO"]
