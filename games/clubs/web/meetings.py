"""A club's meetings: what comes, what was and who is coming; planning, changing and cancelling them; and e-mails about
changes, turned off and on from the link in one of them.
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
from games.clubs.models import Club, Meeting, MeetingQuerySet
from games.clubs.selectors.meetings import (
    account_of_token,
    answers_to,
    meeting_mail_address,
    meetings_of,
    wants_meeting_mail,
)
from games.clubs.services.mail import choose_meeting_mail
from games.clubs.services.meetings import (
    answer_meeting,
    cancel_meeting,
    change_meeting,
    plan_meeting,
    restore_meeting,
)
from games.clubs.web.access import club_allowing, club_for, signed_in_player
from games.clubs.web.meeting_forms import LaterOnesForm, MeetingForm, NewMeetingForm, present_values

MEETINGS_ON_A_PAGE = 20
OFFERED = ["clubs.plan_meeting", "clubs.answer_meeting", "clubs.see_answers", "clubs.request_to_join"]
PERMISSION = "clubs.plan_meeting"


def meeting_list(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_for(request, slug)
    past = "past" in request.GET
    meetings = meetings_of(club=club, viewer=request.user)
    context = {
        "club": club,
        "past": past,
        "page": Paginator(meetings.past() if past else meetings.coming(), MEETINGS_ON_A_PAGE).get_page(
            request.GET.get("page")
        ),
        "may": answers(request.user, OFFERED, club),
    }
    return render(request, "clubs/meetings.html", context)


def meeting_page(request: HttpRequest, slug: str, meeting_id: str) -> HttpResponse:
    club = club_for(request, slug)
    meeting = meeting_for(request, club, meeting_id)
    context: dict[str, Any] = {
        "club": club,
        "meeting": meeting,
        "groups": answers_to(meeting=meeting, viewer=request.user),
        "choices": Attendance,
        "may": answers(request.user, OFFERED, club),
        "elsewhere": _time_elsewhere(meeting),
        "mail_address": meeting_mail_address(request.user) if request.user.is_authenticated else "",
    }
    return render(request, "clubs/meeting.html", context)


def _time_elsewhere(meeting: Meeting) -> Any:
    """The reader's own time, where their clock differs from the club's."""
    own = timezone.localtime(meeting.starts_at)
    return own if own.replace(tzinfo=None) != meeting.starts_on_wall else None


def meeting_calendar(request: HttpRequest, slug: str, meeting_id: str) -> HttpResponse:
    """The meeting as a file for one's own calendar."""
    meeting = meeting_for(request, club_for(request, slug), meeting_id)
    address = request.build_absolute_uri("/").rstrip("/")
    response = HttpResponse(
        as_calendar([meeting], site_address=address), content_type="text/calendar; charset=utf-8"
    )
    name = slugify(meeting.title) or "event"
    response["Content-Disposition"] = f'attachment; filename="{name}.ics"'
    return response


@require_POST
@signed_in_player
def answer(request: HttpRequest, slug: str, meeting_id: str) -> HttpResponse:
    meeting = meeting_for(request, club_for(request, slug), meeting_id)
    choice = request.POST.get("choice", "")
    if choice not in Attendance.values:
        messages.error(request, _("Choose one of the answers."))
        return redirect(meeting)
    with errors_as_messages(request):
        given = answer_meeting(actor=request.user, meeting=meeting, choice=Attendance(choice))
        messages.success(request, _("Your answer: %(answer)s.") % {"answer": given.get_choice_display()})
    return redirect(meeting)


@signed_in_player
def new_meeting(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_allowing(request, slug, PERMISSION)
    form = NewMeetingForm(request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        try:
            meetings = plan_meeting(
                actor=request.user,
                club=club,
                details=form.details(),
                repeat=Repeat(form.cleaned_data["repeat"]),
                times=form.times_wanted(),
            )
        except UserError as error:
            form.add_user_error(error)
        else:
            message = ngettext("The event is planned.", "%(count)s events are planned.", len(meetings))
            messages.success(request, message % {"count": len(meetings)})
            _say_if_past(request, meetings[0])
            return redirect(meetings[0])
    return render(request, "clubs/meeting_form.html", {"club": club, "form": form})


def _say_if_past(request: HttpRequest, meeting: Meeting) -> None:
    if meeting.starts_at < timezone.now():
        messages.warning(request, _("Note that this event begins in the past."))


@signed_in_player
def edit_meeting(request: HttpRequest, slug: str, meeting_id: str) -> HttpResponse:
    club = club_allowing(request, slug, PERMISSION)
    meeting = meeting_for(request, club, meeting_id)
    form = MeetingForm(request.POST or None, club=club, initial=present_values(meeting))
    later = Meeting.objects.later_in_series(meeting)
    later_form = _later_form(request, later, _("Change the later ones in the same way (%(count)s)"))
    if request.method == "POST" and form.is_valid():
        try:
            meeting = change_meeting(
                actor=request.user,
                meeting=meeting,
                details=form.details(),
                with_later=_with_later(later_form),
            )
        except UserError as error:
            form.add_user_error(error)
        else:
            messages.success(request, _("Saved."))
            _say_if_past(request, meeting)
            return redirect(meeting)
    context = {"club": club, "meeting": meeting, "form": form, "later_form": later_form}
    return render(request, "clubs/meeting_form.html", context)


def _later_form(request: HttpRequest, later: MeetingQuerySet, label: str) -> LaterOnesForm | None:
    count = later.count()
    return LaterOnesForm(request.POST or None, label=label % {"count": count}) if count else None


def _with_later(form: LaterOnesForm | None) -> bool:
    return form is not None and form.is_valid() and form.cleaned_data["with_later"]


@signed_in_player
def cancel(request: HttpRequest, slug: str, meeting_id: str) -> HttpResponse:
    club = club_allowing(request, slug, PERMISSION)
    meeting = meeting_for(request, club, meeting_id)
    later = Meeting.objects.later_in_series(meeting).filter(cancelled_at=None)
    later_form = _later_form(request, later, _("Cancel the later ones too (%(count)s)"))
    if request.method == "POST":
        with errors_as_messages(request):
            cancel_meeting(
                actor=request.user,
                meeting=meeting,
                with_later=_with_later(later_form),
            )
            messages.success(
                request, _("The event is cancelled. Its page says so, and you can undo it there.")
            )
        return redirect(meeting)
    return render(
        request, "clubs/meeting_cancel.html", {"club": club, "meeting": meeting, "later_form": later_form}
    )


@require_POST
@signed_in_player
def restore(request: HttpRequest, slug: str, meeting_id: str) -> HttpResponse:
    club = club_allowing(request, slug, PERMISSION)
    meeting = meeting_for(request, club, meeting_id)
    with errors_as_messages(request):
        restore_meeting(actor=request.user, meeting=meeting)
        messages.success(request, _("The event takes place after all."))
    return redirect(meeting)


# The link of an e-mail is its own proof, and mail programs send the form without our cookie (RFC 8058).
@csrf_exempt
@never_cache
@limits_wrong_links
def meeting_mail(request: HttpRequest, token: str) -> HttpResponse:
    account = account_of_token(token)
    if account is None:
        raise Http404
    if request.method == "POST":
        choose_meeting_mail(account=account, wants_mail=request.POST.get("wanted") == "yes")
    return render(request, "clubs/meeting_mail.html", {"wanted": wants_meeting_mail(account)})


def meeting_for(request: HttpRequest, club: Club, meeting_id: str) -> Meeting:
    meeting = get_object_or_404(meetings_of(club=club, viewer=request.user), public_id=meeting_id)
    meeting.club = club
    return meeting
