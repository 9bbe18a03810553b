"""Browsers that several tests use one after the other, each of them as if it were new.

Three quarters of what it costs to open a page in a new browser is the browser: a process, files fetched, scripts read.
So whoever leaves hands it on: without cookies, permissions, anything kept on the device, or a page still at work.
"""

from collections import defaultdict
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page

DEVICES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    "desktop": {"viewport": {"width": 1280, "height": 900}},
}
# A browser that keeps sheets for later fetches every one of them and all files at its first visit, which costs more
# than most tests themselves. Only those about having no connection need it.
KEEPS_NOTHING = "delete Navigator.prototype.serviceWorker"
# Of the site itself, without scripts: nothing goes on there.
QUIET_PAGE = "/healthz"
KEPT_ON_THE_DEVICE = "local_storage,indexeddb,cache_storage"


class Kind(NamedTuple):
    device: str
    locale: str
    scripts: bool
    first: str
    """A script that each of its pages begins with."""


class Visitors:
    def __init__(self, browser: Browser, site: str) -> None:
        self._browser = browser
        self._site = site
        self._free: dict[Kind, list[Page]] = defaultdict(list)
        self._busy: dict[Page, Kind] = {}

    def take(self, kind: Kind, scheme: Any) -> Page:
        """A page that nobody else has until it is handed back."""
        page = self._free[kind].pop() if self._free[kind] else self._new(kind).new_page()
        page.set_viewport_size(DEVICES[kind.device]["viewport"])
        page.emulate_media(media="null", color_scheme=scheme, reduced_motion="reduce")
        self._busy[page] = kind
        return page

    def hand_back(self, page: Page) -> None:
        kind = self._busy.pop(page)
        context = page.context
        for other in context.pages:
            if other is not page:
                other.close()
        page.unroute_all()
        context.set_offline(False)
        page.goto(QUIET_PAGE)
        if kind.scripts:
            page.evaluate("sessionStorage.clear()")
        devtools = context.new_cdp_session(page)
        devtools.send(
            "Storage.clearDataForOrigin", {"origin": self._site, "storageTypes": KEPT_ON_THE_DEVICE}
        )
        devtools.detach()
        context.clear_cookies()
        context.clear_permissions()
        self._free[kind].append(page)

    def _new(self, kind: Kind) -> BrowserContext:
        context = self._browser.new_context(
            **DEVICES[kind.device],
            base_url=self._site,
            locale=kind.locale,
            java_script_enabled=kind.scripts,
            reduced_motion="reduce",
        )
        context.add_init_script(f"{KEEPS_NOTHING}; {kind.first}")
        return context
