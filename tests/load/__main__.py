"""`make load`: start the site, measure, write docs/load.md."""

import json
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from tests.deploy.rehearsal.units import PROJECT
from tests.load import phases
from tests.load.report import report
from tests.load.site import LoadSite

DOCUMENT = PROJECT / "docs" / "load.md"


def main() -> int:
    games, users = int(_given("GAMES", "20000")), int(_given("USERS", "50"))
    seconds, think = float(_given("SECONDS", "60")), float(_given("THINK", "2"))
    soak_seconds = float(_given("SOAK_SECONDS", "3600"))
    measure: dict[str, Callable[[LoadSite], dict[str, Any]]] = {
        "mix": lambda site: phases.mix(site, users=users, seconds=seconds, think=think),
        "alone": phases.alone,
        "tables": lambda site: phases.tables(site, seconds=seconds),
        "soak": lambda site: phases.soak(site, seconds=soak_seconds, think=think),
    }
    chosen = _given("PHASES", "mix alone tables").split()
    kept = _given("FOLDER", "")
    with nullcontext(kept) if kept else tempfile.TemporaryDirectory(prefix="caledonia-load-") as name:
        folder = Path(name).absolute()
        with LoadSite(folder, games=games) as site:
            print(f"The site has {site.games:,} games.", flush=True)
            if site.seeded_in is not None:
                _keep(folder, "seeding", phases.head(site) | {"seconds": site.seeded_in})
            for phase in chosen:
                figures = measure[phase](site)
                _keep(folder, phase, figures)
                print(f"{phase}: {_bad(figures)} errors", flush=True)
        written = report(_kept(folder), before=DOCUMENT.read_text())
    DOCUMENT.write_text(written)
    print(f"Written to {DOCUMENT.relative_to(PROJECT)}.")
    return 0


def _given(name: str, default: str) -> str:
    return os.environ.get(f"LOAD_{name}") or default


def _keep(folder: Path, phase: str, figures: dict[str, Any]) -> None:
    (folder / "figures").mkdir(exist_ok=True)
    (folder / "figures" / f"{phase}.json").write_text(json.dumps(figures))


def _kept(folder: Path) -> dict[str, dict[str, Any]]:
    return {path.stem: json.loads(path.read_text()) for path in (folder / "figures").glob("*.json")}


def _bad(figures: dict[str, Any]) -> int:
    return sum(page["errors"] for page in figures["pages"].values())


if __name__ == "__main__":
    sys.exit(main())
