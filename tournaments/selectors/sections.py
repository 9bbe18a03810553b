"""Leagues as other pages show them in passing; each a constant number of queries."""

from typing import Any

from caledonia_site.common.permissions import may
from games.clubs.models import Club
from games.models import Game
from games.players.models import Player
from tournaments.enums import SeasonKind, SeasonState
from tournaments.models import Fixture, League, Season, StandingsRow
from tournaments.selectors.leagues import leagues_of_club

MOST_LEAGUES = 6
TOP = 3
MOST_SEASONS = 10


def leagues_to_show(club: Club, viewer: Any) -> list[tuple[League, Season | None, list[StandingsRow]]]:
    """Each league with its newest season that has begun, and who leads there (the top division).

    Who leads is `shown_where` the league says.
    """
    leagues = list(leagues_of_club(club)[:MOST_LEAGUES])
    # Most clubs have none, and for nothing a query is still put together.
    if not leagues:
        return []
    newest = {league.pk: _newest(league) for league in leagues}
    rows = (
        StandingsRow.objects.filter(
            standings__season__in=[season.pk for season in newest.values() if season],
            place__lte=TOP,
            games__gt=0,
        )
        .select_related("standings__group__division")
        .defer("results", "detail", "standings__race", "standings__records", "standings__parameters")
        .order_by("standings__group__division__level", "standings__group__number", "order")
        .shown_to(viewer, named=False)
    )
    top: dict[int, list[StandingsRow]] = {}
    for row in rows:
        found = top.setdefault(row.standings.season_id, [])
        if not found or found[0].standings_id == row.standings_id:
            found.append(row)
    result: list[tuple[League, Season | None, list[StandingsRow]]] = []
    for league in leagues:
        season = newest[league.pk]
        result.append((league, season, top.get(season.pk, []) if season else []))
    return result


def _newest(league: League) -> Season | None:
    seasons = list(league.seasons.all())
    running = [season for season in seasons if season.is_running]
    return next(iter([*running, *seasons]), None)


def seasons_of_game(game: Game, viewer: Any) -> list[tuple[Season, int | None]]:
    """Seasons in which a counted game counts, with the round of the schedule if it is a game of one.

    Whether enough league members sat there and the variants fit, the standings decide, so an open season is named
    only when its standings know the game. Who sat at a private club's table sees the game, not the club's leagues.
    """
    if not game.counts or game.club is None or not may(viewer, "tournaments.see_league", game.club):
        return []
    fixture = (
        Fixture.objects.filter(game=game)
        .select_related("season__league")
        .only("round", *_named("season"))
        .order_by("round")
        .first()
    )
    found: list[tuple[Season, int | None]] = [(fixture.season, fixture.round)] if fixture else []
    players = [seat.player_id for seat in game.seats.all() if seat.player_id]
    rows = StandingsRow.objects.filter(
        standings__season__kind=SeasonKind.OPEN,
        standings__season__league__club=game.club_id,
        standings__season__league__system=game.system,
        standings__season__starts_on__lte=game.played_on,
        standings__season__ends_on__gte=game.played_on,
        player__in=players,
    ).select_related("standings__season__league")
    seen: dict[int, Season] = {}
    for row in rows.only("results", "standings__season", *_named("standings__season")).order_by("standings"):
        if any(one["game"] == game.public_id for one in row.results):
            seen[row.standings.season_id] = row.standings.season
    return found + [(season, None) for season in seen.values()]


def _named(season: str) -> list[str]:
    """What a line about a season says, and its address."""
    return [f"{season}__{field}" for field in ("public_id", "name", "league__public_id", "league__name")]


def rows_of_player(player: Player, viewer: Any) -> list[StandingsRow]:
    """The player's places in seasons the viewer may find, the newest first."""
    rows = (
        StandingsRow.objects.filter(player=player, games__gt=0)
        .filter(standings__season__league__club__in=Club.objects.listed_for(viewer).order_by().values("pk"))
        .exclude(standings__season__state=SeasonState.PLANNED)
        .select_related("standings__season__league")
        .only("place", "points", "games", *_named("standings__season"))
        .order_by("-standings__season__starts_on", "-pk")
    )
    return list(rows[:MOST_SEASONS])
