"""A club's events: what comes, what was, and who is coming."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from caledonia_site.common.permissions import answers
from caledonia_site.common.user_errors import errors_as_messages
from games.clubs.enums import Attendance
from games.clubs.icalendar import as_calendar
from games.clubs.models import Club, ClubEvent
from games.clubs.selectors.event_mail import event_mail_address
from games.clubs.selectors.events import answers_to, events_of
from games.clubs.services.answer_event import answer_event
from games.clubs.web.access import club_for, signed_in_player

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
