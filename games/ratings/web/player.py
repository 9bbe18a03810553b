"""A player's rating as a page, a chart and a file, and two players: how they fared, and what the ratings expect."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from math import ceil
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from caledonia_site.common.charts import Line, LinePoint, line_chart
from caledonia_site.common.csv_files import csv_response
from caledonia_site.common.formatting import address_at, format_date
from caledonia_site.common.permissions import may
from games.players.models import Player
from games.players.selectors.players import player_at
from games.players.viewers import Viewer
from games.ratings.engine.reference import CAUTION
from games.ratings.models import PlayerRating, Pool
from games.ratings.models.pool import FEWEST_GAMES
from games.ratings.selectors.players import (
    HistoryPoint,
    PairRecord,
    PoolGame,
    expectation_between,
    expected_against,
    games_between,
    games_in_pool,
    place_of,
    player_history,
    player_ratings_of,
    record_between,
)
from games.ratings.web.leaderboard import PoolForm
from games.ratings.web.pool import PoolChoice, chance, change, chosen_pool, plus_minus, points, share
from games.results.selectors.players import HeadToHead, head_to_head
from games.results.web.browse import rows_of

# As many as a thumb can tell apart on a wide screen.
MOST_POINTS = 80
LATEST_GAMES = 50
# More than anybody has played; it bounds what a request reads.
MOST_GAMES = 5_000
OPPONENTS = 10


def history_chart(history: Sequence[HistoryPoint]) -> SafeString:
    drawn = thinned(history, MOST_POINTS)
    about = _(
        "The band holds the true strength about 19 times of 20. Each point is a game; choose one to open it."
    )
    if len(drawn) < len(history):
        every = ceil(len(history) / MOST_POINTS)
        about += " " + _("Of so many games only one in %(every)d is drawn.") % {"every": every}
    positions = {point.game_id: number for number, point in enumerate(history, 1)}
    # Translated once for all points.
    label = _("%(day)s: %(rating)s (%(change)s), place %(place)d of %(seats)d")
    line = Line(_("Rating"), [_point(point, positions[point.game_id], label) for point in drawn])
    return line_chart([line], title=_("Rating, game by game"), about=about, write=points)


def thinned(history: Sequence[HistoryPoint], most: int) -> list[HistoryPoint]:
    """Evenly, counted from the newest game, with the highest and the lowest kept."""
    if len(history) <= most:
        return list(history)
    every = ceil(len(history) / most)
    kept = set(range(len(history) - 1, -1, -every))
    by_rating = sorted(range(len(history)), key=lambda index: history[index].after.rating)
    return [history[index] for index in sorted(kept | {by_rating[0], by_rating[-1]})]


def _point(point: HistoryPoint, position: int, label: str) -> LinePoint:
    spread = CAUTION * point.after.deviation
    return LinePoint(
        at=position,
        value=point.after.rating,
        label=label
        % {
            "day": format_date(point.played_on),
            "rating": plus_minus(point.after.rating, point.after.deviation),
            "change": change(point.after.rating - point.before.rating),
            "place": point.place,
            "seats": point.seats,
        },
        mark=format_date(point.played_on, "SHORT_DATE_FORMAT"),
        low=point.after.rating - spread,
        high=point.after.rating + spread,
        address=address_at("games:detail", point.public_id),
    )


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
    player_ratings = player_ratings_of(pool=choice.pool, public_ids=ids)
    player_rating = player_ratings.get(player.public_id)
    history = _history(choice.pool, player, games, period)
    context = {
        "player": player,
        "shown": player.shown_for(request.user),
        "choice": choice,
        "pool_form": PoolForm(request.GET, choice=choice),
        "player_rating": player_rating,
        "rating": plus_minus(player_rating.rating, player_rating.deviation) if player_rating else "",
        "floor": points(player_rating.floor) if player_rating else "",
        "place": _place(player_rating),
        "fewest": FEWEST_GAMES,
        "period": period,
        "years": sorted({game.played_on.year for game in games}, reverse=True),
        "latest": LATEST_GAMES,
        "history": history,
        "chart": history_chart(history) if history else "",
        "opponents": _opponents(player, choice, met, player_ratings),
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
            point.public_id, point.played_on, point.place, point.seats,
            point.before.rating, point.before.deviation, point.after.rating, point.after.deviation,
        ]
        for point in _history(choice.pool, player, games, Period.named("all"))
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


def _place(player_rating: PlayerRating | None) -> int | None:
    """Among those with enough games, whenever they played."""
    if player_rating is None or player_rating.is_provisional:
        return None
    return place_of(player_rating=player_rating, minimum_games=FEWEST_GAMES, active_since=None)


def _opponents(
    player: Player, choice: PoolChoice, met: Iterable[HeadToHead], player_ratings: Mapping[str, PlayerRating]
) -> list[OpponentRow]:
    expected = expected_against(pool=choice.pool, player=player, player_ratings=player_ratings)
    return [
        OpponentRow(
            row,
            f"{reverse('ratings:head_to_head', args=[player.public_id, row.opponent.public_id])}?{choice.query}",
            share((row.ahead + row.level / 2) / row.games),
            chance(expected[row.opponent.public_id]) if row.opponent.public_id in expected else "–",
        )
        for row in met
    ]


def head_to_head_page(request: HttpRequest, key: str, other: str) -> HttpResponse:
    first, second = known_player(request, key), known_player(request, other)
    if first == second:
        raise Http404
    choice = chosen_pool(request)
    record = record_between(key=choice.key, first=first, second=second, viewer=request.user)
    expected = expectation_between(pool=choice.pool, first=first, second=second)
    context = {
        "first": first.shown_for(request.user),
        "second": second.shown_for(request.user),
        "first_address": reverse("ratings:player", args=[first.address_key]),
        "choice": choice,
        "pool_form": PoolForm(request.GET, choice=choice),
        "record": record,
        "sides": [
            _side(first, expected.first, record, expected.chance, request.user),
            _side(
                second,
                expected.second,
                turned(record) if record else None,
                None if expected.chance is None else 1 - expected.chance,
                request.user,
            ),
        ],
        "games": rows_of(
            games_between(key=choice.key, first=first, second=second, viewer=request.user) if record else [],
            request.user,
        ),
    }
    return render(request, "ratings/head_to_head.html", context)


def _side(
    player: Player,
    player_rating: PlayerRating | None,
    record: PairRecord | None,
    expected: float | None,
    viewer: Viewer,
) -> dict[str, Any]:
    return {
        "shown": player.shown_for(viewer),
        "rating": plus_minus(player_rating.rating, player_rating.deviation) if player_rating else "",
        "ahead": record.ahead if record else 0,
        "share": share(record.share) if record else "",
        "expected": "" if expected is None else chance(expected),
    }


def turned(record: PairRecord) -> PairRecord:
    """As the other player sees it."""
    return replace(record, ahead=record.behind, behind=record.ahead)
