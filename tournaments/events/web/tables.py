"""Tables of a round, its clock and its set-up as pages show them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.players.names import normalised
from games.results.web.cells import content
from games.results.web.seats import Fact
from games.results.wording import faction_label
from games.systems import label
from scoring import registry
from tournaments.events.models import EventRound
from tournaments.events.selectors.rounds import RoundView, TableState, TableView
from tournaments.events.wording import TABLE_STATES

TONES = {
    TableState.PLAYED: "success",
    TableState.WAITING: "warning",
    TableState.DISPUTED: "warning",
    TableState.CONFLICT: "error",
    TableState.OTHER_PLAYERS: "error",
}


class ShownTable(NamedTuple):
    view: TableView
    state: str | Promise
    tone: str


class Clock(NamedTuple):
    """What is left of a round; `ends_at` while it runs."""

    ends_at: datetime | None
    text: str
    is_over: bool
    is_running: bool


class TableSearch(NamedTuple):
    """Which tables of a round somebody looks for: a name or the number of one, or those without a result."""

    text: str
    only_missing: bool

    @property
    def query(self) -> str:
        """The end of the address that asks for the same; empty for all tables."""
        params = {"q": self.text} if self.text else {}
        return urlencode(params | ({"show": "missing"} if self.only_missing else {}))

    def holds(self, table: TableView) -> bool:
        if self.only_missing and not table.is_missing:
            return False
        if self.text.isdecimal():
            return int(self.text) == table.number
        words = normalised(self.text).split()
        return any(all(word in normalised(seat.shown.name) for word in words) for seat in table.seats)


def searched_tables(request: HttpRequest) -> TableSearch:
    return TableSearch(request.GET.get("q", "").strip()[:80], request.GET.get("show") == "missing")


def shown_round(view: RoundView, search: TableSearch | None = None) -> list[ShownTable]:
    """The viewer's own table first."""
    views = sorted(view.tables, key=lambda shown: not shown.is_viewers)
    if search and search.query:
        views = [shown for shown in views if search.holds(shown)]
    return [ShownTable(shown, TABLE_STATES[shown.state], TONES.get(shown.state, "info")) for shown in views]


def clock_of(of: EventRound, now: datetime) -> Clock | None:
    left = of.time_left(now)
    if left is None or not (of.clock_started_at or of.clock_seconds):
        return None
    seconds = int(left.total_seconds())
    minutes, rest = divmod(abs(seconds), 60)
    sign = "−" if seconds < 0 else ""
    running = of.clock_started_at is not None
    return Clock(now + left if running else None, f"{sign}{minutes}:{rest:02d}", seconds < 0, running)


def setup_facts(of: EventRound) -> list[Fact]:
    """What was drawn for every table, in words; empty where nothing was."""
    values: dict[str, Any] = of.setup.get("values", {})
    system = of.event.system
    facts = [
        Fact(str(label(system, f"field.{field.key}")), content(system, "setup", field.key, values[field.key]))
        for field in registry.get(system).description.setup
        if values.get(field.key)
    ]
    offer: Sequence[str] = of.setup.get("offer", ())
    if offer:
        facts.append(Fact(_("On offer"), ", ".join(faction_label(system, choice) for choice in offer)))
    return facts
