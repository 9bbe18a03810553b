"""Signing in by the form, as a person does."""

from playwright.sync_api import Page

from tests.games.players.accounts.conftest import PASSWORD


def sign_in(page: Page, next_address: str = "/account/") -> None:
    page.goto(f"/account/login/?next={next_address}")
    page.get_by_label("E-mail address").fill("ann@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(f"**{next_address}")
