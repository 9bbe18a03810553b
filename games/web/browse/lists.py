"""All games one may find, filtered and sorted."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from caledonia_site.common.pagination import BadCursorError
from caledonia_site.common.permissions import may
from games.clubs.models import Club
from games.players.models import Player
from games.players.selectors.player_pages import player_at
from games.selectors.game_list import page_of_rows
from games.web.browse.forms import GameFilterForm
from games.web.browse.rows import rows_of


def browse(request: HttpRequest) -> HttpResponse:
    player = chosen_player(request)
    form = GameFilterForm(request.GET, viewer=request.user, club=chosen_club(request), player=player)
    try:
        page = page_of_rows(viewer=request.user, wanted=form.wanted(), cursor=request.GET.get("cursor", ""))
    except BadCursorError:
        raise Http404 from None
    context = {
        "form": form,
        "page": page,
        "rows": rows_of(page.rows, request.user),
        "player": player.shown_for(request.user) if player else None,
        "club": form.chosen_club,
    }
    return render(request, "games/browse/list.html", context)


def chosen_club(request: HttpRequest) -> Club | None:
    slug = request.GET.get("club")
    return get_object_or_404(Club.objects.visible_to(request.user), slug=slug) if slug else None


def chosen_player(request: HttpRequest) -> Player | None:
    """Somebody whose name the viewer may not know has no list of games either."""
    public_id = request.GET.get("player")
    if not public_id:
        return None
    player = player_at(public_id)
    if player is None or not may(request.user, "players.see_player", player):
        raise Http404
    return player
