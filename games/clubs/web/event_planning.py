"""Planning events, changing them, calling them off and taking that back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from caledonia_site.common.errors import UserError
from caledonia_site.common.user_errors import errors_as_messages
from games.clubs.enums import Repeat
from games.clubs.models import ClubEvent, ClubEventQuerySet
from games.clubs.services.cancel_event import cancel_event
from games.clubs.services.change_event import change_event
from games.clubs.services.plan_event import plan_event
from games.clubs.services.restore_event import restore_event
from games.clubs.web.access import club_allowing, signed_in_player
from games.clubs.web.event_forms import EventForm, LaterOnesForm, NewEventForm, present_values
from games.clubs.web.events import event_for

PERMISSION = "clubs.plan_event"


@signed_in_player
def new_event(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_allowing(request, slug, PERMISSION)
    form = NewEventForm(request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        try:
            events = plan_event(
                actor=request.user,
                club=club,
                details=form.details(),
                repeat=Repeat(form.cleaned_data["repeat"]),
                times=form.times_wanted(),
            )
        except UserError as error:
            form.add_user_error(error)
        else:
            said = ngettext("The event is planned.", "%(count)s events are planned.", len(events))
            messages.success(request, said % {"count": len(events)})
            _say_if_past(request, events[0])
            return redirect(events[0])
    return render(request, "clubs/event_form.html", {"club": club, "form": form})


@signed_in_player
def edit_event(request: HttpRequest, slug: str, event_id: str) -> HttpResponse:
    club = club_allowing(request, slug, PERMISSION)
    event = event_for(request, club, event_id)
    form = EventForm(request.POST or None, club=club, initial=present_values(event))
    later = ClubEvent.objects.later_in_series(event)
    later_form = _later_form(request, later, _("Change the later ones in the same way (%(count)s)"))
    if request.method == "POST" and form.is_valid():
        try:
            event = change_event(
                actor=request.user,
                event=event,
                details=form.details(),
                with_later=_with_later(later_form),
            )
        except UserError as error:
            form.add_user_error(error)
        else:
            messages.success(request, _("Saved."))
            _say_if_past(request, event)
            return redirect(event)
    context = {"club": club, "event": event, "form": form, "later_form": later_form}
    return render(request, "clubs/event_form.html", context)


@signed_in_player
def cancel(request: HttpRequest, slug: str, event_id: str) -> HttpResponse:
    club = club_allowing(request, slug, PERMISSION)
    event = event_for(request, club, event_id)
    later = ClubEvent.objects.later_in_series(event).filter(cancelled_at=None)
    later_form = _later_form(request, later, _("Cancel the later ones too (%(count)s)"))
    if request.method == "POST":
        with errors_as_messages(request):
            cancel_event(
                actor=request.user,
                event=event,
                with_later=_with_later(later_form),
            )
            messages.success(
                request, _("The event is cancelled. Its page says so, and you can undo it there.")
            )
        return redirect(event)
    return render(
        request, "clubs/event_cancel.html", {"club": club, "event": event, "later_form": later_form}
    )


@require_POST
@signed_in_player
def restore(request: HttpRequest, slug: str, event_id: str) -> HttpResponse:
    club = club_allowing(request, slug, PERMISSION)
    event = event_for(request, club, event_id)
    with errors_as_messages(request):
        restore_event(actor=request.user, event=event)
        messages.success(request, _("The event takes place after all."))
    return redirect(event)


def _later_form(request: HttpRequest, later: ClubEventQuerySet, label: str) -> LaterOnesForm | None:
    count = later.count()
    return LaterOnesForm(request.POST or None, label=label % {"count": count}) if count else None


def _with_later(form: LaterOnesForm | None) -> bool:
    return form is not None and form.is_valid() and form.cleaned_data["with_later"]


def _say_if_past(request: HttpRequest, event: ClubEvent) -> None:
    if event.starts_at < timezone.now():
        messages.warning(request, _("Note that this event begins in the past."))
