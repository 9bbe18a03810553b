"""docs/load.md from the figures."""

import re
from collections.abc import Sequence
from typing import Any

from tests.load.client import BARE, BARE_LIST, BARE_VIEW, MIX
from tests.load.phases import SOAK_USERS
from tests.load.site import WEB_PROCESSES
from tests.load.tables import CHANGE, POLL, POLLS_EVERY, TYPES_EVERY

SLOWEST_MS = 300
SLOWEST_NEWS_MS = 100
SHARE_OF_BARE_LIST = 1 / 3
MOST_MIB = 250
MOST_MINUTES = 15

HEAD = """# Load

Made by `make load`: nothing here is typed by hand. The stack is production's: web server, both workers and beat by the
commands of their units, PostgreSQL that writes through to the disk, Redis. The clients run on the same machine and
processors, and speak to the web server as the proxy does, over connections that stay open. Pages are compressed.

`make load` seeds a site of 20,000 games for itself. `make load GAMES=1000000 FOLDER=/where/to/keep/it` makes a large
one once and uses it again; `PHASES="mix alone tables soak"`, `USERS`, `SECONDS` and `THINK` change what is measured.
Figures stay in the folder too, so that an hour's need not be measured again with a minute's; sections that were not
measured stay as they were.

The two bare pages stand beside the site's own in the same process and behind the same middleware: a view that answers
"ok", and the shortest list of 25 games with clubs, seats and players that one would write with the ORM and a template.
"""


def report(figures: dict[str, dict[str, Any]], *, before: str = "") -> str:
    """What was not measured this time stays as it was `before`, by its heading."""
    sections = {"seeding": _seeding, "mix": _mix, "alone": _alone, "tables": _tables, "soak": _soak}
    written = [write(figures[name]) for name, write in sections.items() if name in figures]
    kept = {part.partition("\n")[0]: part.strip() for part in re.split("^(?=## )", before, flags=re.M)[1:]}
    kept |= {part.partition("\n")[0]: part.strip() for part in written}
    return "\n\n".join([HEAD.strip(), *kept.values()]) + "\n"


def _about(figures: dict[str, Any]) -> str:
    return f"{figures['games']:,} games, {figures['cores']} cores, {WEB_PROCESSES} web processes, {figures['on']}"


def _busy(figures: dict[str, Any]) -> str:
    """How much the machine had to do before the site was started: more than nothing, and times mean little."""
    before = figures.get("load_before")
    return (
        "" if before is None else f" Load average of the machine before the site was started: {before:.1f}."
    )


def _seeding(figures: dict[str, Any]) -> str:
    return f"""## Seeding

{_about(figures)}. `manage.py seed_demo` took {figures["seconds"] / 60:.1f} minutes until all games were stored and all
ratings, statistics and standings made of them (wanted for a million: under {MOST_MINUTES}).{_busy(figures)}
"""


def _mix(figures: dict[str, Any]) -> str:
    everything = figures["all"]
    rows = [
        (
            kind,
            *(f"{figures['pages'][kind][name]}" for name in ("requests", "errors")),
            *(f"{figures['pages'][kind][name]:.0f}" for name in ("p50", "p95", "p99")),
        )
        for kind in MIX
    ]
    total = (
        "**all but the bare ones**",
        f"{everything['requests']}",
        f"{everything['errors']}",
        *(f"**{everything[name]:.0f}**" for name in ("p50", "p95", "p99")),
    )
    most = max(figures["memory"], key=lambda look: look["resident"])
    return f"""## {figures["users"]} people at once

{_about(figures)}. Each looks at a page, thinks for {figures["think"]:g} s
on average (half to one and a half times that), and goes on; one in three is signed in.
In {figures["seconds"]:.0f} s after a warm-up: {everything["requests"] / figures["seconds"]:.0f} requests a second.
Wanted: no error, 95 % within {SLOWEST_MS} ms. The bare view stood in the same queue: 95 % within
{figures["pages"][BARE_VIEW]["p95"]:.0f} ms.{_busy(figures)}
The largest web process had {most["own"]:.0f} MiB of its own (wanted: under {MOST_MIB}), and {most["resident"]:.0f} MiB
with the libraries and the files of the statistics that all processes share.

{_table(("page", "requests", "errors", "p50 ms", "p95 ms", "p99 ms"), [*rows, total])}
"""


def _alone(figures: dict[str, Any]) -> str:
    bare = figures["pages"][BARE_LIST]["rate"]
    rows = [
        (
            kind,
            f"{figures['pages'][kind]['rate']:.0f}",
            f"{figures['pages'][kind]['rate'] / bare:.2f}",
            f"{figures['pages'][kind]['errors']}",
            f"{figures['pages'][kind]['p50']:.0f}",
            f"{figures['pages'][kind]['p95']:.0f}",
        )
        for kind in MIX
    ]
    slow = [
        kind
        for kind in MIX
        if kind not in BARE and figures["pages"][kind]["rate"] < SHARE_OF_BARE_LIST * bare
    ]
    verdict = f"Below it: {', '.join(slow)}." if slow else "All are above it."
    return f"""## Each page by itself

{_about(figures)}. {figures["connections"]} connections without a pause
between requests. Wanted: a third of the bare list's throughput. {verdict}

{_table(("page", "requests a second", "of the bare list", "errors", "p50 ms", "p95 ms"), rows)}
"""


def _tables(figures: dict[str, Any]) -> str:
    rows = [
        (
            f"{part}: {kind}",
            f"{measured[kind]['requests'] / figures['seconds']:.0f}",
            f"{measured[kind]['errors']}",
            *(f"{measured[kind][name]:.0f}" for name in ("p50", "p95", "p99")),
        )
        for part, measured in figures["parts"].items()
        for kind in (POLL, CHANGE)
        if measured[kind]["requests"]
    ]
    looking, typing = (figures["parts"][part]["cores"] for part in ("looking", "typing"))
    return f"""## {figures["tables"]} tables fill in their sheets together

{_about(figures)}. {figures["phones"]} phones ask for news every
{POLLS_EVERY:g} s, first without anything new, then while each of them types a number every {TYPES_EVERY:g} s on
average; {figures["seconds"]:.0f} s each. Wanted: no error, 95 % within {SLOWEST_NEWS_MS} ms, and polls that cost
under half a core. The web processes took {looking:.2f} cores
for the polls alone and {typing:.2f} with the typing.{_busy(figures)}

{_table(("what", "a second", "errors", "p50 ms", "p95 ms", "p99 ms"), rows)}
"""


def _soak(figures: dict[str, Any]) -> str:
    looks = figures["memory"]
    shown = looks[:: max(1, len(looks) // 12)]
    if shown[-1] is not looks[-1]:
        shown = [*shown, looks[-1]]
    rows = [(f"{look['minute']:.0f}", f"{look['resident']:.0f}", f"{look['own']:.0f}") for look in shown]
    return f"""## {figures["seconds"] / 60:.0f} minutes

{_about(figures)}. {SOAK_USERS} people who think for {figures["think"]:g} s,
{figures["all"]["requests"]:,} requests, {figures["all"]["errors"]} errors. The larger of the web processes:

{_table(("minute", "MiB with shared files", "MiB of its own"), rows)}
"""


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
