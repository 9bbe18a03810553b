"""Invented leagues for the demo clubs: one that counts every game, one with groups and a schedule."""

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from django.utils import timezone

from caledonia_site.common.public_id import ALPHABET, LENGTH
from games.clubs.enums import Role
from games.clubs.models import Club
from games.results.services.record import record_game
from games.results.services.results import Circumstances, Person
from games.results.services.verdicts import settle_game
from games.systems import default_system, system_of
from tournaments.leagues.configuration import Configuration
from tournaments.leagues.enums import Enrolment, SeasonKind
from tournaments.leagues.models import Fixture, League, Season
from tournaments.leagues.services.fixtures import link_game
from tournaments.leagues.services.groups import deal_groups
from tournaments.leagues.services.leagues import LeagueDetails, create_league
from tournaments.leagues.services.participants import join_season
from tournaments.leagues.services.seasons import SeasonDetails, close_season, plan_season, start_season
from tournaments.standings.rules import Rules

SYSTEM = default_system()
HALF_A_YEAR = timedelta(days=182)
GROUP_SIZE = 4


def seed_leagues(rng: random.Random, *, clubs: Sequence[Club]) -> int:
    """In the first club an open league with a past and a running season, in the second a league with groups."""
    today = timezone.localdate()
    _open_league(clubs[0], today)
    _group_league(rng, clubs[1], today)
    return 2


def _owner(club: Club) -> Any:
    return club.memberships.get(role=Role.OWNER).player.account


def _league(club: Club, name: str, description: str) -> League:
    details = LeagueDetails(name=name, system=SYSTEM, description=description)
    league = create_league(actor=_owner(club), club=club, details=details)
    League.objects.filter(pk=league.pk).update(is_demo=True)
    return league


def _open_league(club: Club, today: date) -> None:
    owner = _owner(club)
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
    owner = _owner(club)
    league = _league(club, "Ligue des Chardons", "Deux divisions, chacun rencontre chacun.")
    wanted = replace(Configuration(), group_size=GROUP_SIZE, promoted=1, relegated=1)
    season = plan_season(
        actor=owner,
        league=league,
        details=SeasonDetails(
            name="Saison 1",
            kind=SeasonKind.GROUPS,
            starts_on=today - timedelta(days=60),
            ends_on=today + timedelta(days=60),
            enrolment=Enrolment.SIGN_UP,
            configuration=wanted,
        ),
    )
    members = [one.player for one in club.memberships.select_related("player").order_by("pk")]
    for player in members[: 2 * GROUP_SIZE]:
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


def _play(rng: random.Random, season: Season, fixture: Fixture, owner: Any) -> None:
    seats = list(fixture.seats.select_related("entry__player").order_by("index"))
    fixture.season = season
    game = record_game(
        actor=owner,
        system=SYSTEM,
        sheet=sheet_for(rng, len(seats)),
        circumstances=Circumstances(played_on=fixture.deadline - timedelta(days=rng.randrange(10))),
        people=[Person(player=seat.entry.player) for seat in seats],
        club=season.league.club,
        warnings_confirmed=True,
    )
    game.public_id = "".join(rng.choices(ALPHABET, k=LENGTH))
    game.is_demo = True
    game.save(update_fields=["public_id", "is_demo"])
    settle_game(actor=owner, game=game, version=game.version)
    link_game(actor=owner, fixture=fixture, game=game)


def sheet_for(rng: random.Random, people: int) -> dict[str, Any]:
    """Invented until one has so many seats; about one in three has."""
    demo = system_of(SYSTEM).demo
    if demo is None:
        raise LookupError(f"the game system “{SYSTEM}” has no demo")
    while True:
        sheet = demo.invent_sheet(rng)
        if len(sheet["seats"]) == people and not any(seat.get("kind") for seat in sheet["seats"]):
            return sheet
