"""The account in a real browser: the whole way in on a phone, two steps, passkeys, every page by eye and by axe."""

import re
import time

import pytest
from django.core import mail
from django.core.cache import cache
from playwright.sync_api import expect

from games.players.models import User
from tests.e2e.looks import sideways_scroll
from tests.games.players.accounts.conftest import PASSWORD, app_code, last_code, open_account

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGES = {
    "overview": "/account/",
    "preferences": "/account/preferences/",
    "email": "/account/email/",
    "password": "/account/password/change/",
    "two-step": "/account/two-step/",
    "devices": "/account/devices/",
    "data": "/account/data/",
}


@pytest.fixture(autouse=True)
def no_limits_reached_yet():
    cache.clear()
    yield
    cache.clear()


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def sign_in(page, email="ann@example.org"):
    page.goto("/account/login/")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    button(page, "Sign in").click()


def prove_it_is_me(page):
    page.get_by_label("Password").fill(PASSWORD)
    button(page, "Continue").click()


def fresh_app_code(secret):
    """Not in the last seconds of its half minute, so that it is still right when it arrives."""
    while time.time() % 30 > 20:
        time.sleep(0.5)
    return app_code(secret)


@pytest.fixture
def keeps_passkeys(new_page):
    """Gives a page a phone's own authenticator with a screen lock that is always opened; it serves pages of the same
    browser, until the end of the test.
    """
    attached = []

    def give(page):
        devtools = page.context.new_cdp_session(page)
        attached.append(devtools)
        devtools.send("WebAuthn.enable")
        answer = devtools.send(
            "WebAuthn.addVirtualAuthenticator",
            {
                "options": {
                    "protocol": "ctap2",
                    "transport": "internal",
                    "hasResidentKey": True,
                    "hasUserVerification": True,
                    "isUserVerified": True,
                    "automaticPresenceSimulation": True,
                }
            },
        )
        return devtools, answer["authenticatorId"]

    yield give
    for devtools in attached:
        devtools.detach()


def test_from_sign_up_to_recovery_code(new_page, axe, screenshot):
    page = new_page(device="phone")
    page.goto("/account/signup/")
    axe(page)
    assert sideways_scroll(page) <= 0
    page.get_by_label("Your name").fill("Ann of Skye")
    page.get_by_label("E-mail address").fill("ann@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    screenshot(page, "account-sign-up-phone")
    button(page, "Open an account").click()

    expect(page.get_by_role("heading", name="Confirm your address")).to_be_visible()
    axe(page)
    screenshot(page, "account-confirm-phone")
    page.get_by_label("Code from the e-mail").fill("000-000-000")
    button(page, "Confirm").click()
    expect(page.get_by_text("This code is not right.").first).to_be_visible()
    axe(page)
    page.get_by_label("Code from the e-mail").fill(last_code())
    button(page, "Confirm").click()
    expect(page.get_by_text("You are signed in as Ann of Skye.")).to_be_visible()
    assert User.objects.get().time_zone == page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")

    page.goto("/account/two-step/")
    page.get_by_role("link", name="Set up an app").click()
    axe(page)
    prove_it_is_me(page)
    secret = page.locator("dd code").inner_text()
    axe(page)
    assert sideways_scroll(page) <= 0
    screenshot(page, "account-app-phone")
    page.get_by_label("Code that the app shows").fill(fresh_app_code(secret))
    button(page, "Turn it on").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    axe(page)
    screenshot(page, "account-recovery-codes-phone")
    recovery_code = page.locator("li code").first.inner_text()

    page.goto("/account/")
    button(page, "Sign out").click()
    expect(page.get_by_text("You are signed out.")).to_be_visible()
    sign_in(page)
    expect(page.get_by_role("heading", name="The second step")).to_be_visible()
    axe(page)
    screenshot(page, "account-second-step-phone")
    page.get_by_label("Code").fill("000000")
    button(page, "Sign in").click()
    expect(page.get_by_text("This code is not right.").first).to_be_visible()
    page.get_by_label("Code").fill(recovery_code)
    button(page, "Sign in").click()
    expect(page.get_by_text("You are signed in as Ann of Skye.")).to_be_visible()
    page.goto("/account/")
    button(page, "Sign out").click()
    expect(page).to_have_url(re.compile("/$"))


def test_a_passkey_is_added_and_signs_in_alone(new_page, keeps_passkeys, axe, screenshot):
    open_account()
    page = new_page(device="phone")
    devtools, device = keeps_passkeys(page)
    sign_in(page)
    page.goto("/account/two-step/webauthn/add/")
    prove_it_is_me(page)
    expect(page.get_by_label("Name of this passkey")).to_have_value("Passkey")
    axe(page)
    page.get_by_label("Name of this passkey").fill("Ann's phone")
    button(page, "Add a passkey").click()
    expect(page.get_by_text("Your passkey is added.")).to_be_visible()
    assert len(devtools.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]) == 1
    page.goto("/account/two-step/webauthn/")
    expect(page.get_by_role("rowheader", name="Ann's phone")).to_be_visible()
    axe(page)
    assert sideways_scroll(page) <= 0
    screenshot(page, "account-passkeys-phone")
    page.goto("/account/")
    button(page, "Sign out").click()

    page.goto("/account/login/?next=/account/devices/")
    axe(page)
    button(page, "Sign in with a passkey").click()
    expect(page.get_by_role("heading", name="Devices")).to_be_visible()

    # The same key also proves who it is, in place of the password.
    page.goto("/account/delete/")
    page.get_by_role("link", name="Use a passkey").click()
    button(page, "Use a passkey").click()
    expect(page.get_by_role("heading", name="What goes")).to_be_visible()

    # And it is the second step after a password.
    page.goto("/account/")
    button(page, "Sign out").click()
    sign_in(page)
    button(page, "Use a passkey").click()
    expect(page.get_by_text("You are signed in as Ann.")).to_be_visible()


def test_a_device_without_the_passkey_says_so(new_page, keeps_passkeys):
    page = new_page()
    keeps_passkeys(page)
    page.goto("/account/login/")
    button(page, "Sign in with a passkey").click()
    expect(page.get_by_text("That did not work: no passkey was used.")).to_be_visible()
    expect(button(page, "Sign in with a passkey")).to_be_enabled()


def test_an_account_is_deleted(new_page, axe, screenshot):
    open_account()
    page = new_page(device="phone")
    sign_in(page)
    page.goto("/account/data/")
    page.get_by_role("link", name="Delete my account").click()
    prove_it_is_me(page)
    axe(page)
    assert sideways_scroll(page) <= 0
    screenshot(page, "account-delete-phone")
    page.get_by_label("I understand that this cannot be undone.").check()
    button(page, "Delete my account for good").click()
    expect(page.get_by_text("Your account is deleted.")).to_be_visible()
    assert not User.objects.exists()


def test_the_archive_is_downloaded(new_page):
    open_account()
    page = new_page()
    sign_in(page)
    page.goto("/account/data/")
    button(page, "Download the archive").click()
    page.get_by_label("Password").fill(PASSWORD)
    with page.expect_download() as download:
        button(page, "Continue").click()
    assert re.fullmatch(r"caledonia-\d{4}-\d{2}-\d{2}\.zip", download.value.suggested_filename)


def test_the_way_in_by_keyboard_alone_and_without_scripts(new_page):
    open_account()
    page = new_page(scripts=False)
    page.goto("/account/login/")
    page.get_by_label("E-mail address").focus()
    page.keyboard.type("ann@example.org")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_text("You are signed in as Ann.")).to_be_visible()
    assert not button(page, "Sign in with a passkey").is_visible()


def test_the_visitors_time_zone_reaches_the_server(new_page):
    page = new_page()
    page.goto("/")
    page.wait_for_function("() => document.cookie.includes('timezone=')")
    cookie = next(cookie for cookie in page.context.cookies() if cookie["name"] == "timezone")
    assert cookie["value"] == page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")


def test_every_page_of_the_account(new_page, looks_good):
    open_account()
    page = new_page(device="phone")
    for name, address in {"sign-in": "/account/login/", "reset": "/account/password/reset/"}.items():
        page.goto(address)
        looks_good(page, f"account-{name}")
    sign_in(page)
    for name, address in PAGES.items():
        page.goto(address)
        looks_good(page, f"account-{name}")
    assert mail.outbox == []
