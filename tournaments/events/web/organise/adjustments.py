"""Penalties, bonus points and judges' notes."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from caledonia_site.common.errors import NotAllowedError, UserError
from caledonia_site.common.middleware import errors_as_messages
from tournaments.events.models import Event, EventAdjustment, EventStage, EventTable, Participant
from tournaments.events.selectors.events import by_name, notes_of, people_of
from tournaments.events.services.adjustments import adjust_points, undo_adjustment
from tournaments.events.services.requests import delete_note, write_note
from tournaments.events.web.organise.access import (
    event_allowing,
    for_organisers,
    organising_context,
    put_event_error,
    to,
)
from tournaments.events.wording import KINDS
from tournaments.shared.wording import signed_points


class PointsForm(forms.Form):
    """A penalty is typed as a number of points, not as a negative one: nobody forgets the minus."""

    player = forms.ChoiceField(label=gettext_lazy("Player"))
    stage = forms.ChoiceField(label=gettext_lazy("Stage"))
    kind = forms.ChoiceField(
        label=gettext_lazy("Bonus or penalty?"),
        choices=[
            ("penalty", gettext_lazy("Penalty: points are taken away")),
            ("bonus", gettext_lazy("Bonus: points are given")),
        ],
        widget=forms.RadioSelect,
        initial="penalty",
    )
    points = forms.DecimalField(
        label=gettext_lazy("Points"), max_digits=7, decimal_places=2, min_value=0, localize=True
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        help_text=gettext_lazy("Everybody who sees the standings reads it, and the history keeps it."),
    )

    def __init__(
        self, *args: Any, participants: Sequence[Participant], stages: Sequence[EventStage], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.participants = {participant.public_id: participant for participant in participants}
        self.stages = {str(stage.number): stage for stage in stages}
        people = [(key, item.player.shown.name) for key, item in self.participants.items()]
        self.fields["player"].choices = [("", "–"), *people]  # type: ignore[attr-defined]
        named = [(key, f"{key}. {KINDS[item.kind]}") for key, item in self.stages.items()]
        self.fields["stage"].choices = named  # type: ignore[attr-defined]
        self.fields["stage"].initial = next(reversed(self.stages), None)

    def signed_points(self) -> str:
        points: Decimal = self.cleaned_data["points"]
        return str(points if self.cleaned_data["kind"] == "bonus" else -points)


@for_organisers
def points(request: HttpRequest, key: str) -> HttpResponse:
    event = event_allowing(request, key, "events.see_notes")
    stages = list(event.stages.filter(rounds__isnull=False).distinct().order_by("number"))
    people = by_name(people_of(event, request.user))
    form = PointsForm(request.POST if request.method == "POST" else None, participants=people, stages=stages)
    if request.method == "POST" and form.is_valid():
        stage = form.stages[form.cleaned_data["stage"]]
        stage.event = event
        try:
            adjust_points(
                actor=request.user,
                stage=stage,
                participant=form.participants[form.cleaned_data["player"]],
                points=form.signed_points(),
                reason=form.cleaned_data["reason"],
            )
        except NotAllowedError:
            raise
        except UserError as error:
            put_event_error(form, error)
        else:
            messages.success(request, _("Saved; the standings follow in a moment."))
            return to("points", event)
    names = {participant.pk: participant.player.shown.name for participant in people}
    adjustments = EventAdjustment.objects.filter(stage__event=event).select_related("stage").order_by("-pk")
    given = [
        {
            "row": adjustment,
            "name": names.get(adjustment.participant_id, "–"),
            "points": signed_points(adjustment.points),
        }
        for adjustment in adjustments
    ]
    context = organising_context(request, event, "points", form=form, given=given, has_begun=bool(stages))
    return render(request, "events/organise/points.html", context)


@require_POST
@for_organisers
def undo_points(request: HttpRequest, key: str, adjustment_id: int) -> HttpResponse:
    """What is gone already was taken back by somebody else."""
    event = event_allowing(request, key)
    adjustments = EventAdjustment.objects.filter(stage__event=event, pk=adjustment_id).select_related(
        "stage", "participant"
    )
    with errors_as_messages(request):
        if adjustment := adjustments.first():
            adjustment.stage.event = event
            undo_adjustment(actor=request.user, adjustment=adjustment)
        messages.success(request, _("Taken back; the history keeps both."))
    return to("points", event)


class NoteForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("Note"), max_length=2000, widget=forms.Textarea(attrs={"rows": 3})
    )
    player = forms.ChoiceField(label=gettext_lazy("About a player"), required=False)
    table = forms.ChoiceField(label=gettext_lazy("About a table"), required=False)

    def __init__(
        self, *args: Any, participants: Sequence[Participant], tables: Sequence[EventTable], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.participants = {participant.public_id: participant for participant in participants}
        self.tables = {table.public_id: table for table in tables}
        people = [(key, item.player.shown.name) for key, item in self.participants.items()]
        self.fields["player"].choices = [("", "–"), *people]  # type: ignore[attr-defined]
        text = _("Round %(round)s, table %(table)s")
        named = [
            (key, text % {"round": item.round.number, "table": item.number})
            for key, item in self.tables.items()
        ]
        self.fields["table"].choices = [("", "–"), *named]  # type: ignore[attr-defined]


@for_organisers
def notes(request: HttpRequest, key: str) -> HttpResponse:
    """For those who run the tournament; also when it is finished."""
    event = event_allowing(request, key, "events.see_notes")
    form = NoteForm(
        request.POST if request.method == "POST" else None,
        participants=by_name(people_of(event, request.user)),
        tables=_tables(event),
        initial={"table": request.GET.get("table", ""), "player": request.GET.get("player", "")},
    )
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            write_note(
                actor=request.user,
                event=event,
                text=data["text"],
                table=form.tables.get(data["table"]),
                participant=form.participants.get(data["player"]),
            )
        except NotAllowedError:
            raise
        except UserError as error:
            put_event_error(form, error)
        else:
            messages.success(request, _("The note is saved. Only organisers read it."))
            return to("notes", event)
    context = organising_context(request, event, "notes", form=form, notes=notes_of(event, request.user))
    return render(request, "events/organise/notes.html", context)


def _tables(event: Event) -> list[EventTable]:
    # What a round was drawn from is long, and would be read anew for every table.
    tables = EventTable.objects.filter(round__event=event).select_related("round")
    tables = tables.defer("round__request", "round__drawn")
    return list(tables.order_by("-round__number", "number"))


@require_POST
@for_organisers
def remove_note(request: HttpRequest, key: str, note_id: int) -> HttpResponse:
    event = event_allowing(request, key, "events.see_notes")
    with errors_as_messages(request):
        if note := event.notes.select_related("participant").filter(pk=note_id).first():
            note.event = event
            delete_note(actor=request.user, note=note)
        messages.success(request, _("The note is gone."))
    return to("notes", event)
