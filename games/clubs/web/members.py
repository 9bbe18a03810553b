"""The people of a club for those who look after them, and asking to join with its answer."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from caledonia_site.common.middleware import errors_as_messages
from caledonia_site.common.permissions import answers, may
from games.clubs.enums import Role
from games.clubs.models import Membership
from games.clubs.models.admission import JoinRequestState
from games.clubs.selectors.clubs import (
    club_members,
    open_invitations,
    open_requests,
    roles_to_give,
    undoable_merges,
)
from games.clubs.services.admission import answer_join_request, request_to_join, withdraw_join_request
from games.clubs.services.clubs import hand_over_club
from games.clubs.services.members import change_role, leave_club, remove_member
from games.clubs.web.access import club_allowing, club_for, membership_for, signed_in_player
from games.clubs.web.clubs import MEMBERS_ON_A_PAGE, confirmation
from games.clubs.web.forms import JoinRequestForm, RoleForm, SpellingForm

OFFERED_FOR_MEMBER = [
    "clubs.change_role",
    "clubs.remove_member",
    "clubs.edit_guest",
    "clubs.invite_to_claim",
    "clubs.merge_guests",
    "clubs.hand_over_club",
]


@signed_in_player
def manage_members(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_allowing(request, slug, "clubs.manage_members")
    members = Paginator(club_members(club=club, viewer=request.user), MEMBERS_ON_A_PAGE)
    invitations = [
        invitation
        for invitation in open_invitations(club)
        if may(request.user, "clubs.handle_invitation", _of(club, invitation))
    ]
    context = {
        "club": club,
        "members": members.get_page(request.GET.get("page")),
        "join_requests": open_requests(club=club, viewer=request.user),
        "invitations": invitations,
    }
    return render(request, "clubs/manage_members.html", context)


@signed_in_player
def member(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    club = club_allowing(request, slug, "clubs.manage_members")
    membership = membership_for(request, club, player_id)
    context = {
        "club": club,
        "membership": membership,
        "may": answers(request.user, OFFERED_FOR_MEMBER, membership),
        "role_form": RoleForm(roles=roles_to_give(request.user, club), initial={"role": membership.role}),
        "spellings": membership.player.aliases.filter(club=club),
        "spelling_form": SpellingForm(),
        "merges": undoable_merges(player=membership.player, user=request.user),
    }
    return render(request, "clubs/member.html", context)


@require_POST
@signed_in_player
def set_role(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    club = club_for(request, slug)
    membership = membership_for(request, club, player_id)
    form = RoleForm(request.POST, roles=list(Role))
    if form.is_valid():
        with errors_as_messages(request):
            changed = change_role(
                actor=request.user, membership=membership, role=Role(form.cleaned_data["role"])
            )
            messages.success(
                request,
                _("%(name)s now has the role: %(role)s.")
                % {"name": membership.player.shown.name, "role": changed.get_role_display()},
            )
    return _back_to(membership, request)


@signed_in_player
def remove(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    club = club_for(request, slug)
    membership = membership_for(request, club, player_id)
    if not may(request.user, "clubs.remove_member", membership):
        raise PermissionDenied
    name = membership.player.shown.name
    if request.method == "POST":
        with errors_as_messages(request):
            remove_member(actor=request.user, membership=membership)
            messages.success(request, _("%(name)s is not in the club any more.") % {"name": name})
        return redirect("clubs:members", slug=club.slug)
    return confirmation(
        request,
        club=club,
        title=_("Remove %(name)s from the club?") % {"name": name},
        text=_("Games stay as they are. You can invite or add them again."),
        action=_("Remove"),
        back=reverse("clubs:member", args=[club.slug, player_id]),
    )


@signed_in_player
def hand_over(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    club = club_allowing(request, slug, "clubs.hand_over_club")
    membership = membership_for(request, club, player_id)
    name = membership.player.shown.name
    if request.method == "POST":
        with errors_as_messages(request):
            hand_over_club(actor=request.user, membership=membership)
            messages.success(request, _("%(name)s owns the club now; you are an organiser.") % {"name": name})
        return redirect(club)
    return confirmation(
        request,
        club=club,
        title=_("Hand %(club)s over to %(name)s?") % {"club": club.name, "name": name},
        text=_("They become an owner and you an organiser. Only an owner can give the club back to you."),
        action=_("Hand over"),
        back=reverse("clubs:member", args=[club.slug, player_id]),
    )


@signed_in_player
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_allowing(request, slug, "clubs.leave_club")
    if request.method == "POST":
        with errors_as_messages(request):
            leave_club(actor=request.user, club=club)
            messages.success(request, _("You have left %(club)s.") % {"club": club.name})
            return redirect("clubs:mine")
        return redirect(club)
    return confirmation(
        request,
        club=club,
        title=_("Leave %(club)s?") % {"club": club.name},
        text=_("Your games stay. To come back you need an invitation, or ask to join again."),
        action=_("Leave"),
    )


def _back_to(membership: Membership, request: HttpRequest) -> HttpResponse:
    """Whoever just lost the right to manage members goes to the club's home."""
    club = membership.club.__class__.objects.get(pk=membership.club_id)
    if may(request.user, "clubs.manage_members", club):
        return redirect("clubs:member", slug=club.slug, player_id=membership.player.public_id)
    return redirect(club)


def _of(club: Any, obj: Any) -> Any:
    """The thing with the club we have, whose roles are known already."""
    obj.club = club
    return obj


@signed_in_player
def ask(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_allowing(request, slug, "clubs.request_to_join")
    form = JoinRequestForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with errors_as_messages(request):
            request_to_join(actor=request.user, club=club, message=form.cleaned_data["message"])
            messages.success(request, _("The club's organisers see your request."))
        return redirect(club)
    return render(request, "clubs/join.html", {"club": club, "form": form})


@require_POST
@signed_in_player
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_for(request, slug)
    with errors_as_messages(request):
        withdraw_join_request(actor=request.user, club=club)
        messages.success(request, _("Your request is withdrawn."))
    return redirect(club)


@require_POST
@signed_in_player
def answer(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    club = club_allowing(request, slug, "clubs.answer_join_request")
    requests = club.join_requests.select_related("player").order_by("-pk")
    join_request = get_object_or_404(
        requests.filter(state=JoinRequestState.OPEN), player__public_id=player_id
    )
    accept = request.POST.get("answer") == "accept"
    with errors_as_messages(request):
        answer_join_request(actor=request.user, join_request=join_request, accept=accept)
        message = _("%(name)s is a member now.") if accept else _("The request of %(name)s is declined.")
        messages.success(request, message % {"name": join_request.player.name})
    return redirect("clubs:members", slug=club.slug)
