"""What stands on a club's home page; the app above, which knows the games, makes the page of it."""

from collections.abc import Iterable
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from caledonia_site.common.escaping import escaped
from caledonia_site.common.permissions import answers
from games.clubs.coming import coming_entries
from games.clubs.enums import Role
from games.clubs.models import Club
from games.clubs.selectors.clubs import own_request, roles_of_members
from games.players.selectors.shown_players import ListedPlayer, shown_players

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
    """`roles` are those of all members by row number, for the app above."""
    roles = roles_of_members(club)
    members = Paginator([*roles.items()], MEMBERS_ON_A_PAGE).get_page(request.GET.get("page"))
    return {
        "club": club,
        "roles": roles,
        "role": club.role_of(request.user),
        "coming": coming_entries(club=club, viewer=request.user, limit=NEXT_EVENTS),
        "members": members,
        "member_cards": _cards(list(members), request.user),
        "request_to_join": own_request(club=club, viewer=request.user),
        "may": answers(request.user, OFFERED, club),
    }


def _cards(members: Iterable[tuple[int, str]], viewer: Any) -> SafeString:
    """Not a template: fifty of them would take as long as all the rest of the page."""
    roles = dict(members)
    players = shown_players(roles, viewer=viewer)
    guest = escaped(_("Guest"))
    return SafeString("".join(_card(players[number], role, guest) for number, role in roles.items()))


def _card(player: ListedPlayer, role: str, guest: str) -> str:
    shown, badge = player.shown, ""
    name = escaped(shown.name)
    if shown.address and player.is_guest:
        badge = f'<span class="badge">{guest}</span>'
    elif role != Role.MEMBER:
        badge = f'<span class="badge tone-accent">{escaped(Role(role).label)}</span>'
    linked = f'<a href="{escaped(shown.address)}">{name}</a>' if shown.address else name
    return f'<li class="card row row-apart"><span>{linked}</span> {badge}</li>'
