"""Draw what is the same at every table of a round."""

import hashlib
from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from scoring import registry
from scoring.description import Field
from tournaments.event_configuration import SetupPlan, choices_of, offered_choices
from tournaments.event_enums import EventHistoryKind
from tournaments.models import Event, EventRound
from tournaments.services.events.errors import NoSetupError, RoundHasResultsError
from tournaments.services.events.locking import lock_living_event
from tournaments.services.events.noting import note_event
from tournaments.services.events.round_changes import has_results, last_round


@transaction.atomic
def draw_setup(*, actor: Any, event: Event, number: int) -> EventRound:
    """Of the last round, by what the event's settings say now; with the same settings the same comes out again.

    Raises NoSetupError, NotLastRoundError, RoundHasResultsError, EventFinishedError.
    """
    event = lock_living_event(event)
    require(actor, "events.run_event", event)
    found = last_round(event, number)
    if has_results(found):
        raise RoundHasResultsError
    plan = event.configuration.setup
    if not plan:
        raise NoSetupError
    old = found.setup
    found.setup = drawn_setup(event, plan, number)
    found.save(update_fields=["setup"])
    detail = {"round": number, "old": old, "new": found.setup}
    note_event(event, EventHistoryKind.SETUP, actor=actor, detail=detail)
    return found


def drawn_setup(event: Event, plan: SetupPlan, number: int) -> dict[str, Any]:
    """Nothing but the event's lot and the number of the round decides."""
    if not plan:
        return {}
    seed = f"{event.lot_seed}/setup/{number}"
    fields = {one.key: one for one in registry.get(event.system).description.setup}
    values = {key: _value(event.system, fields[key], plan, seed) for key in plan.fields if key in fields}
    offer = _shuffled(offered_choices(event.system, expansions=plan.expansions), f"{seed}/offer")
    return {"values": values, "offer": offer[: plan.offer], "seed": seed}


def _value(system: str, of: Field, plan: SetupPlan, seed: str) -> Any:
    lot = _shuffled(choices_of(system, of, expansions=plan.expansions), f"{seed}/{of.key}")
    return lot[: of.longest] if of.kind == "tiles" else lot[0] if lot else None


def _shuffled(choices: tuple[str, ...], seed: str) -> list[str]:
    """By hash, so that every machine and every later version shuffles alike."""
    return sorted(choices, key=lambda one: hashlib.sha256(f"{seed}/{one}".encode()).hexdigest())
