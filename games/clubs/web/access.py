"""Finding a club and its things for whoever asks: what they may not see does not exist for them."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse

from caledonia_site.common.permissions import may
from games.clubs.models import Club, Membership
from games.players.models import Player
from games.players.selectors.players import NoPlayerYetError

View = Callable[..., HttpResponse]


def signed_in_player(view: View) -> View:
    """For verbs people do as themselves: they need an account, and a name others can see."""

    @login_required
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if getattr(request.user, "player_or_none", None) is None:
            messages.info(request, str(NoPlayerYetError()))
            back = urlencode({"next": request.get_full_path()})
            return HttpResponseRedirect(f"{reverse('players:me')}?{back}")
        return view(request, *args, **kwargs)

    return wrapped


def club_for(request: HttpRequest, slug: str) -> Club:
    """The club, if the viewer may see it; otherwise there is no such page."""
    club = get_object_or_404(Club.objects.for_viewer(request.user), slug=slug)
    if not may(request.user, "clubs.see_club", club):
        raise Http404
    return club


def club_allowing(request: HttpRequest, slug: str, permission: str) -> Club:
    """The club, if the viewer may do this in it."""
    club = club_for(request, slug)
    if not may(request.user, permission, club):
        raise PermissionDenied
    return club


def membership_for(request: HttpRequest, club: Club, player_id: str) -> Membership:
    members = Membership.objects.select_related("player").filter(club=club)
    membership = get_object_or_404(members, player__public_id=player_id)
    membership.club = club
    membership.player = Player.objects.shown_to(request.user).get(pk=membership.player_id)
    return membership
