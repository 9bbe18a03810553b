"""Leagues and seasons for whoever asks: what they may not see does not exist for them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import Http404

from caledonia_site.common.permissions import may
from games.clubs.models import Club
from games.players.models.player import ShownPlayer
from tournaments.models import League, Season, StandingsRow


@dataclass(frozen=True, slots=True)
class SeasonSummary:
    season: Season
    leader: ShownPlayer | None
    games: int


def leagues_to_find(viewer: Any) -> QuerySet[League]:
    """Of public clubs and of the viewer's own, with their seasons, the newest first."""
    return _with_seasons(League.objects.listed_for(viewer).select_related("club"))


def leagues_of_club(club: Club) -> QuerySet[League]:
    return _with_seasons(League.objects.filter(club=club))


def _with_seasons(leagues: QuerySet[League]) -> QuerySet[League]:
    seasons = Season.objects.defer("settings").order_by("-starts_on", "-pk")
    return leagues.prefetch_related(Prefetch("seasons", queryset=seasons)).order_by("name", "pk")


def league_for(key: str, viewer: Any) -> League:
    """By what stands in its address; the club knows the viewer's role."""
    league = League.objects.filter(public_id=key.partition("-")[0]).first()
    if league is None:
        raise Http404
    league.club = _club_for(league, viewer)
    return league


def season_for(key: str, viewer: Any) -> Season:
    season = Season.objects.select_related("league").filter(public_id=key.partition("-")[0]).first()
    if season is None:
        raise Http404
    season.league.club = _club_for(season.league, viewer)
    return season


def _club_for(league: League, viewer: Any) -> Club:
    """A league is seen by whoever sees its club."""
    club = Club.objects.for_viewer(viewer).get(pk=league.club_id)
    if not may(viewer, "clubs.see_club", club):
        raise Http404
    return club


def summaries_of(seasons: Iterable[Season], viewer: Any) -> list[SeasonSummary]:
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


def leaders_of(season_ids: Sequence[int], viewer: Any) -> dict[int, StandingsRow]:
    """Of several leagues: each says for itself whether it names them (`shown_where`)."""
    rows = (
        StandingsRow.objects.filter(standings__season__in=season_ids, place=1, games__gt=0)
        .select_related("standings")
        .defer("results", "standings__race", "standings__records")
        .order_by("standings__group__division__level", "standings__group__number", "pk")
        .shown_to(viewer, named=False)
    )
    found: dict[int, StandingsRow] = {}
    for row in rows:
        found.setdefault(row.standings.season_id, row)
    return found
