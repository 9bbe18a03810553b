"""Put the players of a planned season into divisions and groups, by hand, by rating or from how the season before it
ended, and make the schedule of a group.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta

from django.db import transaction

from caledonia_site.common.permissions import require
from games.players.actors import Actor
from tournaments.leagues.configuration import Configuration
from tournaments.leagues.enums import SeasonAuditKind
from tournaments.leagues.models import Division, Fixture, FixtureSeat, Group, Participant, Season
from tournaments.leagues.selectors.results import final_groups, merit_of, newcomers_for, season_strengths
from tournaments.leagues.services.changes import lock_season
from tournaments.leagues.services.errors import (
    NotClosedError,
    NotTakingPartError,
    PlayerInTwoGroupsError,
    SeasonNotPlannedError,
)
from tournaments.pairing.pyramid import Level, Move, NextPyramid, first_pyramid, next_pyramid
from tournaments.pairing.schedules import schedule
from tournaments.shared.audit import record_audit
from tournaments.shared.selectors.strength import strongest_first

# Divisions from the top, each with its groups, each with the numbers of its players.
Pyramid = Sequence[Sequence[Sequence[int]]]


@transaction.atomic
def form_groups(*, actor: Actor, season: Season, pyramid: Pyramid) -> Season:
    """Replaces the groups there were. Players left out wait on the list without a group.

    Raises SeasonNotPlannedError, PlayerInTwoGroupsError, NotTakingPartError.
    """
    season = lock_season(season)
    require(actor, "tournaments.change_season", season)
    if not season.is_planned:
        raise SeasonNotPlannedError
    participants = {
        participant.player_id: participant for participant in season.participants.select_related("player")
    }
    placed = Counter(player for groups in pyramid for group in groups for player in group)
    if not placed.keys() <= participants.keys():
        raise NotTakingPartError
    if twice := [player for player, times in placed.items() if times > 1]:
        raise PlayerInTwoGroupsError(name=participants[twice[0]].player.shown_for(actor).name)
    season.participants.update(group=None, number=0)
    Division.objects.filter(season=season).delete()
    moved = []
    for level, groups in enumerate([division for division in pyramid if any(division)], start=1):
        division = Division.objects.create(season=season, level=level)
        for number, players in enumerate([group for group in groups if group], start=1):
            group = Group.objects.create(division=division, number=number)
            for position, player in enumerate(players):
                participant = participants[player]
                participant.group, participant.number = group, position
                moved.append(participant)
    Participant.objects.bulk_update(moved, ["group", "number"])
    return season


@transaction.atomic
def deal_groups(*, actor: Actor, season: Season) -> Season:
    """The strongest by rating at the top, the lot where nobody knows; an organiser can move everybody afterwards."""
    season = lock_season(season)
    require(actor, "tournaments.change_season", season)
    players = dict(season.participants.active().values_list("player__public_id", "player_id"))
    seeded = strongest_first(players, strengths=season_strengths(season), lot_seed=season.lot_seed)
    levels = first_pyramid(players=seeded, group_size=season.configuration.group_size)
    pyramid = [[[players[key] for key in group] for group in groups] for groups in levels]
    return form_groups(actor=actor, season=season, pyramid=pyramid)


@transaction.atomic
def follow_season(*, actor: Actor, season: Season, before: Season | None) -> dict[int, Move]:
    """So many up and down for each group; who is not on the list any more is out, who is new comes in at the bottom.

    Replaces the groups there were. Raises NotClosedError and what `form_groups` raises.
    """
    if before is None or not before.is_closed:
        raise NotClosedError
    season = lock_season(season)
    taking_part = list(
        season.participants.active().order_by("joined_at", "pk").values_list("player_id", flat=True)
    )
    following = _following(before, season.configuration, taking_part)
    form_groups(
        actor=actor,
        season=season,
        pyramid=[[[int(key) for key in group] for group in groups] for groups in following.levels],
    )
    moves = {int(key): move for key, move in following.moves.items()}
    counts = {move.value: sum(other is move for other in moves.values()) for move in set(moves.values())}
    record_audit(season, SeasonAuditKind.CHANGED, actor=actor, detail={"moves": counts})
    return moves


def _following(before: Season, configuration: Configuration, taking_part: Sequence[int]) -> NextPyramid:
    divisions = final_groups(before)
    last = len(divisions) - 1
    levels = [
        Level(
            groups=tuple(tuple(str(player) for player in group) for group in groups),
            up=configuration.promoted if level else 0,
            down=configuration.relegated if level < last else 0,
        )
        for level, groups in enumerate(divisions)
    ]
    there = {player for groups in divisions for group in groups for player in group}
    withdrawn = [str(player) for player in there if player not in taking_part]
    newcomers = [str(player) for player in newcomers_for(taking_part, there)]
    return next_pyramid(
        levels=levels,
        group_size=configuration.group_size,
        withdrawn=withdrawn,
        newcomers=newcomers,
        merit={str(player): points for player, points in merit_of(before).items()},
    )


def schedule_group(
    season: Season, group: Group, participants: Sequence[Participant], *, first_day: date
) -> None:
    """Deadlines divide the days that are left evenly, the last one is the season's last day; an organiser can
    move each.
    """
    plan = schedule(len(participants), season.configuration.seats)
    days = (season.ends_on - first_day).days
    for round_number, games in enumerate(plan.rounds, start=1):
        deadline = first_day + timedelta(days=days * round_number // len(plan.rounds))
        for table, game in enumerate(games, start=1):
            fixture = Fixture.objects.create(
                season=season, group=group, round=round_number, table=table, deadline=deadline
            )
            FixtureSeat.objects.bulk_create(
                FixtureSeat(fixture=fixture, index=index, participant=participants[player])
                for index, player in enumerate(plan.games[game])
            )
