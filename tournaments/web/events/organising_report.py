"""The report of a draw in words: meetings again, spread of scores, seats, who floated, what it costs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Event
from tournaments.pairing.report import Float, Report
from tournaments.selectors.events.draw_report import TablesPreview, report_of
from tournaments.selectors.events.people import people_of
from tournaments.selectors.events.rounds import RoundView
from tournaments.wording.event_draw import OVERRULED, told_cost, told_costs, told_mistake
from tournaments.wording.event_terms import told_float

Names = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ToldReport:
    """`facts` in a line each, `floats` one sentence for each player, `costs` by part."""

    facts: list[str]
    floats: list[str]
    costs: list[tuple[str, str]]
    total: str
    broken: list[str]


@dataclass(frozen=True, slots=True)
class ToldPreview:
    """`mistakes` keep tables from being played; `broken` are wishes a person may overrule. `effects` say what a change
    makes better or worse, `costs` by part; `is_better` by the sum of it all."""

    mistakes: list[str]
    broken: list[str]
    effects: list[str]
    costs: list[tuple[str, str]]
    total: str
    is_better: bool


def names_in(event: Event, viewer: Any) -> dict[str, str]:
    return {entry.public_id: entry.player.shown.name for entry in people_of(event, viewer)}


def names_of(view: RoundView) -> dict[str, str]:
    seated = {seat.entry.public_id: seat.shown.name for table in view.tables for seat in table.seats}
    return seated | {bye.entry.public_id: bye.shown.name for bye in view.byes}


def told_report(view: RoundView) -> ToldReport | None:
    """None where nothing was drawn: schedules and brackets have no choice."""
    report = report_of(view.round)
    if report is None:
        return None
    names = names_of(view)
    return ToldReport(
        facts=_facts(report, names),
        floats=_floats(report.floats, names, by_hand=view.round.changed_by_hand),
        costs=told_costs(report.costs),
        total=told_cost(report.costs.total),
        broken=[told_mistake(one, names) for one in report.violations],
    )


def _facts(report: Report, names: Names) -> list[str]:
    met = _("Table %(table)s: %(one)s and %(other)s have met before (%(times)s×).")
    facts = [
        met
        % {
            "table": table.number,
            "one": names.get(one.one, ""),
            "other": names.get(one.other, ""),
            "times": one.before,
        }
        for table in report.tables
        for one in table.repeats
    ]
    facts.insert(0, _again(report))
    spread = told_cost(report.widest_spread)
    facts.append(_("Widest difference in points at a table: %(points)s.") % {"points": spread})
    facts.append(
        _("Seats: nobody will have sat in one seat more than %(times)s× oftener than in another.")
        % {"times": report.seat_spread}
    )
    return facts


def _again(report: Report) -> str:
    if not report.repeats:
        return _("Nobody meets somebody again.")
    text = ngettext("One pair meets again.", "%(count)s pairs meet again.", report.repeats)
    return text % {"count": report.repeats}


def told_preview(preview: TablesPreview, before: Report, names: Names) -> ToldPreview:
    after = preview.report
    return ToldPreview(
        mistakes=[told_mistake(one, names) for one in preview.violations if one.code not in OVERRULED],
        broken=[told_mistake(one, names) for one in preview.violations if one.code in OVERRULED],
        effects=[*_effects(before, after), *_floats(_new_floats(before, after), names, by_hand=True)],
        costs=told_costs(preview.costs),
        total=told_cost(preview.costs.total),
        is_better=preview.costs.total <= 0,
    )


def _new_floats(before: Report, after: Report) -> list[Float]:
    """Of a large round many float anyway: those whom the change makes float, or float elsewhere."""
    known = {(one.player, one.table_score) for one in before.floats}
    return [one for one in after.floats if (one.player, one.table_score) not in known]


def _floats(floats: Iterable[Float], names: Names, *, by_hand: bool) -> list[str]:
    return [f"{names.get(one.player, '')}: {told_float(one, by_hand=by_hand)}" for one in floats]


def _effects(before: Report, after: Report) -> list[str]:
    found = []
    more = after.repeats - before.repeats
    if more > 0:
        text = ngettext("One meeting again more.", "%(count)s meetings again more.", more)
        found.append(text % {"count": more})
    elif more < 0:
        text = ngettext("One meeting again fewer.", "%(count)s meetings again fewer.", -more)
        found.append(text % {"count": -more})
    if after.widest_spread != before.widest_spread:
        found.append(
            _("Widest difference in points at a table: %(after)s instead of %(before)s.")
            % {"after": told_cost(after.widest_spread), "before": told_cost(before.widest_spread)}
        )
    if after.seat_spread != before.seat_spread:
        found.append(
            _("Balance of seats: %(after)s instead of %(before)s (0 is perfect).")
            % {"after": after.seat_spread, "before": before.seat_spread}
        )
    return found
