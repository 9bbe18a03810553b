"""Invitations: making and showing them, and coming in by one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from caledonia_site.common.errors import UserError
from caledonia_site.common.middleware import errors_as_messages
from caledonia_site.common.permissions import may
from caledonia_site.common.pictures.qr import inline_qr_code
from caledonia_site.common.rate_limits import limits_wrong_links
from games.clubs.enums import Role
from games.clubs.models import Club, Invitation
from games.clubs.selectors.clubs import roles_to_invite
from games.clubs.services.admission import (
    AlreadyMemberError,
    InvitationUnknownError,
    accept_invitation,
    check_open,
    claim_player,
    invite_to_club,
    revoke_invitation,
)
from games.clubs.web.access import club_allowing, signed_in_player
from games.clubs.web.forms import InvitationForm


@signed_in_player
def new_invitation(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_allowing(request, slug, "clubs.invite")
    form = InvitationForm(request.POST or None, roles=roles_to_invite(request.user, club))
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        try:
            invitation = invite_to_club(
                actor=request.user,
                club=club,
                role=Role(values["role"]),
                email=values["email"],
                days=values["days"],
                max_uses=values["max_uses"],
            )
        except UserError as error:
            form.add_error(None, str(error))
        else:
            if invitation.email:
                messages.success(
                    request, _("The invitation is on its way to %(email)s.") % {"email": invitation.email}
                )
            return redirect("clubs:invitation_link", slug=club.slug, invitation_id=invitation.public_id)
    return render(request, "clubs/invitation_form.html", {"club": club, "form": form})


@never_cache
@signed_in_player
def invitation_link(request: HttpRequest, slug: str, invitation_id: str) -> HttpResponse:
    club = club_allowing(request, slug, "clubs.invite")
    invitation = _invitation_of(request, club, invitation_id)
    link = request.build_absolute_uri(invitation.get_absolute_url())
    context = {"club": club, "invitation": invitation, "link": link, "qr_code": inline_qr_code(link)}
    return render(request, "clubs/invitation_link.html", context)


@require_POST
@signed_in_player
def revoke(request: HttpRequest, slug: str, invitation_id: str) -> HttpResponse:
    club = club_allowing(request, slug, "clubs.invite")
    invitation = _invitation_of(request, club, invitation_id)
    with errors_as_messages(request):
        revoke_invitation(actor=request.user, invitation=invitation)
        messages.success(request, _("The invitation is revoked: its link does not work any more."))
    return redirect("clubs:members", slug=club.slug)


@never_cache
@limits_wrong_links
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What the link opens: who invites to what; a visitor signs in first and comes back here."""
    invitation = Invitation.objects.select_related("club", "for_player").with_token(token)
    try:
        if invitation is None:
            raise InvitationUnknownError
        check_open(invitation)
    except UserError as error:
        return render(request, "clubs/invitation_closed.html", {"reason": str(error)}, status=error.status)
    if request.method == "POST":
        return _accept(request, invitation)
    context = {
        "invitation": invitation,
        "club": invitation.club,
        "is_member": invitation.club.role_of(request.user) is not None,
    }
    return render(request, "clubs/invitation.html", context)


def _accept(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    return (_claim if invitation.for_player_id else _join)(request, invitation)


@login_required
def _claim(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    """The guest's own name is theirs from now on, so nobody has to choose one first."""
    with errors_as_messages(request):
        player = claim_player(actor=request.user, invitation=invitation)
        messages.success(request, _("This player is you now. Welcome!"))
        return redirect(player)
    return redirect(invitation)


@signed_in_player
def _join(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    try:
        accept_invitation(actor=request.user, invitation=invitation)
    except AlreadyMemberError as error:
        messages.info(request, str(error))
    except UserError as error:
        messages.error(request, str(error))
        return redirect(invitation)
    else:
        messages.success(request, _("Welcome to %(club)s!") % {"club": invitation.club.name})
    return redirect(invitation.club)


def _invitation_of(request: HttpRequest, club: Club, public_id: str) -> Invitation:
    invitations = Invitation.objects.usable().select_related("for_player").filter(club=club)
    invitation = get_object_or_404(invitations, public_id=public_id)
    invitation.club = club
    if not may(request.user, "clubs.handle_invitation", invitation):
        raise PermissionDenied
    return invitation
