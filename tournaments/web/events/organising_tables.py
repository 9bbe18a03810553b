"""Changing the tables of a round by hand: by a list, which drag and drop fills in."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from caledonia_site.common.errors import NotAllowedError, UserError
from games.players.models.player import ShownPlayer
from tournaments.models import EventRound
from tournaments.selectors.events.draw_report import preview_tables, report_of
from tournaments.selectors.events.history import history_of
from tournaments.selectors.events.rounds import RoundView, round_view
from tournaments.services.events.change_tables import change_tables
from tournaments.services.events.errors import RoundChangedError, TablesError
from tournaments.web.events.organising_access import event_allowing, for_organisers, organising_context, to
from tournaments.web.events.organising_report import ToldPreview, names_of, told_preview
from tournaments.wording.event_draw import told_mistake

BYE = "bye"


class Seated(NamedTuple):
    """Somebody of the round, and where they are: "2.3" is the third seat of table 2."""

    entry_id: str
    shown: ShownPlayer
    place: str


class TablesForm(forms.Form):
    """One choice for each player. Who share a seat sit one after the other, so moving somebody needs one change."""

    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, people: Sequence[Seated], tables: int, seats: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people, self.tables = people, tables
        choices = [
            (
                _("Table %(number)s") % {"number": table},
                [
                    (f"{table}.{seat}", _("Table %(table)s, seat %(seat)s") % {"table": table, "seat": seat})
                    for seat in range(1, seats + 1)
                ],
            )
            for table in range(1, tables + 1)
        ]
        for one in people:
            self.fields[f"place-{one.entry_id}"] = forms.ChoiceField(
                label=one.shown.name, choices=[*choices, (BYE, _("No table"))], initial=one.place
            )

    @property
    def table_numbers(self) -> range:
        return range(1, self.tables + 1)

    @property
    def player_fields(self) -> list[Any]:
        return [self[f"place-{one.entry_id}"] for one in self.people]

    def wanted(self) -> tuple[list[list[str]], list[str]]:
        """Tables in the order of their numbers with players in seat order, and who has no table."""
        places = {one.entry_id: self.cleaned_data[f"place-{one.entry_id}"] for one in self.people}
        byes = [key for key, place in places.items() if place == BYE]
        seated = {key: place.split(".") for key, place in places.items() if place != BYE}
        tables: list[list[str]] = [[] for _table in range(self.tables)]
        # A sort keeps the order of those in one seat: as they sat before.
        for key in sorted(seated, key=lambda one: int(seated[one][1])):
            tables[int(seated[key][0]) - 1].append(key)
        while tables and not tables[-1]:
            tables.pop()
        return tables, byes


@for_organisers
def tables(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """What a change costs is told before it is saved; the page asks by itself, or by a button without a script."""
    event = event_allowing(request, key)
    view = round_view(event, number, request.user)
    if not view.round.has_tables:
        return to("manage_round", event, number)
    form = _form(view, request.POST if request.method == "POST" else None)
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
                form = _form(view, data)
            except TablesError as error:
                for one in error.violations:
                    form.add_error(None, told_mistake(one, names))
            except UserError as error:
                form.add_error(None, str(error))
            else:
                messages.success(request, _("The tables are changed."))
                return to("manage_round", event, number)
    context = organising_context(
        request, event, "manage_rounds", view=view, form=form, preview=preview, changed=changed
    )
    return render(request, "tournaments/events/organising/tables.html", context)


def _form(view: RoundView, data: Any) -> TablesForm:
    stage = view.round.stage.stage
    most = max((one.number for one in view.tables), default=0)
    return TablesForm(
        data,
        people=list(_people(view)),
        # One more than there are: a short table may become two.
        tables=most + 1,
        seats=stage.table_size,
        initial={"version": view.round.version},
    )


def _people(view: RoundView) -> Iterable[Seated]:
    for table in view.tables:
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
