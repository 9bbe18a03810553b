"""Changing the tables of a round by hand: by a list, which drag and drop fills in."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from caledonia_site.common.errors import NotAllowedError, UserError
from tournaments.models import EventRound
from tournaments.selectors.events.draw_report import preview_tables, report_of
from tournaments.selectors.events.history import history_of
from tournaments.selectors.events.rounds import RoundView, round_view
from tournaments.services.events.change_tables import change_tables
from tournaments.services.events.errors import RoundChangedError, TablesError
from tournaments.web.events.organising_access import event_allowing, for_organisers, organising_context, to
from tournaments.web.events.organising_report import ToldPreview, names_of, told_preview
from tournaments.web.events.organising_tables_forms import (
    BYE,
    MOST_AT_ONCE,
    ChooseTablesForm,
    Seated,
    TablesForm,
    is_settled,
)
from tournaments.wording.event_draw import told_mistake


@for_organisers
def tables(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """What a change costs is told before it is saved; the page asks by itself, or by a button without a script."""
    event = event_allowing(request, key)
    view = round_view(event, number, request.user)
    if not view.round.has_tables:
        return to("manage_round", event, number)
    chooser, chosen = _choice(request, view)
    if chosen is None:
        context = organising_context(request, event, "manage_rounds", view=view, chooser=chooser)
        return render(request, "tournaments/events/organising/tables.html", context)
    form = _form(view, chosen, request.POST if request.method == "POST" else None)
    names, preview, changed = names_of(view), None, None
    if request.method == "POST" and form.is_valid():
        wanted, byes = form.wanted()
        preview = _preview(view, wanted, byes)
        if request.POST.get("do") == "save":
            try:
                change_tables(
                    actor=request.user,
                    event=event,
                    number=number,
                    version=form.cleaned_data["version"],
                    tables=wanted,
                    byes=byes,
                )
            except NotAllowedError:
                raise
            except RoundChangedError as error:
                changed = _what_happened(request, view, error)
                data = request.POST.copy()
                data["version"] = str(view.round.version)
                form = _form(view, chosen, data)
            except TablesError as error:
                for one in error.violations:
                    form.add_error(None, told_mistake(one, names))
            except UserError as error:
                form.add_error(None, str(error))
            else:
                messages.success(request, _("The tables are changed."))
                return to("manage_round", event, number)
    context = organising_context(
        request,
        event,
        "manage_rounds",
        view=view,
        chooser=chooser,
        form=form,
        settled=[one.number for one in view.tables if is_settled(one)],
        preview=preview,
        changed=changed,
        address=request.get_full_path(),
    )
    return render(request, "tournaments/events/organising/tables.html", context)


def _choice(request: HttpRequest, view: RoundView) -> tuple[ChooseTablesForm | None, list[int] | None]:
    """Which tables are to be changed: all of a round that is not large; None as long as nobody has said."""
    numbers = [one.number for one in view.tables if not is_settled(one)]
    if len(numbers) <= MOST_AT_ONCE:
        return None, numbers
    chooser = ChooseTablesForm(request.GET if "tables" in request.GET else None, view=view)
    return chooser, chooser.cleaned_data["tables"] if chooser.is_valid() else None


def _form(view: RoundView, chosen: Sequence[int], data: Any) -> TablesForm:
    most = max((one.number for one in view.tables), default=0)
    return TablesForm(
        data,
        people=list(_people(view, chosen)),
        # One more than there are: a short table may become two.
        table_numbers=[*chosen, most + 1],
        others={
            one.number: [seat.entry.public_id for seat in one.seats]
            for one in view.tables
            if one.number not in chosen
        },
        seats=view.round.stage.stage.table_size,
        initial={"version": view.round.version},
    )


def _people(view: RoundView, chosen: Sequence[int]) -> Iterable[Seated]:
    """Who sits at these tables, and who has no table."""
    for table in view.tables:
        if table.number in chosen:
            for seat in table.seats:
                yield Seated(seat.entry.public_id, seat.shown, f"{table.number}.{seat.number}")
    for bye in view.byes:
        yield Seated(bye.entry.public_id, bye.shown, BYE)


def _preview(view: RoundView, wanted: list[list[str]], byes: list[str]) -> ToldPreview | None:
    of: EventRound = view.round
    preview, before = preview_tables(of, wanted, byes), report_of(of)
    return told_preview(preview, before, names_of(view)) if preview and before else None


def _what_happened(request: HttpRequest, view: RoundView, error: UserError) -> dict[str, Any]:
    kinds = ["tables", "redrawn", "drawn", "posted"]
    line = history_of(view.round.event, request.user).filter(kind__in=kinds).first()
    return {"error": str(error), "line": line}
