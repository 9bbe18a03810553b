"""Leagues and seasons for whoever asks: what they may not see does not exist for them. With records and honours of a
season and of a league through all its seasons, and leagues as other pages show them in passing, each a constant number
of queries.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Prefetch, QuerySet
from django.http import Http404
from django.urls import reverse

from caledonia_site.common.permissions import may
from games.clubs.models import Club
from games.players.actors import Viewer
from games.players.models import Player
from games.players.models.player import ShownPlayer
from games.results.models import Game
from games.systems import label
from scoring import registry
from tournaments.leagues.enums import SeasonKind, SeasonState
from tournaments.leagues.models import Fixture, League, Season, SeasonStandings, SeasonStandingsRow
from tournaments.shared.wording import HONOURS, shown_value


@dataclass(frozen=True, slots=True)
class Honour:
    """`title` is the record, or the clan of a best score; `season` is named on the league's page only."""

    title: str
    holders: tuple[ShownPlayer, ...]
    value: str
    game: str
    season: Season | None = None


@dataclass(frozen=True, slots=True)
class Honours:
    records: list[Honour]
    best_scores: list[Honour]

    def __bool__(self) -> bool:
        return bool(self.records or self.best_scores)


@dataclass(frozen=True, slots=True)
class Best:
    """A record of a season, everybody who holds it, and the games it was made in."""

    season_id: int
    value: Fraction
    players: list[int]
    games: list[str]

    @property
    def single_game(self) -> str:
        """The address of the game, when one player made it in one."""
        is_single = len(self.games) == 1 and len(self.players) == 1
        return reverse("games:detail", args=self.games) if is_single else ""


def season_honours(season: Season, viewer: Viewer) -> Honours:
    tables = list(SeasonStandings.objects.filter(season=season).defer("race").order_by("pk"))
    return _honours(tables, season.league, viewer, seasons={})


def league_records(league: League, viewer: Viewer) -> Honours:
    """The best of all seasons; of equal ones the earliest."""
    tables = list(
        SeasonStandings.objects.filter(season__league=league)
        .defer("race")
        .order_by("season__starts_on", "pk")
        .select_related("season")
    )
    return _honours(tables, league, viewer, seasons={table.season_id: table.season for table in tables})


def _honours(
    tables: Iterable[SeasonStandings], league: League, viewer: Viewer, seasons: dict[int, Season]
) -> Honours:
    records: dict[str, Best] = {}
    scores: dict[str, Best] = {}
    for table in tables:
        for honour in table.records.get("honours", []):
            candidate = Best(table.season_id, Fraction(honour["value"]), honour["holders"], honour["games"])
            _keep(records, honour["key"], candidate)
        for score in table.records.get("best_by_dimension", []):
            candidate = Best(table.season_id, Fraction(score["vp"]), [score["player"]], [score["game"]])
            _keep(scores, score["dimension"], candidate)
    holders = {pk for best in records.values() for pk in best.players}
    holders |= {pk for best in scores.values() for pk in best.players}
    players = Player.with_merged.shown_to(viewer, named=league.shows_names).in_bulk(holders)

    def shown(keys: Iterable[int]) -> tuple[ShownPlayer, ...]:
        return tuple(players[key].shown for key in keys if key in players)

    return Honours(
        records=[
            Honour(
                str(HONOURS[key]),
                shown(best.players),
                _figure(key, best),
                best.single_game,
                seasons.get(best.season_id),
            )
            for key, best in _in_order(records)
        ],
        best_scores=[
            Honour(
                str(label(league.system, f"choice.{_dimension_of(league)}.{key}")),
                shown(best.players),
                _figure("best_vp", best),
                best.single_game,
                seasons.get(best.season_id),
            )
            for key, best in sorted(scores.items())
        ],
    )


def _in_order(records: dict[str, Best]) -> Iterator[tuple[str, Best]]:
    return ((key, records[key]) for key in HONOURS if key in records)


def _keep(records: dict[str, Best], key: str, candidate: Best) -> None:
    """Groups of one season share a record; of several seasons the earliest keeps it."""
    best = records.get(key)
    if best is None or candidate.value > best.value:
        records[key] = candidate
    elif candidate.value == best.value and candidate.season_id == best.season_id:
        players = list(dict.fromkeys([*best.players, *candidate.players]))
        games = list(dict.fromkeys([*best.games, *candidate.games]))
        records[key] = Best(best.season_id, best.value, players, games)


def _figure(key: str, best: Best) -> str:
    text = shown_value("points", str(best.value))
    return f"× {text}" if key == "best_share" else text


def _dimension_of(league: League) -> str:
    return registry.get(league.system).description.dimension


@dataclass(frozen=True, slots=True)
class SeasonSummary:
    season: Season
    leader: ShownPlayer | None
    games: int


def leagues_to_find(viewer: Viewer) -> QuerySet[League]:
    """Of public clubs and of the viewer's own, with their seasons, the newest first."""
    return _with_seasons(League.objects.listed_for(viewer).select_related("club"))


def leagues_of_club(club: Club) -> QuerySet[League]:
    return _with_seasons(League.objects.filter(club=club))


def _with_seasons(leagues: QuerySet[League]) -> QuerySet[League]:
    seasons = Season.objects.defer("settings").order_by("-starts_on", "-pk")
    return leagues.prefetch_related(Prefetch("seasons", queryset=seasons)).order_by("name", "pk")


def league_for(key: str, viewer: Viewer) -> League:
    """By what stands in its address; the club knows the viewer's role."""
    league = League.objects.filter(public_id=key.partition("-")[0]).first()
    if league is None:
        raise Http404
    league.club = _club_for(league, viewer)
    return league


def season_for(key: str, viewer: Viewer) -> Season:
    season = Season.objects.select_related("league").filter(public_id=key.partition("-")[0]).first()
    if season is None:
        raise Http404
    season.league.club = _club_for(season.league, viewer)
    return season


def _club_for(league: League, viewer: Viewer) -> Club:
    """A league is seen by whoever sees its club."""
    club = Club.objects.for_viewer(viewer).get(pk=league.club_id)
    if not may(viewer, "clubs.see_club", club):
        raise Http404
    return club


def summaries_of(seasons: Iterable[Season], viewer: Viewer) -> list[SeasonSummary]:
    """Each season with who leads it, or won it: the first of its only table, or of the top group."""
    seasons = list(seasons)
    leaders = leaders_of([season.pk for season in seasons], viewer)
    return [
        SeasonSummary(
            season,
            leaders[season.pk].player.shown_where(named=season.shows_names) if season.pk in leaders else None,
            leaders[season.pk].standings.games if season.pk in leaders else 0,
        )
        for season in seasons
    ]


def leaders_of(season_ids: Sequence[int], viewer: Viewer) -> dict[int, SeasonStandingsRow]:
    """Of several leagues: each says for itself whether it names them (`shown_where`)."""
    rows = (
        SeasonStandingsRow.objects.filter(standings__season__in=season_ids, place=1, games__gt=0)
        .select_related("standings")
        .defer("results", "standings__race", "standings__records")
        .order_by("standings__group__division__level", "standings__group__number", "pk")
        .shown_to(viewer, named=False)
    )
    leaders: dict[int, SeasonStandingsRow] = {}
    for row in rows:
        leaders.setdefault(row.standings.season_id, row)
    return leaders


MOST_LEAGUES = 6
TOP = 3
MOST_SEASONS = 10


def leagues_to_show(
    club: Club, viewer: Viewer
) -> list[tuple[League, Season | None, list[SeasonStandingsRow]]]:
    """Each league with its newest season that has begun, and who leads there (the top division).

    Who leads is `shown_where` the league says.
    """
    leagues = list(leagues_of_club(club)[:MOST_LEAGUES])
    # Most clubs have none, and for nothing a query is still put together.
    if not leagues:
        return []
    newest = {league.pk: _newest(league) for league in leagues}
    rows = (
        SeasonStandingsRow.objects.filter(
            standings__season__in=[season.pk for season in newest.values() if season],
            place__lte=TOP,
            games__gt=0,
        )
        .select_related("standings__group__division")
        .defer("results", "detail", "standings__race", "standings__records", "standings__parameters")
        .order_by("standings__group__division__level", "standings__group__number", "order")
        .shown_to(viewer, named=False)
    )
    top: dict[int, list[SeasonStandingsRow]] = {}
    for row in rows:
        leading = top.setdefault(row.standings.season_id, [])
        if not leading or leading[0].standings_id == row.standings_id:
            leading.append(row)
    result: list[tuple[League, Season | None, list[SeasonStandingsRow]]] = []
    for league in leagues:
        season = newest[league.pk]
        result.append((league, season, top.get(season.pk, []) if season else []))
    return result


def _newest(league: League) -> Season | None:
    seasons = list(league.seasons.all())
    running = [season for season in seasons if season.is_running]
    return next(iter([*running, *seasons]), None)


def seasons_of_game(game: Game, viewer: Viewer) -> list[tuple[Season, int | None]]:
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
    seasons: list[tuple[Season, int | None]] = [(fixture.season, fixture.round)] if fixture else []
    players = [seat.player_id for seat in game.seats.all() if seat.player_id]
    rows = SeasonStandingsRow.objects.filter(
        standings__season__kind=SeasonKind.OPEN,
        standings__season__league__club=game.club_id,
        standings__season__league__system=game.system,
        standings__season__starts_on__lte=game.played_on,
        standings__season__ends_on__gte=game.played_on,
        player__in=players,
    ).select_related("standings__season__league")
    seen: dict[int, Season] = {}
    for row in rows.only("results", "standings__season", *_named("standings__season")).order_by("standings"):
        if any(result["game"] == game.public_id for result in row.results):
            seen[row.standings.season_id] = row.standings.season
    return seasons + [(season, None) for season in seen.values()]


def _named(season: str) -> list[str]:
    """What a line about a season says, and its address."""
    return [f"{season}__{field}" for field in ("public_id", "name", "league__public_id", "league__name")]


def rows_of_player(player: Player, viewer: Viewer) -> list[SeasonStandingsRow]:
    """The player's places in seasons the viewer may find, the newest first."""
    rows = (
        SeasonStandingsRow.objects.filter(player=player, games__gt=0)
        .filter(standings__season__league__club__in=Club.objects.listed_for(viewer).order_by().values("pk"))
        .exclude(standings__season__state=SeasonState.PLANNED)
        .select_related("standings__season__league")
        .only("place", "points", "games", *_named("standings__season"))
        .order_by("-standings__season__starts_on", "-pk")
    )
    return list(rows[:MOST_SEASONS])
