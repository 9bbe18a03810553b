"""What stands on a club's home page; the app above, which knows the games, makes the page of it."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest

from caledonia_site.common.permissions import answers
from games.clubs.coming import coming_entries
from games.clubs.models import Club
from games.clubs.selectors.clubs import club_members, own_request

MEMBERS_ON_A_PAGE = 50
NEXT_EVENTS = 3
OFFERED = [
    "clubs.request_to_join",
    "clubs.leave_club",
    "clubs.add_guest",
    "clubs.manage_members",
    "clubs.invite",
    "clubs.plan_event",
    "clubs.edit_club",
    "clubs.delete_club",
]


def home_context(request: HttpRequest, club: Club) -> dict[str, Any]:
    members = Paginator(club_members(club=club, viewer=request.user), MEMBERS_ON_A_PAGE)
    return {
        "club": club,
        "role": club.role_of(request.user),
        "coming": coming_entries(club=club, viewer=request.user, limit=NEXT_EVENTS),
        "members": members.get_page(request.GET.get("page")),
        "request_to_join": own_request(club=club, viewer=request.user),
        "may": answers(request.user, OFFERED, club),
    }
