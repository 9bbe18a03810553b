"""Every action on a club's leagues, and the requests by which people try it on the site."""

from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

from games.players.models import Player
from tests.permissions.people import KINDS
from tournaments.leagues.models import Fixture, FixtureSeat, League, Participant, Season

# Besides the kinds of people around a club: a member whose name stands in the schedule.
LEAGUE_KINDS = KINDS | {"seated": "Plays that game"}


@dataclass(frozen=True)
class LeagueAction:
    """`name` is the address by its name; `of` is what the permission is asked about."""

    label: str
    permission: str
    name: str
    of: str = "season"
    method: str = "get"
    data: dict[str, Any] = field(default_factory=dict)
    private: bool = False
    closed: bool = False
    """The season of this row is closed."""

    def path(self, thing: Any) -> str:
        match self.of:
            case "club":
                return reverse(self.name, args=[thing.slug])
            case "fixture":
                return reverse(self.name, args=[thing.season.address_key, thing.public_id])
            case _:
                return reverse(self.name, args=[thing.address_key])


def imagined(action: LeagueAction, club: Any, account_id: int | None, *, seated: bool) -> Any:
    """The thing without a database."""
    league = League(pk=1, club=club)
    season = Season(pk=1, league=league, state="closed" if action.closed else "running")
    fixture = Fixture(pk=1, season=season)
    player = Player(pk=1, account_id=account_id if seated else 99)
    seats = [FixtureSeat(index=0, participant=Participant(player=player))]
    fixture._prefetched_objects_cache = {"seats": seats}
    return {"club": club, "league": league, "season": season, "fixture": fixture}[action.of]


LEAGUE_ACTIONS = [
    LeagueAction(
        "See a league of a public or unlisted club", "tournaments.see_league", "leagues:league", "league"
    ),
    LeagueAction(
        "See a league of a private club", "tournaments.see_league", "leagues:league", "league", private=True
    ),
    LeagueAction("Set up a league", "tournaments.create_league", "leagues:new", "club"),
    LeagueAction("Change a league", "tournaments.change_league", "leagues:edit", "league"),
    LeagueAction("Delete a league", "tournaments.delete_league", "leagues:delete", "league"),
    LeagueAction("Plan a season", "tournaments.plan_season", "leagues:new_season", "league"),
    LeagueAction(
        "Change settings, people, groups, deadlines; decide about games",
        "tournaments.change_season",
        "leagues:edit_season",
    ),
    LeagueAction(
        "Give bonus and penalty points, and take them back",
        "tournaments.change_season",
        "leagues:adjustments",
    ),
    LeagueAction("Let somebody new into groups that play", "tournaments.change_season", "leagues:add_player"),
    LeagueAction("Change a closed season", "tournaments.change_season", "leagues:edit_season", closed=True),
    LeagueAction("Take part", "tournaments.join_season", "leagues:join", method="post"),
    LeagueAction("Enter a result from the schedule", "tournaments.enter_result", "leagues:link", "fixture"),
    LeagueAction("Close a season", "tournaments.close_season", "leagues:close"),
    LeagueAction("Reopen a closed season", "tournaments.reopen_season", "leagues:reopen", closed=True),
]
