"""What the correction of a result changes, and what it does not."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.ranking import advancing
from tournaments.models import EventEntry, EventTable
from tournaments.selectors.events.stage_state import stage_state


@dataclass(frozen=True, slots=True)
class CorrectionEffects:
    """Standings follow a correction unless the event `is_finished`. Rounds `drawn_since` keep their tables (they were
    drawn with the old result). Who `went_on` to the next stage stays there; `would_go_on` and `would_not` say who would
    be in it, or not, by the results as they are now.
    """

    is_finished: bool
    drawn_since: Sequence[int]
    may_redraw: int | None
    next_stage_has_begun: bool
    would_go_on: Sequence[EventEntry]
    would_not: Sequence[EventEntry]

    @property
    def changes_tables(self) -> bool:
        return self.may_redraw is not None


def correction_effects(table: EventTable) -> CorrectionEffects:
    """`may_redraw` is the number of the last round when it follows and has no result yet: only that one can still be
    drawn anew."""
    event, stage = table.event, table.round.stage
    later = list(event.rounds.filter(number__gt=table.round.number).order_by("number"))
    following = event.stages.filter(number=stage.number + 1).first()
    begun = following is not None and following.rounds.exists()
    coming, going = _moved(table) if begun else ([], [])
    last = later[-1] if later else None
    untouched = last is not None and not last.tables.filter(game__isnull=False).exists()
    return CorrectionEffects(
        is_finished=event.is_finished,
        drawn_since=[one.number for one in later],
        may_redraw=last.number if last and untouched and not event.is_finished else None,
        next_stage_has_begun=begun,
        would_go_on=coming,
        would_not=going,
    )


def _moved(table: EventTable) -> tuple[list[EventEntry], list[EventEntry]]:
    event, stage = table.event, table.round.stage
    following = event.stages.get(number=stage.number + 1)
    there = {one.entry.public_id: one.entry for one in following.places.select_related("entry")}
    now = advancing(stage_state(event, stage))
    entries = {entry.public_id: entry for entry in event.entries.all()}
    coming = [entries[key] for key in now if key not in there]
    going = [entry for key, entry in there.items() if key not in now and entry.plays]
    return coming, going
