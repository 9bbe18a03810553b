"""Rounds for who runs the tournament: drawing, the report of a draw in words, publishing, the clock, undoing."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRefresh

from caledonia_site.common.formatting import parse_int
from caledonia_site.common.middleware import errors_as_messages
from games.clubs.web.clubs import confirmation
from games.players.actors import Viewer
from scoring.types import Violation
from tournaments.events.enums import RoundState
from tournaments.events.models import Event, EventRound
from tournaments.events.selectors.draws import TablesPreview, report_of
from tournaments.events.selectors.events import people_of
from tournaments.events.selectors.rounds import RoundView, round_view, rounds_of
from tournaments.events.services.draws import draw_round, draw_setup, redraw_round
from tournaments.events.services.errors import DrawImpossibleError
from tournaments.events.services.events import renew_screen_link
from tournaments.events.services.rounds import pause_clock, publish_round, start_clock, stop_clock, undo_round
from tournaments.events.web.organise.access import event_allowing, for_organisers, organising_context, to
from tournaments.events.web.tables import TableSearch, clock_of, searched_tables, setup_facts, shown_round
from tournaments.events.wording import (
    OVERRULED,
    describe_cost,
    describe_costs,
    describe_float,
    describe_mistake,
)
from tournaments.pairing.report import Float, Report

Names = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class DescribedReport:
    """`facts` in a line each, `floats` one sentence for each player, `costs` by part."""

    facts: list[str]
    floats: list[str]
    costs: list[tuple[str, str]]
    total: str
    broken: list[str]


@dataclass(frozen=True, slots=True)
class DescribedPreview:
    """`mistakes` keep tables from being played; `broken` are wishes a person may overrule. `effects` say what a change
    makes better or worse, `costs` by part; `is_better` by the sum of it all."""

    mistakes: list[str]
    broken: list[str]
    effects: list[str]
    costs: list[tuple[str, str]]
    total: str
    is_better: bool


def names_in(event: Event, viewer: Viewer) -> dict[str, str]:
    return {participant.public_id: participant.player.shown.name for participant in people_of(event, viewer)}


def names_of(view: RoundView) -> dict[str, str]:
    seated = {seat.participant.public_id: seat.shown.name for table in view.tables for seat in table.seats}
    return seated | {bye.participant.public_id: bye.shown.name for bye in view.byes}


def describe_report(view: RoundView) -> DescribedReport | None:
    """None where nothing was drawn: schedules and brackets have no choice."""
    report = report_of(view.round)
    if report is None:
        return None
    names = names_of(view)
    return DescribedReport(
        facts=_facts(report, names),
        floats=_floats(report.floats, names, by_hand=view.round.changed_by_hand),
        costs=describe_costs(report.costs),
        total=describe_cost(report.costs.total),
        broken=[describe_mistake(violation, names) for violation in report.violations],
    )


def _facts(report: Report, names: Names) -> list[str]:
    met = _("Table %(table)s: %(one)s and %(other)s have met before (%(times)s×).")
    facts = [
        met
        % {
            "table": table.number,
            "one": names.get(repeat.one, ""),
            "other": names.get(repeat.other, ""),
            "times": repeat.before,
        }
        for table in report.tables
        for repeat in table.repeats
    ]
    facts.insert(0, _again(report))
    spread = describe_cost(report.widest_spread)
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


def describe_preview(preview: TablesPreview, before: Report, names: Names) -> DescribedPreview:
    after = preview.report
    return DescribedPreview(
        mistakes=[
            describe_mistake(violation, names)
            for violation in preview.violations
            if violation.code not in OVERRULED
        ],
        broken=[
            describe_mistake(violation, names)
            for violation in preview.violations
            if violation.code in OVERRULED
        ],
        effects=[*_effects(before, after), *_floats(_new_floats(before, after), names, by_hand=True)],
        costs=describe_costs(preview.costs),
        total=describe_cost(preview.costs.total),
        is_better=preview.costs.total <= 0,
    )


def _new_floats(before: Report, after: Report) -> list[Float]:
    """Of a large round many float anyway: those whom the change makes float, or float elsewhere."""
    known = {(floated.player, floated.table_score) for floated in before.floats}
    return [floated for floated in after.floats if (floated.player, floated.table_score) not in known]


def _floats(floats: Iterable[Float], names: Names, *, by_hand: bool) -> list[str]:
    return [
        f"{names.get(floated.player, '')}: {describe_float(floated, by_hand=by_hand)}" for floated in floats
    ]


def _effects(before: Report, after: Report) -> list[str]:
    effects = []
    more = after.repeats - before.repeats
    if more > 0:
        text = ngettext("One meeting again more.", "%(count)s meetings again more.", more)
        effects.append(text % {"count": more})
    elif more < 0:
        text = ngettext("One meeting again fewer.", "%(count)s meetings again fewer.", -more)
        effects.append(text % {"count": -more})
    if after.widest_spread != before.widest_spread:
        effects.append(
            _("Widest difference in points at a table: %(after)s instead of %(before)s.")
            % {"after": describe_cost(after.widest_spread), "before": describe_cost(before.widest_spread)}
        )
    if after.seat_spread != before.seat_spread:
        effects.append(
            _("Balance of seats: %(after)s instead of %(before)s (0 is perfect).")
            % {"after": after.seat_spread, "before": before.seat_spread}
        )
    return effects


CLOCKS: dict[str, Callable[..., Any]] = {"start": start_clock, "pause": pause_clock, "stop": stop_clock}
# Seconds between two looks at a round that changes by itself; the longer it takes, the fewer.
DRAWING_PAUSES = (1, 10)
PLAYING_PAUSES = (10, 60)


@for_organisers
def manage_rounds(request: HttpRequest, key: str) -> HttpResponse:
    """The last round, or a page that says there is none yet."""
    event = event_allowing(request, key, "events.see_notes")
    if last := event.rounds.order_by("-number").first():
        return to("manage_round", event, last.number)
    context = organising_context(request, event, "manage_rounds")
    return render(request, "events/organise/no_rounds.html", context)


@for_organisers
def manage_round(request: HttpRequest, key: str, number: int) -> HttpResponse:
    event = event_allowing(request, key, "events.see_notes")
    view = round_view(event, number, request.user)
    rounds = rounds_of(event, request.user)
    context = organising_context(
        request,
        event,
        "manage_rounds",
        rounds=rounds,
        is_last=number == rounds[-1].number,
        report=describe_report(view) if view.round.has_tables else None,
        setup=setup_facts(view.round),
        has_plan=bool(event.configuration.setup),
        here_address=request.path,
        failure=_failure(view.round, request.user),
        **_now(view, searched_tables(request), asked=0),
    )
    return render(request, "events/organise/round.html", context)


@for_organisers
def screen_link(request: HttpRequest, key: str) -> HttpResponse:
    """The secret link for the projector, and a new one in its place."""
    event = event_allowing(request, key)
    if request.method == "POST":
        with errors_as_messages(request):
            renew_screen_link(actor=request.user, event=event)
            messages.success(request, _("New link made."))
        return to("screen_link", event)
    address = ""
    if event.screen_key:
        address = request.build_absolute_uri(reverse("events:room_screen", args=[event.screen_key]))
    context = organising_context(request, event, "manage_rounds", address=address)
    return render(request, "events/organise/screen_link.html", context)


@for_organisers
def round_now(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """The part of a round that changes while people play; it asks again by itself, less and less often."""
    event = event_allowing(request, key, "events.see_notes")
    view = round_view(event, number, request.user)
    if request.GET.get("was", view.round.state) != view.round.state:
        return HttpResponseClientRefresh()
    asked = (parse_int(request.GET.get("asked", ""), digits=5) or 0) + 1
    context = organising_context(
        request, event, "manage_rounds", is_update=True, **_now(view, searched_tables(request), asked=asked)
    )
    return render(request, "events/organise/round_now.html", context)


def _now(view: RoundView, search: TableSearch, *, asked: int) -> dict[str, Any]:
    shortest, longest = DRAWING_PAUSES if view.round.state == RoundState.DRAWING else PLAYING_PAUSES
    # What needs a hand stands first.
    tables = sorted(
        shown_round(view, search), key=lambda shown: (not shown.view.is_missing, shown.view.number)
    )
    return {
        "view": view,
        "wanted": search,
        "tables": tables,
        "clock": clock_of(view.round, timezone.now()),
        "asked": asked,
        "pause": min(longest, shortest + asked * shortest // 2),
    }


@require_POST
@for_organisers
def draw(request: HttpRequest, key: str) -> HttpResponse:
    """The round the button named: a second tap, or the other organiser's, gets the round that is there."""
    event = event_allowing(request, key)
    with errors_as_messages(request):
        try:
            event_round = draw_round(actor=request.user, event=event, number=_sent_number(request, "number"))
        except DrawImpossibleError as error:
            _tell_why_impossible(request, event, error)
            return to("wishes", event)
        if event_round.state == RoundState.DRAWN:
            message = _("Round %(round)s is drawn. Look at it, then publish it.") % {
                "round": event_round.number
            }
            messages.success(request, message)
        return to("manage_round", event, event_round.number)
    return to("run", event)


@require_POST
@for_organisers
def publish(request: HttpRequest, key: str, number: int) -> HttpResponse:
    event = event_allowing(request, key)
    with errors_as_messages(request):
        publish_round(
            actor=request.user,
            event=event,
            number=number,
            version=_sent_number(request, "version"),
        )
        messages.success(request, _("Round %(round)s is published.") % {"round": number})
    return to("manage_round", event, number)


@for_organisers
def redraw(request: HttpRequest, key: str, number: int) -> HttpResponse:
    event = event_allowing(request, key)
    if request.method == "POST":
        with errors_as_messages(request):
            try:
                event_round = redraw_round(
                    actor=request.user, event=event, number=number, version=_sent_number(request, "version")
                )
            except DrawImpossibleError as error:
                _tell_why_impossible(request, event, error)
                return to("wishes", event)
            if event_round.state == RoundState.DRAWN:
                messages.success(request, _("Round %(round)s is drawn again.") % {"round": number})
        return to("manage_round", event, number)
    view = round_view(event, number, request.user)
    context = organising_context(request, event, "manage_rounds", view=view)
    return render(request, "events/organise/redraw.html", context)


@for_organisers
def undo(request: HttpRequest, key: str, number: int) -> HttpResponse:
    event = event_allowing(request, key)
    if request.method == "POST":
        with errors_as_messages(request):
            undo_round(actor=request.user, event=event, number=number)
            messages.success(request, _("Round %(round)s is undone.") % {"round": number})
        return to("run", event)
    view = round_view(event, number, request.user)
    text = _("It is as if it had not been drawn: its tables and byes go, and its points with them.")
    played = sum(table.table.game_id is not None for table in view.tables)
    if played:
        kept = _("Games played at its tables: %(count)s. They stay games of the club and count there.")
        text = f"{text} {kept % {'count': played}}"
    if number > 1:
        before = _("Round %(round)s takes results and corrections again.") % {"round": number - 1}
        text = f"{text} {before}"
    return confirmation(
        request,
        club=event.club,
        title=_("Undo round %(round)s?") % {"round": number},
        text=text,
        action=_("Undo the round"),
        back=reverse("events:manage_round", args=[event.address_key, number]),
    )


@require_POST
@for_organisers
def draw_the_setup(request: HttpRequest, key: str, number: int) -> HttpResponse:
    event = event_allowing(request, key)
    with errors_as_messages(request):
        draw_setup(actor=request.user, event=event, number=number)
        messages.success(request, _("The set-up is drawn; it is the same at every table."))
    return to("manage_round", event, number)


@require_POST
@for_organisers
def clock(request: HttpRequest, key: str, number: int, what: str) -> HttpResponse:
    event = event_allowing(request, key)
    if what not in CLOCKS:
        raise Http404
    with errors_as_messages(request):
        CLOCKS[what](actor=request.user, event=event, number=number)
    return to("manage_round", event, number)


def _sent_number(request: HttpRequest, name: str) -> int:
    """0, which no round and no version has, for whatever is no number."""
    return parse_int(request.POST.get(name, ""), digits=9) or 0


def _failure(of: EventRound, viewer: Viewer) -> list[str]:
    """Why the job could not draw it, in words."""
    if of.state != RoundState.FAILED:
        return []
    names = names_in(of.event, viewer)
    return [
        describe_mistake(Violation(failure["code"], failure["path"], failure.get("params", {})), names)
        for failure in of.failure
    ]


def _tell_why_impossible(request: HttpRequest, event: Event, error: DrawImpossibleError) -> None:
    names = names_in(event, request.user)
    details = " ".join(describe_mistake(violation, names) for violation in error.violations)
    messages.error(request, f"{error} {details}")
