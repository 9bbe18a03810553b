"""Coming into a tournament and leaving it, by oneself."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from caledonia_site.common.link_limits import limits_wrong_links
from caledonia_site.common.user_errors import errors_as_messages
from games.clubs.web.access import signed_in_player
from games.clubs.web.confirming import confirmation
from tournaments.event_enums import EntryMail, EntryState
from tournaments.models import EventEntry
from tournaments.selectors.events.mail import entry_of_mail_token
from tournaments.selectors.events.people import own_entry
from tournaments.services.events.check_in import check_in_at_door
from tournaments.services.events.choose_mail import choose_mail
from tournaments.services.events.choose_mail import stop_mail as stop_mail_of
from tournaments.services.events.drop_entry import drop_entry
from tournaments.services.events.register import register
from tournaments.services.events.withdraw_entry import withdraw_entry
from tournaments.web.events.access import event_context, find_event
from tournaments.web.names_shown import told_of_names


@require_POST
@signed_in_player
def register_self(request: HttpRequest, key: str) -> HttpResponse:
    event = find_event(request, key)
    with errors_as_messages(request):
        entry = register(actor=request.user, event=event, names_shown=told_of_names(request))
        messages.success(request, _said(entry))
    return redirect(event)


def _said(entry: EventEntry) -> str:
    match entry.state:
        case EntryState.REQUESTED:
            return _("You asked to take part. An organiser will answer.")
        case EntryState.WAITING:
            return _("All places are taken: you are on the waiting list.")
        case _:
            return _("You take part.")


@signed_in_player
def leave(request: HttpRequest, key: str) -> HttpResponse:
    """Before the first round the place goes to the next who waits; later one is out from the next round on."""
    event = find_event(request, key)
    entry = own_entry(event, request.user)
    if entry is None or entry.state == EntryState.WITHDRAWN or entry.has_left:
        return redirect(event)
    plays = event.has_begun and entry.plays
    if request.method == "POST":
        with errors_as_messages(request):
            if plays:
                drop_entry(actor=request.user, entry=entry)
            else:
                withdraw_entry(actor=request.user, entry=entry)
            messages.success(request, _("You are out of the tournament."))
        return redirect(event)
    return confirmation(
        request,
        club=event.club,
        title=_("Leave %(tournament)s?") % {"tournament": event.name},
        text=_("You play no further round; what you played stays.")
        if plays
        else _("Your place goes to the next on the waiting list."),
        action=_("Leave the tournament"),
        back=event.get_absolute_url(),
    )


@require_POST
@signed_in_player
def mail(request: HttpRequest, key: str) -> HttpResponse:
    """Which e-mails I want."""
    event = find_event(request, key)
    entry = own_entry(event, request.user)
    wanted = request.POST.get("mail", "")
    if entry is not None and wanted in EntryMail.values:
        choose_mail(actor=request.user, entry=entry, mail=EntryMail(wanted))
        messages.success(request, _("Saved."))
    return redirect(event)


# The link of an e-mail is its own proof, and mail programs send the form without our cookie (RFC 8058).
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limits_wrong_links
def stop_mail(request: HttpRequest, token: str) -> HttpResponse:
    entry = entry_of_mail_token(token)
    if entry is None:
        raise Http404
    if request.method == "POST":
        stop_mail_of(entry=entry)
        entry.refresh_from_db(fields=["mail"])
    return render(request, "tournaments/events/stop_mail.html", {"entry": entry})


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in_player
def door(request: HttpRequest, key: str, door_key: str) -> HttpResponse:
    """Behind the QR code on the door: "I am here"."""
    event = find_event(request, key)
    if request.method == "POST":
        with errors_as_messages(request):
            check_in_at_door(actor=request.user, event=event, door_key=door_key)
            messages.success(request, _("You are checked in."))
        return redirect(event)
    entry = own_entry(event, request.user)
    context = event_context(request, event, "event", entry=entry, door_key=door_key)
    return render(request, "tournaments/events/door.html", context)
