"""The organisers' home of a tournament: what is next, the registration, its end, its history."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from caledonia_site.common.middleware import errors_as_messages
from games.clubs.web.clubs import confirmation
from tournaments.events.selectors.events import history_of, spots_of
from tournaments.events.selectors.rounds import rounds_of
from tournaments.events.services.events import delete_event, finish_event, reopen_event
from tournaments.events.services.registration import close_registration, open_registration
from tournaments.events.web.organise.access import (
    event_allowing,
    for_organisers,
    organising_context,
    rounds_are_left,
    to,
)
from tournaments.events.web.organise.rounds import names_in
from tournaments.events.wording import describe_record, describe_stage

LINES_PER_PAGE = 30


@for_organisers
def run(request: HttpRequest, key: str) -> HttpResponse:
    event = event_allowing(request, key, "events.see_notes")
    context = organising_context(
        request,
        event,
        "run",
        places=spots_of(event),
        stages=[describe_stage(stage.stage) for stage in event.stages.order_by("number")],
        rounds=rounds_of(event, request.user),
    )
    return render(request, "events/organise/run.html", context)


@require_POST
@for_organisers
def open_the_registration(request: HttpRequest, key: str) -> HttpResponse:
    event = event_allowing(request, key)
    with errors_as_messages(request):
        open_registration(actor=request.user, event=event)
        messages.success(request, _("The registration is open."))
    return to("run", event)


@require_POST
@for_organisers
def close_the_registration(request: HttpRequest, key: str) -> HttpResponse:
    event = event_allowing(request, key)
    with errors_as_messages(request):
        close_registration(actor=request.user, event=event)
        messages.success(request, _("The registration is closed. You can still add players yourself."))
    return to("run", event)


@for_organisers
def finish(request: HttpRequest, key: str) -> HttpResponse:
    event = event_allowing(request, key, "events.see_notes")
    if event.is_finished:
        return redirect(event)
    last = event.rounds.select_related("stage").order_by("-number").first()
    if last is None:
        return to("run", event)
    last.event = event
    is_early = rounds_are_left(last)
    if request.method == "POST":
        with errors_as_messages(request):
            # Whoever confirmed "there are rounds left" has said so; a round that came since has not been read.
            finish_event(actor=request.user, event=event, early=request.POST.get("early") == "yes")
            messages.success(request, _("The tournament is finished. The final places stand."))
            return redirect(event)
        return to("run", event)
    context = organising_context(request, event, "run", is_early=is_early, last=last)
    return render(request, "events/organise/finish.html", context)


@for_organisers
def reopen(request: HttpRequest, key: str) -> HttpResponse:
    event = event_allowing(request, key, "events.delete_event")
    if not event.is_finished:
        return to("run", event)
    if request.method == "POST":
        with errors_as_messages(request):
            reopen_event(actor=request.user, event=event)
            messages.success(request, _("The tournament runs again; its history says who reopened it."))
        return to("run", event)
    return confirmation(
        request,
        club=event.club,
        title=_("Reopen %(event)s?") % {"event": event.name},
        text=_(
            "Its final places go, and its standings follow the games again, also those corrected since. "
            "The history keeps it."
        ),
        action=_("Reopen the tournament"),
        back=event.get_absolute_url(),
    )


@for_organisers
def delete(request: HttpRequest, key: str) -> HttpResponse:
    event = event_allowing(request, key, "events.delete_event")
    if request.method == "POST":
        with errors_as_messages(request):
            delete_event(actor=request.user, event=event)
            messages.success(request, _("The tournament is gone; its games are still there."))
        return redirect("events:of_club", event.club.slug)
    return confirmation(
        request,
        club=event.club,
        title=_("Delete %(event)s?") % {"event": event.name},
        text=_(
            "Its list, rounds, standings and notes go with it. The games stay in the club. "
            "This cannot be undone."
        ),
        action=_("Delete the tournament"),
        back=event.get_absolute_url(),
    )


@for_organisers
def history(request: HttpRequest, key: str) -> HttpResponse:
    event = event_allowing(request, key, "events.see_notes")
    page = Paginator(history_of(event, request.user), LINES_PER_PAGE).get_page(request.GET.get("page"))
    names = names_in(event, request.user)
    lines = [(line, describe_record(line, names)) for line in page]
    context = organising_context(request, event, "history", page=page, lines=lines)
    return render(request, "events/organise/history.html", context)
