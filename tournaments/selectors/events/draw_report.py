"""Why a round's tables are as they are, and what a change by hand would cost."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.types import Violation
from tournaments.models import EventEntry, EventRound
from tournaments.pairing.costs import Costs
from tournaments.pairing.report import Report, Why, change, judge, why
from tournaments.pairing.request import DrawRequest, read_request

Tables = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class TablesPreview:
    """`violations` keep the tables from being played (those that only break a wish begin with "round.not_together" or
    "round.not_apart" and may be overruled); `costs` is the change, below zero an improvement."""

    report: Report
    costs: Costs
    violations: tuple[Violation, ...]


def request_of(of: EventRound) -> DrawRequest | None:
    """None where nothing was drawn, or by another version of the code, which cannot be judged any more."""
    if of.request is None:
        return None
    try:
        return read_request(of.request)
    except ValueError:
        return None


def tables_of(of: EventRound) -> tuple[Tables, tuple[str, ...]]:
    """As they are now: tables in seat order without those that go on unplayed, and byes, by entries' public ids."""
    tables = of.tables.exclude(decision="through").prefetch_related("seats__entry").order_by("number")
    seated = tuple(
        tuple(seat.entry.public_id for seat in sorted(table.seats.all(), key=lambda one: one.index))
        for table in tables
    )
    return seated, tuple(of.byes.order_by("pk").values_list("entry__public_id", flat=True))


def report_of(of: EventRound) -> Report | None:
    """Of the tables as they are now, drawn or changed; None where nothing was drawn."""
    request = request_of(of)
    return judge(request, *tables_of(of)) if request else None


def preview_tables(
    of: EventRound, tables: Sequence[Sequence[str]], byes: Sequence[str] = ()
) -> TablesPreview | None:
    """What the tables would be like after a change by hand; None where nothing was drawn."""
    request = request_of(of)
    if request is None:
        return None
    wanted = tuple(tuple(table) for table in tables if table)
    report = judge(request, wanted, byes)
    before, byes_before = tables_of(of)
    known = {one.player for one in request.entrants}
    playable = all(key in known for table in wanted for key in table)
    costs = (
        change(request, [*before, *((one,) for one in byes_before)], [*wanted, *((one,) for one in byes)])
        if playable
        else report.costs
    )
    return TablesPreview(report, costs, report.violations)


def why_here(of: EventRound, entry: EventEntry) -> Why | None:
    """None for who has no table, and where nothing was drawn."""
    request = request_of(of)
    tables, _ = tables_of(of)
    if request is None or not any(entry.public_id in table for table in tables):
        return None
    return why(request, tables, entry.public_id)
