"""Every action of a club, and the requests by which people try it on the site."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from django.urls import reverse

from games.clubs.enums import Role
from games.clubs.models import Invitation, JoinRequest, Meeting, Membership
from games.exchange.models import ImportBatch
from games.players.models import Player
from tests.factories.clubs import (
    GuestMembershipFactory,
    InvitationFactory,
    JoinRequestFactory,
    MeetingFactory,
    MembershipFactory,
)

Kind = Literal["club", "member", "guest", "invitation", "request", "meeting", "import"]


@dataclass(frozen=True)
class Action:
    """What the table calls it, the permission behind it, and the thing that is asked about."""

    label: str
    permission: str
    thing: Kind = "club"
    role: Role = Role.MEMBER
    """Of the member or invitation that is asked about."""
    path: Callable[[Any, Any], str] = lambda club, thing: ""
    """The address, from the club and the thing."""
    method: str = "get"
    data: dict[str, Any] = field(default_factory=dict)
    private: bool = False
    """The club of this row is private."""
    has_page: bool = True
    """Otherwise it is a part of a page that opens without it, and has a test of its own."""

    def stored_thing(self, club: Any) -> Any:
        match self.thing:
            case "club":
                return club
            case "guest":
                return GuestMembershipFactory(club=club)
            case "member":
                return MembershipFactory(club=club, role=self.role)
            case "invitation":
                return InvitationFactory(club=club, role=self.role)
            case "request":
                return JoinRequestFactory(club=club)
            case "meeting":
                return MeetingFactory(club=club)

    def imagined_thing(self, club: Any) -> Any:
        """The same without a database."""
        match self.thing:
            case "club":
                return club
            case "guest":
                return Membership(club=club, player=Player(), role=Role.MEMBER)
            case "member":
                return Membership(club=club, player=Player(account_id=2), role=self.role)
            case "invitation":
                return Invitation(club=club, role=self.role)
            case "request":
                return JoinRequest(club=club, player=Player())
            case "import":
                return ImportBatch(club=club, account_id=club.viewer_id)
            case "meeting":
                return Meeting(club=club)


def page(name: str) -> Callable[[Any, Any], str]:
    return lambda club, thing: reverse(f"clubs:{name}", args=[club.slug])


def member_page(name: str) -> Callable[[Any, Any], str]:
    return lambda club, thing: reverse(f"clubs:{name}", args=[club.slug, thing.player.public_id])


def invitation_page(name: str) -> Callable[[Any, Any], str]:
    return lambda club, thing: reverse(f"clubs:{name}", args=[club.slug, thing.public_id])


def meeting_page(name: str) -> Callable[[Any, Any], str]:
    return lambda club, thing: reverse(f"clubs:{name}", args=[club.slug, thing.public_id])


LOWER, HIGHER = Role.SCOREKEEPER, Role.ORGANISER
DETAILS = {"name": "Renamed", "visibility": "public", "time_zone": "UTC", "language": "en"}
GUEST = {"name": "Una Bell", "visibility": "club"}

ACTIONS = [
    Action("See a public or unlisted club", "clubs.see_club", path=page("detail")),
    Action("See a private club", "clubs.see_club", path=page("detail"), private=True),
    Action("Found a club", "clubs.create_club", path=lambda club, thing: reverse("clubs:new")),
    Action("Ask to join", "clubs.request_to_join", path=page("join")),
    Action("Ask to join a private club", "clubs.request_to_join", path=page("join"), private=True),
    Action("Leave the club", "clubs.leave_club", path=page("leave")),
    Action("Add a guest", "clubs.add_guest", path=page("new_guest"), method="post", data=GUEST),
    Action("See the events of a public or unlisted club", "clubs.see_club", path=page("events")),
    Action(
        "See an event of a private club",
        "clubs.see_club",
        "meeting",
        path=meeting_page("event"),
        private=True,
    ),
    Action(
        "Take an event of a private club into one’s calendar",
        "clubs.see_club",
        "meeting",
        path=meeting_page("event_calendar"),
        private=True,
    ),
    Action("See who comes to an event", "clubs.see_answers", "meeting", has_page=False),
    Action(
        "Answer to an event",
        "clubs.answer_meeting",
        "meeting",
        path=meeting_page("answer_event"),
        method="post",
        data={"choice": "coming"},
    ),
    Action("Plan an event", "clubs.plan_meeting", path=page("new_event")),
    Action("Change an event", "clubs.plan_meeting", "meeting", path=meeting_page("edit_event")),
    Action(
        "Cancel an event, and undo it",
        "clubs.plan_meeting",
        "meeting",
        path=meeting_page("cancel_event"),
        method="post",
    ),
    Action("Open the members’ page", "clubs.manage_members", path=page("members")),
    Action(
        "Answer a request to join",
        "clubs.answer_join_request",
        "request",
        path=member_page("answer"),
        method="post",
    ),
    Action("Invite", "clubs.invite", path=page("new_invitation")),
    Action(
        "Invite as member or scorekeeper, show or revoke such a link",
        "clubs.handle_invitation",
        "invitation",
        LOWER,
        path=invitation_page("invitation_link"),
    ),
    Action(
        "Invite as organiser, show or revoke such a link",
        "clubs.handle_invitation",
        "invitation",
        HIGHER,
        path=invitation_page("revoke"),
        method="post",
    ),
    Action(
        "Correct a guest",
        "clubs.edit_guest",
        "guest",
        path=member_page("edit_guest"),
        method="post",
        data=GUEST,
    ),
    Action(
        "Make a guest’s claim link",
        "clubs.invite_to_claim",
        "guest",
        path=member_page("claim_link"),
        method="post",
    ),
    Action("Merge guests", "clubs.merge_guests", "guest", path=member_page("merge")),
    Action(
        "Keep spellings",
        "clubs.edit_aliases",
        "guest",
        path=member_page("new_spelling"),
        method="post",
        data={"spelling": "Uni"},
    ),
    Action(
        "Change the role of a member or scorekeeper",
        "clubs.change_role",
        "member",
        LOWER,
        path=member_page("role"),
        method="post",
        data={"role": "member"},
    ),
    Action(
        "Change the role of an organiser or owner",
        "clubs.change_role",
        "member",
        HIGHER,
        path=member_page("role"),
        method="post",
        data={"role": "member"},
    ),
    Action(
        "Remove a guest, member or scorekeeper",
        "clubs.remove_member",
        "member",
        LOWER,
        path=member_page("remove"),
    ),
    Action(
        "Remove an organiser or owner",
        "clubs.remove_member",
        "member",
        HIGHER,
        path=member_page("remove"),
        method="post",
    ),
    Action(
        "Keep webhooks",
        "exchange.keep_webhooks",
        path=lambda club, thing: reverse("exchange:new_webhook", args=[club.slug]),
        method="post",
        data={"url": "https://example.org/", "news": ["game.confirmed"]},
    ),
    Action("Work on an import one began", "exchange.work_on_import", "import", has_page=False),
    Action("Edit the club", "clubs.edit_club", path=page("edit"), method="post", data=DETAILS),
    Action("Hand the club over", "clubs.hand_over_club", "member", LOWER, path=member_page("hand_over")),
    Action("Delete the club", "clubs.delete_club", path=page("delete"), method="post"),
]
