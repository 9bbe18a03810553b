"""News of a season: the games that count and what else happened, newest first."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _

from caledonia_site.common.dates import written_day
from games.models import Game, Seat
from games.selectors.game_list import with_seats
from games.wording.seats import seat_name
from tournaments.enums import SeasonEventKind
from tournaments.models import Season, SeasonEvent
from tournaments.selectors.season_history import history_of
from tournaments.selectors.season_results import games_in_range
from tournaments.wording.events import told_event

MOST_ENTRIES = 30
# Games that do not count, because too few league members sat there, are looked at and left out.
LOOKED_AT = 4 * MOST_ENTRIES


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """`key` stays the same however often the entry is read, and is unlike all others of the season."""

    key: str
    title: str
    text: str
    address: str
    at: datetime


def season_feed_entries(season: Season, viewer: Any) -> list[FeedEntry]:
    """By the rules of the season's page: names as the viewer may see them. A handful of queries."""
    events = list(history_of(season, viewer)[:MOST_ENTRIES])
    games = [] if season.has_groups else list(counted_games(season, viewer))
    named = set(season.entries.values_list("player_id", flat=True)) if season.shows_names else set()
    entries = [*_of_events(season, events, viewer, named), *(_of_game(game, named) for game in games)]
    return sorted(entries, key=lambda one: (one.at, one.key), reverse=True)[:MOST_ENTRIES]


def counted_games(season: Season, viewer: Any) -> Iterator[Game]:
    """Of an open season, the last recorded first."""
    wanted = season.configuration
    left_on = dict(season.entries.values_list("player_id", "withdrawn_on"))
    newest = games_in_range(season).order_by("-submitted_at", "-pk")
    for game in with_seats(newest, viewer)[:LOOKED_AT]:
        people = [seat for seat in game.seats.all() if not seat.is_bot]
        members = [
            seat for seat in people if seat.player_id in left_on and _is_in(left_on[seat.player_id], game)
        ]
        if len(people) in wanted.seat_counts and len(members) >= wanted.least_members:
            yield game


def _is_in(left_on: date | None, game: Game) -> bool:
    return left_on is None or game.played_on <= left_on


def _of_events(
    season: Season, events: Iterable[SeasonEvent], viewer: Any, named: Collection[int]
) -> Iterator[FeedEntry]:
    """A result entered from the schedule names the people and their points."""
    linked = [one.game_id for one in events if one.kind == SeasonEventKind.LINKED and one.game_id]
    results = {game.pk: game for game in with_seats(Game.objects.filter(pk__in=linked), viewer)}
    for event in events:
        told = told_event(event)
        game = results.get(event.game_id or 0) if event.kind == SeasonEventKind.LINKED else None
        yield FeedEntry(
            key=f"{season.public_id}:{event.pk}",
            title=_result(game, named) if game else told.what,
            text="; ".join([told.what, *told.lines]) if game else told.more,
            address=event.game.get_absolute_url() if event.game else season.get_absolute_url(),
            at=event.at,
        )


def _of_game(game: Game, named: Collection[int]) -> FeedEntry:
    return FeedEntry(
        key=f"game:{game.public_id}",
        title=_result(game, named),
        text=_("Played on %(day)s") % {"day": written_day(game.played_on)},
        address=game.get_absolute_url(),
        at=game.submitted_at,
    )


def _result(game: Game, named: Collection[int]) -> str:
    seats = sorted(game.seats.all(), key=lambda seat: (seat.rank, seat.index))
    return ", ".join(f"{_name(seat, game.system, named)} {seat.total}" for seat in seats)


def _name(seat: Seat, system: str, named: Collection[int]) -> str:
    """`named`: whom the league names. Others at the table never agreed to that."""
    if seat.player and seat.player_id in named and not seat.is_named_at_table:
        return seat.player.shown_where(named=True).name
    return seat_name(seat, system)
