"""What a page owes to everybody, tried in several sizes and colours of the same open page."""

from collections.abc import Callable, Iterable

from playwright.sync_api import Page

from tests.e2e.accessibility import Accessibility
from tests.e2e.visitors import DEVICES

# Each device and each theme once; the style page, which has every piece, is tried in all four ways.
USUAL = (("phone", "dark"), ("desktop", "light"))
ALL_FOUR = tuple((device, scheme) for device in DEVICES for scheme in ("light", "dark"))


def sideways_scroll(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


class Looks:
    def __init__(self, accessibility: Accessibility, screenshot: Callable[[Page, str], None]) -> None:
        self._accessibility = accessibility
        self._screenshot = screenshot

    def __call__(self, page: Page, name: str, looks: Iterable[tuple[str, str]] = USUAL) -> None:
        """Fails where somebody cannot read or use the page, or where it is wider than the screen."""
        seen_on = set()
        for device, scheme in looks:
            page.set_viewport_size(DEVICES[device]["viewport"])
            page.emulate_media(color_scheme=scheme)
            # Another theme has other colours, and nothing else.
            self._accessibility.check(page, only_colours=device in seen_on)
            seen_on.add(device)
            wider = sideways_scroll(page)
            assert wider <= 0, f"{name} is {wider} pixels wider than the screen of a {device}"
            self._screenshot(page, f"{name}-{device}-{scheme}")
