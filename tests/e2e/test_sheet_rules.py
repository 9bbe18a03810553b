"""The rules in the browser: the score while people type needs no request, and is the server's own in every language."""

import json
import re

import pytest
from django.utils.translation import override
from playwright.sync_api import expect

from games.results.models import Game
from games.sheets.rules import rules_digest
from games.sheets.values import applicable, posted_values
from games.systems import words_of
from scoring import registry
from scoring.filling import fill as filled
from scoring.preview import preview
from tests.e2e.sheets import (
    CLANS,
    GLEN,
    cell,
    fill,
    fill_two_seats,
    open_sheet,
    record,
    scripts_have_taken_over,
    total,
    type_seat,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PREVIEWS = re.compile(r"/score/\w+/preview$")
LANGUAGES = {"en-GB": "en", "fr-FR": "fr", "pt-BR": "pt-br"}


def asked_of_server(page):
    """The addresses of whatever a page asks the server for from now on."""
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    return asked


def test_no_key_asks_the_server(new_page):
    page = new_page()
    open_sheet(page, f"{CLANS}?human=2")
    asked = asked_of_server(page)
    type_seat(page, 0)
    type_seat(page, 1, contracts=4, settlements=6)
    expect(total(page, 0)).to_have_text("84")
    expect(total(page, 1)).to_have_text("64")
    assert [address for address in asked if PREVIEWS.search(address)] == []
