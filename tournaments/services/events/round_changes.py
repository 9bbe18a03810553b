"""What all changes of a round have in common."""

from django.db.models import Q

from games.enums import GameState
from tournaments.event_enums import TableDecision
from tournaments.models import Event, EventRound
from tournaments.selectors.events.stage_state import tables_without_result
from tournaments.services.events.errors import NotLastRoundError, RoundChangedError, TablesMissingError


def last_round(event: Event, number: int, *, version: int | None = None) -> EventRound:
    """Under the event's lock. `version` is that of the tables as the organiser saw them."""
    found = event.rounds.select_related("stage").order_by("-number").first()
    if found is None or found.number != number:
        raise NotLastRoundError
    if version is not None and found.version != version:
        raise RoundChangedError
    found.event = event
    return found


def has_results(of: EventRound) -> bool:
    """Whether a table was reported or decided; going on without playing was nobody's decision."""
    decided = ~Q(decision="") & ~Q(decision=TableDecision.THROUGH)
    played = Q(game__isnull=False) & ~Q(game__state=GameState.VOID)
    return of.tables.filter(played | decided).exists()


def refuse_if_results_missing(event: Event) -> None:
    """Of any round: a result may have been taken off an earlier one. Raises TablesMissingError for the first."""
    missing = tables_without_result(event)
    if missing:
        first = missing[0][0]
        numbers = ", ".join(str(table) for number, table in missing if number == first)
        raise TablesMissingError(round=first, tables=numbers)
