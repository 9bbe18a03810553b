"""What every browser test needs: a Chromium, pages by device, and no mistake the browser complains about."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from django.conf import settings
from django.contrib.staticfiles.finders import get_finder
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, sync_playwright

from tests.e2e.accessibility import Accessibility
from tests.e2e.looks import Looks
from tests.e2e.visitors import DEVICES, KEEPS_NOTHING, Kind, Visitors
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
# Mistakes of the person who sends (422), somebody else was faster (412), it is a game already (409, 410), or it is not
# for them (403).
REFUSED = re.compile(r"status of (403|409|410|412|422)\b")

OpenPage = Callable[..., Page]
NewDevice = Callable[..., BrowserContext]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=Program.BROWSER.find(), args=CHROMIUM_ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def visitors(browser: Browser, live_server: Any) -> Visitors:
    return Visitors(browser, live_server.url)


@pytest.fixture
def new_page(visitors: Visitors) -> Iterator[OpenPage]:
    """Makes a page of a device, theme and language, with or without scripts; addresses are the site's own.

    Each page is a visitor of its own. The test fails on whatever the browser complains about: errors of
    scripts, the security policy, missing files.
    """
    taken: list[tuple[Page, Complaints]] = []

    def make(
        *,
        device: str = "desktop",
        scheme: str = "light",
        locale: str = "en-GB",
        scripts: bool = True,
        first: str = "",
    ) -> Page:
        page = visitors.take(Kind(device, locale, scripts, first), scheme)
        taken.append((page, Complaints(page)))
        return page

    yield make
    for page, complaints in taken:
        complaints.stop_listening()
        visitors.hand_back(page)
    assert [complaint for _page, complaints in taken for complaint in complaints.heard] == []


class Complaints:
    """What a browser says against a page."""

    def __init__(self, page: Page) -> None:
        self.heard: list[str] = []
        self._page = page
        page.on("pageerror", self._hear_error)
        page.on("console", self._hear_message)

    def stop_listening(self) -> None:
        self._page.remove_listener("pageerror", self._hear_error)
        self._page.remove_listener("console", self._hear_message)

    def _hear_error(self, error: Error) -> None:
        self.heard.append(f"script: {error}")

    def _hear_message(self, message: ConsoleMessage) -> None:
        # The page itself may be an error page, or what was sent refused, which is then what the test is about.
        is_answer = "Failed to load resource" in message.text
        is_meant = is_answer and (message.location["url"] == self._page.url or REFUSED.search(message.text))
        if message.type in {"error", "warning"} and not is_meant:
            self.heard.append(f"{message.type}: {message.text}")


@pytest.fixture
def new_device(browser: Browser, live_server: Any) -> Iterator[NewDevice]:
    """Makes a browser whose connection may fail. Its scripts may not; what it says about missing files it may say."""
    contexts = []
    complaints: list[str] = []

    def make(device: str = "phone", *, keeps_sheets: bool = False, locale: str = "en-GB") -> BrowserContext:
        context = browser.new_context(
            **DEVICES[device], base_url=live_server.url, reduced_motion="reduce", locale=locale
        )
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
def accessibility(live_server: Any) -> Accessibility:
    """The site serves axe-core like its own files."""
    folder = Path(axe_playwright_python.__file__).parent
    settings.STATICFILES_DIRS = [*settings.STATICFILES_DIRS, ("axe", str(folder))]
    get_finder.cache_clear()
    return Accessibility(f"{settings.STATIC_URL}axe/axe.min.js")


@pytest.fixture(scope="session")
def axe(accessibility: Accessibility) -> Callable[[Page], None]:
    """Fails with what axe-core finds wrong on the page for people with disabilities."""
    return accessibility.check


@pytest.fixture(scope="session")
def looks_good(accessibility: Accessibility, screenshot: Callable[[Page, str], None]) -> Looks:
    """Tries a page on a phone and on a desk, by day and by night."""
    return Looks(accessibility, screenshot)


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
