"""Turning e-mails about changed events off and on, from the link in one of them.

A club's events: what comes, what was, and who is coming.

Planning events, changing them, calling them off and taking that back.
"""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from caledonia_site.common.errors import UserError
from caledonia_site.common.middleware import errors_as_messages
from caledonia_site.common.permissions import answers
from caledonia_site.common.rate_limits import limits_wrong_links
from games.clubs.enums import Attendance, Repeat
from games.clubs.icalendar import as_calendar
from games.clubs.models import Club, ClubEvent, ClubEventQuerySet
from games.clubs.selectors.meetings import (
    account_of_token,
    answers_to,
    event_mail_address,
    events_of,
    wants_event_mail,
)
from games.clubs.services.mail import choose_event_mail
from games.clubs.services.meetings import answer_event, cancel_event, change_event, plan_event, restore_event
from games.clubs.web.access import club_allowing, club_for, signed_in_player
from games.clubs.web.meeting_forms import EventForm, LaterOnesForm, NewEventForm, present_values


# The link of an e-mail is its own proof, and mail programs send the form without our cookie (RFC 8058).
@csrf_exempt
@never_cache
@limits_wrong_links
def event_mail(request: HttpRequest, token: str) -> HttpResponse:
    account = account_of_token(token)
    if account is None:
        raise Http404
    if request.method == "POST":
        choose_event_mail(account=account, wanted=request.POST.get("wanted") == "yes")
    return render(request, "clubs/event_mail.html", {"wanted": wants_event_mail(account)})


EVENTS_ON_A_PAGE = 20
OFFERED = ["clubs.plan_event", "clubs.answer_event", "clubs.see_answers", "clubs.request_to_join"]


def event_list(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_for(request, slug)
    past = "past" in request.GET
    events = events_of(club=club, viewer=request.user)
    context = {
        "club": club,
        "past": past,
        "page": Paginator(events.past() if past else events.coming(), EVENTS_ON_A_PAGE).get_page(
            request.GET.get("page")
        ),
        "may": answers(request.user, OFFERED, club),
    }
    return render(request, "clubs/events.html", context)


def event_page(request: HttpRequest, slug: str, event_id: str) -> HttpResponse:
    club = club_for(request, slug)
    event = event_for(request, club, event_id)
    context: dict[str, Any] = {
        "club": club,
        "event": event,
        "groups": answers_to(event=event, viewer=request.user),
        "choices": Attendance,
        "may": answers(request.user, OFFERED, club),
        "elsewhere": _time_elsewhere(event),
        "mail_address": event_mail_address(request.user) if request.user.is_authenticated else "",
    }
    return render(request, "clubs/event.html", context)


def event_calendar(request: HttpRequest, slug: str, event_id: str) -> HttpResponse:
    """The event as a file for one's own calendar."""
    event = event_for(request, club_for(request, slug), event_id)
    address = request.build_absolute_uri("/").rstrip("/")
    response = HttpResponse(
        as_calendar([event], site_address=address), content_type="text/calendar; charset=utf-8"
    )
    name = slugify(event.title) or "event"
    response["Content-Disposition"] = f'attachment; filename="{name}.ics"'
    return response


@require_POST
@signed_in_player
def answer(request: HttpRequest, slug: str, event_id: str) -> HttpResponse:
    event = event_for(request, club_for(request, slug), event_id)
    choice = request.POST.get("choice", "")
    if choice not in Attendance.values:
        messages.error(request, _("Choose one of the answers."))
        return redirect(event)
    with errors_as_messages(request):
        given = answer_event(actor=request.user, event=event, choice=Attendance(choice))
        messages.success(request, _("Your answer: %(answer)s.") % {"answer": given.get_choice_display()})
    return redirect(event)


def event_for(request: HttpRequest, club: Club, event_id: str) -> ClubEvent:
    event = get_object_or_404(events_of(club=club, viewer=request.user), public_id=event_id)
    event.club = club
    return event


def _time_elsewhere(event: ClubEvent) -> Any:
    """The reader's own time, where their clock differs from the club's."""
    own = timezone.localtime(event.starts_at)
    return own if own.replace(tzinfo=None) != event.starts_on_wall else None


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
