"""Who is strongest: the leaderboard of a pool with the filters in its address, on a page and as a file."""

from collections.abc import Iterable
from dataclasses import dataclass

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.functional import lazy
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from caledonia_site.common.charts import sparkline
from caledonia_site.common.csv_files import csv_response
from caledonia_site.common.formatting import address_at, escaped, format_date, format_number
from caledonia_site.common.pagination import BadCursorError
from games.players.models.player import address_key_of
from games.ratings.models.pool import FEWEST_GAMES
from games.ratings.selectors.leaderboard import Leaderboard, LeaderboardFilter, LeaderRow, leaderboard
from games.ratings.web.pool import PoolChoice, chosen_pool, plus_minus, points

# What a request holds in memory without trouble; longer lists are read page by page from the API.
MOST_ROWS_IN_A_FILE = 5_000


@dataclass(frozen=True, slots=True)
class BoardRow:
    """Of somebody whose name is hidden there is no page, no trend and no date.

    Written here: a template takes five times as long for a page of fifty.
    """

    row: LeaderRow
    rating: str
    floor: str
    address: str
    trend: SafeString | str

    @property
    def written(self) -> SafeString:
        """A row of a leaderboard."""
        own = f' <span class="badge tone-accent">{escaped(_("you"))}</span>' if self.row.is_own else ""
        leading = ' class="leading"' if self.row.is_own else ""
        few = ""
        if self.row.player_rating.is_provisional:
            few = f' <span class="badge">{escaped(_("few games"))}</span>'
        return SafeString(
            f'<tr{leading}><th scope="row">{self._name()}{own}{few}</th>'
            f"{self._figures()}<td>{self._last_played()}</td></tr>"
        )

    @property
    def written_short(self) -> SafeString:
        """The same without badges and date, for a page about something else."""
        return SafeString(f'<tr><th scope="row">{self._name()}</th>{self._figures()}</tr>')

    def _name(self) -> str:
        name = escaped(self.row.shown.name)
        linked = f'<a href="{escaped(self.address)}">{name}</a>' if self.address else name
        return f'<span class="rating-place number">{self.row.place}.</span> {linked}'

    def _figures(self) -> str:
        return (
            f'<td class="figure">{escaped(self.rating)}</td><td class="figure">{escaped(self.floor)}</td>'
            f'<td class="figure">{format_number(self.row.player_rating.games)}</td><td>{escaped(self.trend)}</td>'
        )

    def _last_played(self) -> str:
        day = self.row.last_played_on
        if day is None:
            return "–"
        return f'<time datetime="{day.isoformat()}">{escaped(format_date(day, "SHORT_DATE_FORMAT"))}</time>'


def board_rows(rows: Iterable[LeaderRow], *, query: str) -> list[BoardRow]:
    """`query` is the choice of the pool, which the players' pages keep."""
    return [_board_row(row, query) for row in rows]


def _board_row(row: LeaderRow, query: str) -> BoardRow:
    player_rating, shown = row.player_rating, row.shown
    address, trend = "", SafeString("")
    if shown.public_id:
        address = f"{address_at('ratings:player', address_key_of(shown.name, shown.public_id))}?{query}"
        trend = trend_of(player_rating.recent)
    return BoardRow(
        row,
        plus_minus(player_rating.rating, player_rating.deviation),
        points(player_rating.floor),
        address,
        trend,
    )


def trend_of(recent: list[float]) -> SafeString:
    if len(recent) < 2:
        return SafeString("")
    label = _("Rating over the last %(number)d games, from %(first)s to %(last)s") % {
        "number": len(recent),
        "first": points(recent[0]),
        "last": points(recent[-1]),
    }
    return sparkline(recent, label=label)


def _games_or_more(number: int) -> str:
    return ngettext("%(number)d game or more", "%(number)d games or more", number) % {"number": number}


def _last_months(number: int) -> str:
    return ngettext("In the last %(number)d month", "In the last %(number)d months", number) % {
        "number": number
    }


games_or_more = lazy(_games_or_more, str)
last_months = lazy(_last_months, str)

LEAST_GAMES = [("", games_or_more(FEWEST_GAMES)), ("1", gettext_lazy("All, newcomers too"))] + [
    (str(number), games_or_more(number)) for number in (10, 20, 50, 100)
]
MONTHS = [("", gettext_lazy("At any time"))] + [
    (str(number), last_months(number)) for number in (3, 6, 12, 24)
]


class PoolForm(forms.Form):
    """Which game, and among whom: what `chosen_pool` made of the address, whatever stood there."""

    system = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    scope = forms.ChoiceField(label=gettext_lazy("Among"), required=False)

    def __init__(self, data: QueryDict, *, choice: PoolChoice, is_bound: bool = True) -> None:
        shown = data.copy()
        shown["system"], shown["scope"] = choice.system, choice.scope
        super().__init__(shown if is_bound else None, initial=shown.dict())
        self.fields["system"].choices = choice.systems  # type: ignore[attr-defined]
        self.fields["scope"].choices = choice.scopes  # type: ignore[attr-defined]


class LeaderboardForm(PoolForm):
    name = forms.CharField(
        label=gettext_lazy("Player’s name"),
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"type": "search"}),
    )
    games = forms.TypedChoiceField(
        label=gettext_lazy("Games played"), required=False, choices=LEAST_GAMES, coerce=int, empty_value=None
    )
    months = forms.TypedChoiceField(
        label=gettext_lazy("Last played"), required=False, choices=MONTHS, coerce=int, empty_value=None
    )

    def filters(self) -> LeaderboardFilter:
        """What can be understood of the address; a filter that cannot is shown with its error and left out."""
        self.full_clean()
        given = self.cleaned_data
        return LeaderboardFilter(
            least_games=given.get("games") or FEWEST_GAMES,
            months=given.get("months"),
            name=given.get("name", ""),
        )

    @property
    def is_narrowed(self) -> bool:
        return any(self.data.get(name) for name in ("name", "games", "months"))


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
            row.player_rating.games,
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
    return leaderboard(pool=choice.pool, viewer=request.user, filters=form.filters(), cursor=cursor, **more)


def _pinned(board: Leaderboard) -> list[LeaderRow]:
    """The viewer's own row when it stands on another page."""
    return [board.own.row] if board.own and board.own.row and not board.own.is_on_page else []
