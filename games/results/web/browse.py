"""All games one may find, filtered and sorted, and a game as one row of a list."""

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from caledonia_site.common.pagination import BadCursorError
from caledonia_site.common.permissions import may
from games.clubs.models import Club
from games.players.models import Player
from games.players.selectors.players import player_at
from games.players.viewers import Viewer
from games.results.models import Game
from games.results.selectors.games import SeatInRow, page_of_rows, seats_of
from games.results.web.browse_forms import GameFilterForm
from games.results.web.game import tone_of
from games.results.web.markup import GameRow
from games.results.web.seats import column_of
from games.systems import label


def rows_of(games: Iterable[Game], viewer: Viewer) -> list[GameRow]:
    """Of games with their clubs; asks for the seats and the players, in two queries for any number of games."""
    listed = list(games)
    seats = seats_of(listed, viewer)
    return [_row(game, seats.get(game.pk, ())) for game in listed]


def _row(game: Game, seats: Iterable[SeatInRow]) -> GameRow:
    return GameRow(
        game=game,
        system=str(label(game.system, f"system.{game.system}")),
        club=game.club,
        seats=[column_of(seat, game.system) for seat in seats],
        tone=tone_of(game.state),
    )


def browse(request: HttpRequest) -> HttpResponse:
    player = chosen_player(request)
    form = GameFilterForm(request.GET, viewer=request.user, club=chosen_club(request), player=player)
    try:
        page = page_of_rows(viewer=request.user, filters=form.filters(), cursor=request.GET.get("cursor", ""))
    except BadCursorError:
        raise Http404 from None
    context = {
        "form": form,
        "page": page,
        "rows": rows_of(page.rows, request.user),
        "player": player.shown_for(request.user) if player else None,
        "club": form.chosen_club,
    }
    return render(request, "results/browse/list.html", context)


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
