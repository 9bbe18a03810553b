"""How long it takes until the sheet of four can be used on a slow phone with a slow connection, at the first visit."""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

RUNS = 5
SHEET = "/score/clans_of_caledonia/?human=4"
TARGET_S = 3
# As Chromium's own tools name it.
SLOWER = 4
FAST_3G = {
    "offline": False,
    "latency": 562.5,
    "downloadThroughput": 1_440_000 / 8,
    "uploadThroughput": 675_000 / 8,
}
# Types a number as soon as there is a field for it, as often as a quick hand would, and notes when the total follows.
TYPE = """
const field = "seats[0].glory";
addEventListener("DOMContentLoaded", () => {
  const total = document.querySelector('[data-total="0"]');
  const before = total.textContent;
  const type = () => {
    const input = document.querySelector(`[name="${field}"]`);
    input.value = "40";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  type();
  const typing = setInterval(type, 250);
  new MutationObserver(() => {
    if (total.textContent === before || window.usableAfter) return;
    window.usableAfter = performance.now();
    clearInterval(typing);
  }).observe(total, { childList: true, characterData: true, subtree: true });
});
"""


class Opening(NamedTuple):
    seconds: float
    requests: int
    kilobytes: float


def run() -> str:
    """A Markdown section; every page is the first of a new browser."""
    from playwright.sync_api import sync_playwright

    from tests.processes.site import EmbeddedSite
    from tests.servers.programs import Program

    with tempfile.TemporaryDirectory(prefix="caledonia-bench-") as folder, sync_playwright() as playwright:
        site = EmbeddedSite(Path(folder))
        site.settings = "caledonia_site.settings.dev"
        site.environment["DJANGO_SETTINGS_MODULE"] = site.settings
        site.start()
        try:
            browser = playwright.chromium.launch(
                executable_path=Program.BROWSER.find(), args=["--no-sandbox", "--disable-gpu"]
            )
            address = f"http://127.0.0.1:{site.port}{SHEET}"
            _open(browser, address, slow=False)
            openings = {
                slow: [_open(browser, address, slow=slow) for _ in range(RUNS)] for slow in (True, False)
            }
            browser.close()
        finally:
            site.stop()
    slow, fast = openings[True], openings[False]
    seconds, bare = (statistics.median(one.seconds for one in some) for some in (slow, fast))
    return "\n".join(
        [
            "## Opening a sheet",
            "",
            "The sheet of four in headless Chromium, nothing kept from earlier visits, served by the embedded default:",
            f"from the address until a number that is typed changes the total. On a processor {SLOWER} times slower",
            "over Fast 3G (562.5 ms, 1.44 Mbit/s down, 675 kbit/s up), and as fast as this machine is. The median of",
            f"{RUNS}.",
            "",
            "| | s | requests | KB |",
            "| --- | ---: | ---: | ---: |",
            f"| slow phone, Fast 3G | {seconds:.1f} | {slow[0].requests} | {slow[0].kilobytes:.0f} |",
            f"| this machine | {bare:.2f} | {fast[0].requests} | {fast[0].kilobytes:.0f} |",
            "",
            f"{seconds / bare:.1f} times. Target: {TARGET_S} s.",
        ]
    )


def _open(browser: Any, address: str, *, slow: bool) -> Opening:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    context.add_init_script(TYPE)
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    received: list[float] = []
    devtools.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    if slow:
        devtools.send("Network.emulateNetworkConditions", FAST_3G)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="commit")
    # Not by `wait_for_function`, which the policy of the site forbids.
    while not (usable_after := page.evaluate("window.usableAfter")):
        page.wait_for_timeout(100)
    opening = Opening(usable_after / 1_000, len(received), sum(received) / 1_000)
    context.close()
    return opening
