"""Changing the tables of a round by hand: by a list, which drag and drop fills in."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from caledonia_site.common.errors import NotAllowedError, UserError
from games.players.models.player import ShownPlayer
from games.players.names import normalised
from tournaments.events.models import EventRound
from tournaments.events.selectors.draws import preview_tables, report_of
from tournaments.events.selectors.events import history_of
from tournaments.events.selectors.rounds import RoundView, TableView, round_view
from tournaments.events.services.errors import RoundChangedError, TablesError
from tournaments.events.services.tables import change_tables
from tournaments.events.web.organise.access import event_allowing, for_organisers, organising_context, to
from tournaments.events.web.organise.rounds import DescribedPreview, describe_preview, names_of
from tournaments.events.wording import describe_mistake

BYE = "bye"
# Everybody is offered every seat, so the lists grow with the square of this.
MOST_AT_ONCE = 24


class Seated(NamedTuple):
    """Somebody of the round, and where they are: "2.3" is the third seat of table 2."""

    participant_id: str
    shown: ShownPlayer
    place: str


def is_settled(table: TableView) -> bool:
    """With a result, or an organiser's word on it: it stays as it is."""
    return bool(table.table.game_id or table.table.decision)


class ChooseTablesForm(forms.Form):
    """Of a large round a few tables are changed at a time: by their numbers, or by who sits there."""

    tables = forms.CharField(
        label=gettext_lazy("Which tables?"),
        help_text=gettext_lazy("Their numbers, or names of people who sit there, with commas: 3, 17, Anna."),
        max_length=200,
    )

    def __init__(self, *args: Any, view: RoundView, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._view = view

    def clean_tables(self) -> list[int]:
        numbers: set[int] = set()
        parts = [part.strip() for part in self.cleaned_data["tables"].replace(";", ",").split(",")]
        if not any(parts):
            raise forms.ValidationError(self.fields["tables"].error_messages["required"])
        for part in parts:
            words = part.split()
            if all(word.isdecimal() for word in words):
                numbers.update(int(word) for word in words)
            elif any(letter.isalpha() for letter in part):
                numbers.update(self._tables_of(part))
            else:
                raise forms.ValidationError(_("There is no table %(number)s."), params={"number": part})
        known = {table.number: table for table in self._view.tables}
        for number in sorted(numbers):
            if number not in known:
                raise forms.ValidationError(_("There is no table %(number)s."), params={"number": number})
            if is_settled(known[number]):
                raise forms.ValidationError(
                    _("Table %(number)s has a result and stays as it is."), params={"number": number}
                )
        if len(numbers) > MOST_AT_ONCE:
            raise forms.ValidationError(
                _("At most %(most)s tables at a time."), params={"most": MOST_AT_ONCE}
            )
        return sorted(numbers)

    def _tables_of(self, name: str) -> list[int]:
        """Where people of that name sit. Who has no table is offered anyway."""
        words = normalised(name).split()

        def is_meant(shown: ShownPlayer) -> bool:
            return all(word in normalised(shown.name) for word in words)

        numbers = [
            table.number for table in self._view.tables if any(is_meant(seat.shown) for seat in table.seats)
        ]
        if not numbers and not any(is_meant(bye.shown) for bye in self._view.byes):
            raise forms.ValidationError(
                _("Nobody in this round is called “%(name)s”."), params={"name": name}
            )
        return numbers


class TablesForm(forms.Form):
    """One choice for each player. Who share a seat sit one after the other, so moving somebody needs one change.

    `table_numbers` may be changed; `others` are the tables that stay, with their players in seat order.
    """

    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        people: Sequence[Seated],
        table_numbers: Sequence[int],
        others: Mapping[int, list[str]],
        seats: int,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.people, self.table_numbers, self.others = people, table_numbers, others
        choices = [
            (
                _("Table %(number)s") % {"number": table},
                [
                    (f"{table}.{seat}", _("Table %(table)s, seat %(seat)s") % {"table": table, "seat": seat})
                    for seat in range(1, seats + 1)
                ],
            )
            for table in table_numbers
        ]
        for person in people:
            self.fields[f"place-{person.participant_id}"] = forms.ChoiceField(
                label=person.shown.name, choices=[*choices, (BYE, _("No table"))], initial=person.place
            )

    @property
    def player_fields(self) -> list[Any]:
        return [self[f"place-{person.participant_id}"] for person in self.people]

    def seating(self) -> tuple[list[list[str]], list[str]]:
        """Tables in the order of their numbers with players in seat order, and who has no table."""
        places = {
            person.participant_id: self.cleaned_data[f"place-{person.participant_id}"]
            for person in self.people
        }
        byes = [key for key, place in places.items() if place == BYE]
        seated = {key: place.split(".") for key, place in places.items() if place != BYE}
        tables: dict[int, list[str]] = {number: [] for number in self.table_numbers}
        sat = {person.participant_id: person.place for person in self.people}
        # Of those in one seat who comes there sits behind who was there.
        for key in sorted(seated, key=lambda key: (int(seated[key][1]), places[key] != sat[key])):
            tables[int(seated[key][0])].append(key)
        tables.update(self.others)
        in_order = [tables.get(number, []) for number in range(1, max(tables) + 1)]
        while in_order and not in_order[-1]:
            in_order.pop()
        return in_order, byes


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
        return render(request, "events/organise/tables.html", context)
    form = _form(view, chosen, request.POST if request.method == "POST" else None)
    names, preview, changed = names_of(view), None, None
    if request.method == "POST" and form.is_valid():
        seated, byes = form.seating()
        preview = _preview(view, seated, byes)
        if request.POST.get("do") == "save":
            try:
                change_tables(
                    actor=request.user,
                    event=event,
                    number=number,
                    version=form.cleaned_data["version"],
                    tables=seated,
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
                for violation in error.violations:
                    form.add_error(None, describe_mistake(violation, names))
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
        settled=[table.number for table in view.tables if is_settled(table)],
        preview=preview,
        changed=changed,
        address=request.get_full_path(),
    )
    return render(request, "events/organise/tables.html", context)


def _choice(request: HttpRequest, view: RoundView) -> tuple[ChooseTablesForm | None, list[int] | None]:
    """Which tables are to be changed: all of a round that is not large; None as long as nobody has said."""
    numbers = [table.number for table in view.tables if not is_settled(table)]
    if len(numbers) <= MOST_AT_ONCE:
        return None, numbers
    chooser = ChooseTablesForm(request.GET if "tables" in request.GET else None, view=view)
    return chooser, chooser.cleaned_data["tables"] if chooser.is_valid() else None


def _form(view: RoundView, chosen: Sequence[int], data: Any) -> TablesForm:
    most = max((table.number for table in view.tables), default=0)
    return TablesForm(
        data,
        people=list(_people(view, chosen)),
        # One more than there are: a short table may become two.
        table_numbers=[*chosen, most + 1],
        others={
            table.number: [seat.participant.public_id for seat in table.seats]
            for table in view.tables
            if table.number not in chosen
        },
        seats=view.round.stage.stage.table_size,
        initial={"version": view.round.version},
    )


def _people(view: RoundView, chosen: Sequence[int]) -> Iterable[Seated]:
    """Who sits at these tables, and who has no table."""
    for table in view.tables:
        if table.number in chosen:
            for seat in table.seats:
                yield Seated(seat.participant.public_id, seat.shown, f"{table.number}.{seat.number}")
    for bye in view.byes:
        yield Seated(bye.participant.public_id, bye.shown, BYE)


def _preview(view: RoundView, seated: list[list[str]], byes: list[str]) -> DescribedPreview | None:
    of: EventRound = view.round
    preview, before = preview_tables(of, seated, byes), report_of(of)
    return describe_preview(preview, before, names_of(view)) if preview and before else None


def _what_happened(request: HttpRequest, view: RoundView, error: UserError) -> dict[str, Any]:
    kinds = ["tables", "redrawn", "drawn", "posted"]
    line = history_of(view.round.event, request.user).filter(kind__in=kinds).first()
    return {"error": str(error), "line": line}
