"""Invented leagues for the demo clubs: one that counts every game, one with groups and a schedule."""

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from django.utils import timezone

from games.clubs.models import Club
from games.players.actors import Actor
from tournaments.leagues.configuration import Configuration
from tournaments.leagues.enums import Enrolment, SeasonKind
from tournaments.leagues.models import Fixture, League, Season
from tournaments.leagues.services.fixtures import link_game
from tournaments.leagues.services.groups import deal_groups
from tournaments.leagues.services.leagues import LeagueDetails, create_league
from tournaments.leagues.services.participants import join_season
from tournaments.leagues.services.seasons import SeasonDetails, close_season, plan_season, start_season
from tournaments.shared.demo import SYSTEM, members_of, owner_of, play_game, sheet_for
from tournaments.standings.rules import Rules

HALF_A_YEAR = timedelta(days=182)
GROUP_SIZE = 4


def seed_leagues(rng: random.Random, *, clubs: Sequence[Club]) -> int:
    """In the first club an open league with a past and a running season, in the second a league with groups."""
    today = timezone.localdate()
    _open_league(clubs[0], today)
    _group_league(rng, clubs[1], today)
    return 2


def _league(club: Club, name: str, description: str) -> League:
    details = LeagueDetails(name=name, system=SYSTEM, description=description)
    league = create_league(actor=owner_of(club), club=club, details=details)
    League.objects.filter(pk=league.pk).update(is_demo=True)
    return league


def _open_league(club: Club, today: date) -> None:
    owner = owner_of(club)
    league = _league(
        club, "Thursday League", "Every game at the club counts. The best twelve of a half-year."
    )
    rules = Rules(best_games=12, minimum_games=2)
    for name, first in (("Season 1", today - 2 * HALF_A_YEAR), ("Season 2", today - HALF_A_YEAR)):
        season = plan_season(
            actor=owner,
            league=league,
            details=SeasonDetails(
                name=name,
                kind=SeasonKind.OPEN,
                starts_on=first,
                ends_on=first + HALF_A_YEAR - timedelta(days=1) + timedelta(days=30 * (name == "Season 2")),
                configuration=Configuration(rules=rules),
            ),
        )
        if season.ends_on < today:
            close_season(actor=owner, season=season)


def _group_league(rng: random.Random, club: Club, today: date) -> None:
    owner = owner_of(club)
    league = _league(club, "Ligue des Chardons", "Deux divisions, chacun rencontre chacun.")
    settings = replace(Configuration(), group_size=GROUP_SIZE, promoted=1, relegated=1)
    season = plan_season(
        actor=owner,
        league=league,
        details=SeasonDetails(
            name="Saison 1",
            kind=SeasonKind.GROUPS,
            starts_on=today - timedelta(days=60),
            ends_on=today + timedelta(days=60),
            enrolment=Enrolment.SIGN_UP,
            configuration=settings,
        ),
    )
    for player in members_of(club)[: 2 * GROUP_SIZE]:
        join_season(actor=owner, season=season, player=player)
    # The same demo for the same random numbers, also where the season's own lot decides.
    season.lot_seed = rng.randrange(2**31)
    season.save(update_fields=["lot_seed"])
    deal_groups(actor=owner, season=season)
    season = start_season(actor=owner, season=season)
    season.league = league
    for fixture in Fixture.objects.filter(season=season, deadline__lt=today).order_by("pk"):
        # Somebody always forgets: a few games stay overdue.
        if rng.random() < 0.85:
            _play(rng, season, fixture, owner)


def _play(rng: random.Random, season: Season, fixture: Fixture, owner: Actor) -> None:
    players = [
        seat.participant.player
        for seat in fixture.seats.select_related("participant__player").order_by("index")
    ]
    fixture.season = season
    sheet = sheet_for(rng, len(players))
    on = fixture.deadline - timedelta(days=rng.randrange(10))
    game = play_game(rng, sheet, actor=owner, club=season.league.club, players=players, on=on)
    link_game(actor=owner, fixture=fixture, game=game)
