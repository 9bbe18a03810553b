"""What may still happen to a player in a season with groups."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.players.models import Player
from tournaments.models import Entry, Fixture, Season
from tournaments.selectors.season_results import season_results
from tournaments.selectors.strength import strengths_in
from tournaments.standings.outlook import Fixture as OpenGame
from tournaments.standings.outlook import Outlook, outlook

SAMPLES = 400


@dataclass(frozen=True, slots=True)
class Goal:
    """Places to end in: `key` is up, stay or first."""

    key: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class GoalOutlook:
    goal: Goal
    outlook: Outlook


@dataclass(frozen=True, slots=True)
class PlayerOutlook:
    goals: Sequence[GoalOutlook]
    games_left: int
    from_ratings: bool


def player_outlook(season: Season, player: Player) -> PlayerOutlook | None:
    """Chances from the club's ratings, or equal ones; None for who is in no group or has withdrawn."""
    entry = (
        season.entries.active()
        .filter(player=player, group__isnull=False)
        .select_related("group__division")
        .first()
    )
    if entry is None or entry.group is None:
        return None
    found = season_results(season)
    waiting = Fixture.objects.open().filter(group=entry.group).prefetch_related("seats__entry__player")
    games = [
        OpenGame(one.public_id, tuple(seat.entry.player.public_id for seat in one.seats.all()))
        for one in waiting.order_by("round", "table")
    ]
    strengths = strengths_in(season)
    entrants = found.entrants.get(entry.group_id, ())
    active = [key for key in entrants if key not in found.withdrawn]
    goals = [
        GoalOutlook(
            goal,
            outlook(
                player=player.public_id,
                results=found.by_group.get(entry.group_id, ()),
                fixtures=games,
                entrants=entrants,
                rules=replace(season.configuration.rules, lot_seed=str(season.lot_seed)),
                first=goal.first,
                last=goal.last,
                weights=strengths.weights(),
                withdrawn=found.withdrawn,
                adjustments=[one.given for one in found.adjustments],
                samples=SAMPLES,
                seed=season.public_id,
            ),
        )
        for goal in _goals(season, entry, len(active))
    ]
    mine = sum(player.public_id in game.players for game in games)
    return PlayerOutlook(goals, mine, strengths.are_known)


def _goals(season: Season, entry: Entry, players: int) -> list[Goal]:
    """To win the top group, to go up from another, and not to go down."""
    wanted = season.configuration
    level = entry.group.division.level if entry.group else 1
    lowest = season.divisions.count()
    goals = []
    if level == 1:
        goals.append(Goal("first", 1, 1))
    elif wanted.promoted:
        goals.append(Goal("up", 1, min(wanted.promoted, players)))
    if level < lowest and 0 < wanted.relegated < players:
        goals.append(Goal("stay", 1, players - wanted.relegated))
    return goals
