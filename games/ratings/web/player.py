"""A player's rating: where they stand, and how they came there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from caledonia_site.common.csv_files import csv_response
from caledonia_site.common.permissions import may
from games.players.models import Player
from games.players.selectors.player_pages import player_at
from games.ratings.models import Pool, Standing
from games.ratings.models.standing import FEWEST_GAMES
from games.ratings.selectors.history import HistoryPoint, PoolGame, games_in_pool, player_history
from games.ratings.selectors.pages_player import expected_against, standings_of
from games.ratings.selectors.standings import place_of
from games.ratings.web.choosing import PoolChoice, chosen_pool
from games.ratings.web.forms import PoolForm
from games.ratings.web.history_chart import history_chart
from games.ratings.web.numbers import chance, plus_minus, points, share
from games.selectors.head_to_head import HeadToHead, head_to_head

LATEST_GAMES = 50
# More than anybody has played; it bounds what a request reads.
MOST_GAMES = 5_000
OPPONENTS = 10


@dataclass(frozen=True, slots=True)
class Period:
    """A part of the history to look at; `key` stands in the address, empty for the latest games."""

    key: str
    since: date | None = None
    until: date | None = None
    most: int = MOST_GAMES

    @classmethod
    def named(cls, key: str) -> "Period":
        """Nonsense in the address means the latest games."""
        if key == "all":
            return cls(key)
        if key.isascii() and key.isdigit() and len(key) == 4 and int(key) >= 1900:
            return cls(key, date(int(key), 1, 1), date(int(key), 12, 31))
        return cls("", most=LATEST_GAMES)


@dataclass(frozen=True, slots=True)
class OpponentRow:
    """`share` is how often the player ended ahead (level counts half), `expected` what the ratings say today."""

    row: HeadToHead
    address: str
    share: str
    expected: str


def player_page(request: HttpRequest, key: str) -> HttpResponse:
    player = known_player(request, key)
    if player.address_key != key:
        address = reverse("ratings:player", args=[player.address_key])
        query = request.GET.urlencode(safe=":")
        return redirect(f"{address}?{query}" if query else address)
    choice = chosen_pool(request)
    period = Period.named(request.GET.get("period", ""))
    games = games_in_pool(key=choice.key, player=player, viewer=request.user)
    ranks = {game.game_id: game.rank for game in games}
    met = head_to_head(player=player, viewer=request.user, ranks=ranks, most=OPPONENTS)
    ids = [player.public_id, *(row.opponent.public_id for row in met if row.opponent.public_id)]
    standings = standings_of(pool=choice.pool, public_ids=ids)
    standing = standings.get(player.public_id)
    history = _history(choice.pool, player, games, period)
    context = {
        "player": player,
        "shown": player.shown_for(request.user),
        "choice": choice,
        "pool_form": PoolForm(request.GET, choice=choice),
        "standing": standing,
        "rating": plus_minus(standing.rating, standing.deviation) if standing else "",
        "floor": points(standing.floor) if standing else "",
        "place": _place(standing),
        "fewest": FEWEST_GAMES,
        "period": period,
        "years": sorted({game.played_on.year for game in games}, reverse=True),
        "latest": LATEST_GAMES,
        "history": history,
        "chart": history_chart(history) if history else "",
        "opponents": _opponents(player, choice, met, standings),
    }
    return render(request, "ratings/player.html", context)


def history_file(request: HttpRequest, key: str) -> HttpResponse:
    """The whole history as far as the reader finds the games, in the columns of the API."""
    player = known_player(request, key)
    choice = chosen_pool(request)
    header = [
        "game", "played_on", "place", "seats",
        "rating_before", "deviation_before", "rating_after", "deviation_after",
    ]  # fmt: skip
    games = games_in_pool(key=choice.key, player=player, viewer=request.user)
    rows = [
        [
            one.public_id, one.played_on, one.place, one.seats,
            one.before.rating, one.before.deviation, one.after.rating, one.after.deviation,
        ]
        for one in _history(choice.pool, player, games, Period.named("all"))
    ]  # fmt: skip
    return csv_response(f"rating-history-{player.public_id}.csv", header, rows)


def known_player(request: HttpRequest, key: str) -> Player:
    """Somebody whose name the viewer may not know has no page."""
    player = player_at(key)
    if player is None or not may(request.user, "players.see_player", player):
        raise Http404
    return player


def _history(
    pool: Pool | None, player: Player, games: Sequence[PoolGame], period: Period
) -> list[HistoryPoint]:
    if pool is None:
        return []
    return player_history(
        pool=pool, player=player, games=games, most=period.most, since=period.since, until=period.until
    )


def _place(standing: Standing | None) -> int | None:
    """Among those with enough games, whenever they played."""
    if standing is None or standing.is_provisional:
        return None
    return place_of(standing=standing, minimum_games=FEWEST_GAMES, active_since=None)


def _opponents(
    player: Player, choice: PoolChoice, met: Iterable[HeadToHead], standings: Mapping[str, Standing]
) -> list[OpponentRow]:
    expected = expected_against(pool=choice.pool, player=player, standings=standings)
    return [
        OpponentRow(
            row,
            f"{reverse('ratings:head_to_head', args=[player.public_id, row.opponent.public_id])}?{choice.query}",
            share((row.ahead + row.level / 2) / row.games),
            chance(expected[row.opponent.public_id]) if row.opponent.public_id in expected else "–",
        )
        for row in met
    ]
