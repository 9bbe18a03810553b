"""Tables of a round, its clock and its set-up as pages show them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.web.life.cells import content
from games.web.life.set_up import Fact
from games.wording import label
from games.wording.seats import dimension_label
from scoring import registry
from tournaments.models import EventRound
from tournaments.selectors.events.rounds import RoundView, TableState, TableView
from tournaments.wording.event_terms import TABLE_STATES

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


def shown_round(view: RoundView) -> list[ShownTable]:
    return [ShownTable(one, TABLE_STATES[one.state], TONES.get(one.state, "info")) for one in view.tables]


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
        Fact(str(label(system, f"field.{one.key}")), content(system, "setup", one.key, values[one.key]))
        for one in registry.get(system).description.setup
        if values.get(one.key)
    ]
    offer: Sequence[str] = of.setup.get("offer", ())
    if offer:
        facts.append(Fact(_("On offer"), ", ".join(dimension_label(system, one) for one in offer)))
    return facts
