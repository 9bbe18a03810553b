"""What every browser test needs: a Chromium, pages by device, and no mistake the browser complains about."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.e2e.accessibility import Accessibility
from tests.servers.programs import Program

# Playwright's synchronous interface runs an event loop in the test's thread, where Django would refuse to
# touch the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DEVICES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    "desktop": {"viewport": {"width": 1280, "height": 900}},
}

# Mistakes of the person who sends (422), or somebody else was faster (412).
REFUSED = re.compile(r"status of (412|422)\b")

# A browser that keeps sheets for later fetches every one of them and all files at its first visit, which costs more
# than most tests themselves. Only those about having no connection need it.
KEEPS_NOTHING = "delete Navigator.prototype.serviceWorker"

OpenPage = Callable[..., Page]
NewDevice = Callable[..., BrowserContext]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=Program.BROWSER.find(), args=CHROMIUM_ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def new_page(browser: Browser, live_server: Any) -> Iterator[OpenPage]:
    """Makes a page of a device, theme and language, with or without scripts; addresses are the site's own.

    Each page is a visitor of its own. The test fails on whatever the browser complains about: errors of
    scripts, the security policy, missing files.
    """
    contexts = []
    complaints: list[str] = []

    def make(
        *, device: str = "desktop", scheme: str = "light", locale: str = "en-GB", scripts: bool = True
    ) -> Page:
        context = browser.new_context(
            **DEVICES[device],
            base_url=live_server.url,
            color_scheme=scheme,
            locale=locale,
            java_script_enabled=scripts,
            reduced_motion="reduce",
        )
        contexts.append(context)
        context.add_init_script(KEEPS_NOTHING)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"script: {error}"))
        page.on("console", lambda message: _listen(page, message, complaints))
        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


def _listen(page: Page, message: ConsoleMessage, complaints: list[str]) -> None:
    # The page itself may be an error page, or what was sent refused, which is then what the test is about.
    is_answer = "Failed to load resource" in message.text
    is_meant = is_answer and (message.location["url"] == page.url or REFUSED.search(message.text))
    if message.type in {"error", "warning"} and not is_meant:
        complaints.append(f"{message.type}: {message.text}")


@pytest.fixture
def new_device(browser: Browser, live_server: Any) -> Iterator[NewDevice]:
    """Makes a browser whose connection may fail. Its scripts may not; what it says about missing files it may say."""
    contexts = []
    complaints: list[str] = []

    def make(device: str = "phone", *, keeps_sheets: bool = False) -> BrowserContext:
        context = browser.new_context(**DEVICES[device], base_url=live_server.url, reduced_motion="reduce")
        if not keeps_sheets:
            context.add_init_script(KEEPS_NOTHING)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def axe() -> Callable[[Page], None]:
    """Fails with what axe-core finds wrong on the page for people with disabilities."""
    return Accessibility().check


@pytest.fixture(scope="session")
def picture_for_docs() -> Callable[[Page, str], None]:
    """Takes a picture for the README, only on request: a run of the tests leaves the tree as it was."""

    def take(page: Page, name: str) -> None:
        if os.environ.get("CALEDONIA_SCREENSHOTS_DOCS"):
            page.screenshot(path=settings.PROJECT_DIR / "docs" / "images" / f"{name}.png")

    return take


@pytest.fixture(scope="session")
def screenshot() -> Callable[[Page, str], None]:
    """Takes a picture of the whole page, only on request: into the folder CALEDONIA_SCREENSHOTS names."""
    folder = os.environ.get("CALEDONIA_SCREENSHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)

    def take(page: Page, name: str) -> None:
        if folder:
            page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)

    return take
