"""Clubs to find and one's own; founding, changing and dissolving one; and what stands on a club's home page, of which
the app above, which knows the games, makes the page.
"""

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from caledonia_site.common.errors import UserError
from caledonia_site.common.middleware import errors_as_messages
from caledonia_site.common.permissions import answers
from games.clubs.models import Club
from games.clubs.selectors.clubs import clubs_of_viewer, clubs_to_find, own_request, roles_of_members
from games.clubs.services.clubs import ClubNameTakenError, create_club, delete_club, update_club
from games.clubs.upcoming import upcoming_items
from games.clubs.web.access import club_allowing, signed_in_player
from games.clubs.web.forms import ClubForm
from games.clubs.web.markup import member_cards
from games.players.selectors.players import shown_players
from games.players.viewers import Viewer

MEMBERS_ON_A_PAGE = 50
NEXT_MEETINGS = 3
CLUBS_ON_A_PAGE = 24
OFFERED = [
    "clubs.request_to_join",
    "clubs.leave_club",
    "clubs.add_guest",
    "clubs.manage_members",
    "clubs.invite",
    "clubs.plan_meeting",
    "clubs.edit_club",
    "clubs.delete_club",
]


def club_list(request: HttpRequest) -> HttpResponse:
    search = request.GET.get("search", "").strip()[:80]
    clubs = clubs_to_find(viewer=request.user, search=search)
    page = Paginator(clubs, CLUBS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "clubs/club_list.html", {"page": page, "search": search})


@login_required
def my_clubs(request: HttpRequest) -> HttpResponse:
    page = Paginator(clubs_of_viewer(request.user), CLUBS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "clubs/my_clubs.html", {"page": page})


@signed_in_player
def new_club(request: HttpRequest) -> HttpResponse:
    here = {"language": get_language(), "time_zone": timezone.get_current_timezone_name()}
    form = ClubForm(request.POST or None, initial=here)
    if request.method == "POST" and form.is_valid():
        try:
            club = create_club(actor=request.user, details=form.details())
        except UserError as error:
            _put_at_its_field(form, error)
        else:
            messages.success(request, _("Your club is founded. Invite the others!"))
            return redirect(club)
    return render(request, "clubs/club_form.html", {"form": form})


def _put_at_its_field(form: ClubForm, error: UserError) -> None:
    form.add_error("name" if isinstance(error, ClubNameTakenError) else None, str(error))


@signed_in_player
def edit_club(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_allowing(request, slug, "clubs.edit_club")
    form = ClubForm(request.POST or None, initial=ClubForm(instance=club).initial)
    if request.method == "POST" and form.is_valid():
        try:
            club = update_club(actor=request.user, club=club, details=form.details())
        except UserError as error:
            _put_at_its_field(form, error)
        else:
            messages.success(request, _("The club's details are saved."))
            return redirect(club)
    return render(request, "clubs/club_form.html", {"form": form, "club": club})


@signed_in_player
def delete_club_page(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_allowing(request, slug, "clubs.delete_club")
    if request.method == "POST":
        with errors_as_messages(request):
            delete_club(actor=request.user, club=club)
            messages.success(request, _("The club is gone."))
        return redirect("clubs:mine")
    return confirmation(
        request,
        club=club,
        title=_("Delete %(club)s?") % {"club": club.name},
        text=_(
            "Its members lose the club with its invitations and requests. Guests whom nothing else needs go "
            "with it. This cannot be undone."
        ),
        action=_("Delete the club"),
    )


def home_context(request: HttpRequest, club: Club) -> dict[str, Any]:
    """`roles` are those of all members by row number, for the app above."""
    roles = roles_of_members(club)
    members = Paginator([*roles.items()], MEMBERS_ON_A_PAGE).get_page(request.GET.get("page"))
    return {
        "club": club,
        "roles": roles,
        "role": club.role_of(request.user),
        "coming": upcoming_items(club=club, viewer=request.user, limit=NEXT_MEETINGS),
        "members": members,
        "member_cards": _cards(list(members), request.user),
        "request_to_join": own_request(club=club, viewer=request.user),
        "may": answers(request.user, OFFERED, club),
    }


def _cards(members: Iterable[tuple[int, str]], viewer: Viewer) -> SafeString:
    roles = dict(members)
    return member_cards(shown_players(roles, viewer=viewer), roles)


def confirmation(
    request: HttpRequest, *, club: Club, title: str, text: str, action: str, back: str = ""
) -> HttpResponse:
    context = {
        "club": club,
        "title": title,
        "text": text,
        "action": action,
        "back": back or club.get_absolute_url(),
    }
    return render(request, "clubs/confirm.html", context)
