"""Players without an account: adding, correcting, handing them to their owners, merging doubles."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from caledonia_site.common.errors import NotAllowedError, UserError
from caledonia_site.common.middleware import errors_as_messages, posted_text
from caledonia_site.common.permissions import may
from games.clubs.models import Club, Membership
from games.clubs.selectors.clubs import club_members, may_undo, merge_preview
from games.clubs.services.admission import invite_to_claim
from games.clubs.services.guests import (
    add_alias,
    add_guest_player,
    check_may_merge,
    merge_club_players,
    remove_alias,
    undo_club_merge,
    update_guest,
)
from games.clubs.web.access import club_allowing, club_for, membership_for, signed_in_player
from games.clubs.web.forms import GuestForm, MergeForm, SpellingForm
from games.players.models import PlayerMerge


@signed_in_player
def new_guest(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_allowing(request, slug, "clubs.add_guest")
    form = GuestForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            add_guest_player(actor=request.user, club=club, **form.cleaned_data)
        except UserError as error:
            form.add_error("name", str(error))
        else:
            messages.success(request, _("%(name)s plays with you now.") % {"name": form.cleaned_data["name"]})
            return redirect(club)
    return render(request, "clubs/guest_form.html", {"club": club, "form": form})


@signed_in_player
def edit_guest(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    club = club_for(request, slug)
    membership = membership_for(request, club, player_id)
    if not may(request.user, "clubs.edit_guest", membership):
        raise PermissionDenied
    present = {"name": membership.player.name, "visibility": membership.player.visibility}
    form = GuestForm(request.POST or None, initial=present)
    if request.method == "POST" and form.is_valid():
        try:
            update_guest(actor=request.user, membership=membership, **form.cleaned_data)
        except UserError as error:
            form.add_error("name", str(error))
        else:
            messages.success(request, _("Saved."))
            return redirect("clubs:member", slug=club.slug, player_id=player_id)
    return render(request, "clubs/guest_form.html", {"club": club, "form": form, "membership": membership})


@require_POST
@signed_in_player
def claim_link(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    club = club_for(request, slug)
    membership = membership_for(request, club, player_id)
    with errors_as_messages(request):
        invitation = invite_to_claim(actor=request.user, membership=membership)
        return redirect("clubs:invitation_link", slug=club.slug, invitation_id=invitation.public_id)
    return redirect("clubs:members", slug=club.slug)


@require_POST
@signed_in_player
def new_spelling(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    club = club_for(request, slug)
    membership = membership_for(request, club, player_id)
    form = SpellingForm(request.POST)
    if form.is_valid():
        with errors_as_messages(request):
            add_alias(actor=request.user, membership=membership, spelling=form.cleaned_data["spelling"])
            messages.success(request, _("The spelling is kept."))
    else:
        messages.error(request, _("Please enter a spelling."))
    return redirect("clubs:member", slug=club.slug, player_id=player_id)


@require_POST
@signed_in_player
def forget_spelling(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    club = club_for(request, slug)
    membership = membership_for(request, club, player_id)
    alias = membership.player.aliases.filter(club=club, spelling=posted_text(request, "spelling")).first()
    if alias is not None:
        with errors_as_messages(request):
            remove_alias(actor=request.user, club=club, alias=alias)
            messages.success(request, _("The spelling is forgotten."))
    return redirect("clubs:member", slug=club.slug, player_id=player_id)


@signed_in_player
def merge(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    """Choose the other player, then see what would move, then do it."""
    club = club_allowing(request, slug, "clubs.merge_guests")
    guest = membership_for(request, club, player_id)
    if not guest.player.is_guest:
        raise Http404
    others = _others(request, club, guest)
    form = MergeForm(request.POST or (request.GET if "into" in request.GET else None), choices=others)
    context = {"club": club, "membership": guest, "form": form}
    if form.is_bound and form.is_valid():
        other = membership_for(request, club, form.cleaned_data["into"])
        try:
            check_may_merge(actor=request.user, source=guest.player, target=other.player)
            if request.method == "POST":
                merge_club_players(actor=request.user, source=guest.player, target=other.player)
                messages.success(request, _("The two players are one now. You can undo this for 30 days."))
                return redirect("clubs:member", slug=club.slug, player_id=other.player.public_id)
        except NotAllowedError as error:
            raise PermissionDenied from error
        except UserError as error:
            form.add_error("into", str(error))
        else:
            context |= {
                "other": other,
                "preview": merge_preview(source=guest.player, target=other.player),
            }
    return render(request, "clubs/merge.html", context)


@signed_in_player
def undo_merge_page(request: HttpRequest, merge_id: str) -> HttpResponse:
    done = get_object_or_404(PlayerMerge.objects.select_related("source", "target"), public_id=merge_id)
    if not may_undo(request.user, done):
        raise Http404
    back = done.target.get_absolute_url()
    if request.method == "POST":
        with errors_as_messages(request):
            undo_club_merge(actor=request.user, merge=done)
            messages.success(
                request, _("The merge is undone: %(name)s is back.") % {"name": done.source.name}
            )
        return redirect(back)
    return render(request, "clubs/undo_merge.html", {"merge": done, "back": back})


def _others(request: HttpRequest, club: Club, guest: Membership) -> list[tuple[str, str]]:
    members = club_members(club=club, viewer=request.user).exclude(pk=guest.pk)
    shown = [row.player.shown for row in members]
    return sorted(
        ((player.public_id, player.name) for player in shown if player.public_id),
        key=lambda pair: pair[1].casefold(),
    )
