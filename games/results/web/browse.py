"""All games one may find, filtered and sorted, and a game as one row of a list."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.safestring import SafeString

from caledonia_site.common.formatting import escaped, format_date, writer
from caledonia_site.common.pagination import BadCursorError
from caledonia_site.common.permissions import may
from games.clubs.models import Club
from games.players.models import Player
from games.players.selectors.players import player_at
from games.players.viewers import Viewer
from games.results.enums import GameState
from games.results.models import Game
from games.results.selectors.games import SeatInRow, page_of_rows, seats_of
from games.results.web.browse_forms import GameFilterForm
from games.results.web.game import tone_of
from games.results.web.seats import SeatColumn, column_of
from games.systems import label
from games.systems.templatetags.systems import clan_swatch


class GameRow(NamedTuple):
    """`seats` from the first place down."""

    game: Game
    system: str
    club: Club | None
    seats: Sequence[SeatColumn]
    tone: str

    @property
    def written(self) -> SafeString:
        """Not a template: to fill in twenty-five, with a hundred seats, took a quarter of the time of a page."""
        day, system = self.game.played_on, escaped(self.system)
        state = ""
        if self.game.state != GameState.CONFIRMED:
            state = f'<span class="badge tone-{self.tone}">{escaped(GameState(self.game.state).label)}</span>'
        club = f" · {escaped(self.club.name)}" if self.club else ""
        seats = _written(self.seats)
        return SafeString(
            '<article class="card card-link game-row"><div class="row row-apart">'
            f'<h3><a href="{self.game.get_absolute_url()}"><time datetime="{day.isoformat()}">'
            f'{escaped(format_date(day))}</time><span class="visually-hidden">, {system}</span></a></h3>{state}</div>'
            f'<p class="muted small">{system}{club}</p>'
            f'<ol class="game-row-seats" role="list">{seats}</ol></article>'
        )


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


def _written(seats: Iterable[SeatColumn]) -> str:
    write = writer()
    return "".join(
        f'<li><span class="number">{seat.rank}.</span> '
        f"{clan_swatch(seat.swatch, label=seat.faction) if seat.swatch else ''} "
        f'<span class="game-row-name">{escaped(seat.name)}</span> '
        f'<span class="number">{write(seat.total, 0)}</span></li>'
        for seat in seats
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
