"""Signing in by the form, as a person does, and without it."""

from typing import Any

from django.conf import settings
from django.test import Client
from playwright.sync_api import Page

from tests.games.players.accounts.conftest import PASSWORD


def sign_in(page: Page, next_address: str = "/account/") -> None:
    page.goto(f"/account/login/?next={next_address}")
    page.get_by_label("E-mail address").fill("ann@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(f"**{next_address}")


def signed_in_as(page: Page, live_server: Any, account: Any) -> None:
    """With the session of a signed-in client: how people sign in is tested with the accounts."""
    client = Client()
    client.force_login(account)
    key = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}])
