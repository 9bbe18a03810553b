"""Who is strongest: the leaderboard of a pool, on a page and as a file."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from caledonia_site.common.csv_files import csv_response
from caledonia_site.common.pagination import BadCursorError
from games.ratings.models.standing import FEWEST_GAMES
from games.ratings.selectors.pages_leaderboard import Leaderboard, LeaderRow, leaderboard
from games.ratings.web.board_rows import board_rows
from games.ratings.web.choosing import PoolChoice, chosen_pool
from games.ratings.web.forms import LeaderboardForm

# What a request holds in memory without trouble; longer lists are read page by page from the API.
MOST_ROWS_IN_A_FILE = 5_000


def leaderboard_page(request: HttpRequest) -> HttpResponse:
    choice = chosen_pool(request)
    form = LeaderboardForm(request.GET, choice=choice)
    try:
        board = _board(request, choice, form, cursor=request.GET.get("cursor", ""))
    except BadCursorError:
        raise Http404 from None
    context = {
        "choice": choice,
        "form": form,
        "board": board,
        "rows": board_rows(board.rows, query=choice.query) if board else [],
        "pinned": board_rows(_pinned(board), query=choice.query) if board else [],
        "fewest": FEWEST_GAMES,
    }
    return render(request, "ratings/leaderboard.html", context)


def leaderboard_file(request: HttpRequest) -> HttpResponse:
    """The first rows under the same filters; names as the reader may know them, in the columns of the API."""
    choice = chosen_pool(request)
    board = _board(request, choice, LeaderboardForm(request.GET, choice=choice), size=MOST_ROWS_IN_A_FILE)
    header = ["place", "player", "public_id", "rating", "deviation", "at_least", "games", "last_played"]
    rows = [
        [
            row.place,
            row.shown.name,
            row.shown.public_id,
            row.rating,
            row.deviation,
            row.floor,
            row.standing.games,
            row.last_played_on,
        ]
        for row in (board.rows if board else [])
    ]
    return csv_response(f"ratings-{choice.system}.csv", header, rows)


def _board(
    request: HttpRequest, choice: PoolChoice, form: LeaderboardForm, *, cursor: str = "", **more: int
) -> Leaderboard | None:
    if choice.pool is None:
        return None
    return leaderboard(pool=choice.pool, viewer=request.user, wanted=form.wanted(), cursor=cursor, **more)


def _pinned(board: Leaderboard) -> list[LeaderRow]:
    """The viewer's own row when it stands on another page."""
    return [board.own.row] if board.own and board.own.row and not board.own.is_on_page else []
