"""Make up the groups of a planned season from how the one before it ended."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from tournaments.configuration import Configuration
from tournaments.enums import SeasonEventKind
from tournaments.models import Season
from tournaments.pairing.pyramid import Level, Move, NextPyramid, next_pyramid
from tournaments.selectors.pyramid import final_groups, merit_of, newcomers_for
from tournaments.services.errors import NotClosedError
from tournaments.services.form_groups import form_groups
from tournaments.services.locking import lock_living_season
from tournaments.services.noting import note


@transaction.atomic
def follow_season(*, actor: Any, season: Season, before: Season | None) -> dict[int, Move]:
    """So many up and down for each group; who is not on the list any more is out, who is new comes in at the bottom.

    Replaces the groups there were. Raises NotClosedError and what `form_groups` raises.
    """
    if before is None or not before.is_closed:
        raise NotClosedError
    season = lock_living_season(season)
    taking_part = list(
        season.entries.active().order_by("joined_at", "pk").values_list("player_id", flat=True)
    )
    following = _following(before, season.configuration, taking_part)
    form_groups(
        actor=actor,
        season=season,
        pyramid=[[[int(key) for key in group] for group in groups] for groups in following.levels],
    )
    moves = {int(key): move for key, move in following.moves.items()}
    counts = {move.value: sum(one is move for one in moves.values()) for move in set(moves.values())}
    note(season, SeasonEventKind.CHANGED, actor=actor, detail={"moves": counts})
    return moves


def _following(before: Season, wanted: Configuration, taking_part: Sequence[int]) -> NextPyramid:
    divisions = final_groups(before)
    last = len(divisions) - 1
    levels = [
        Level(
            groups=tuple(tuple(str(player) for player in group) for group in groups),
            up=wanted.promoted if level else 0,
            down=wanted.relegated if level < last else 0,
        )
        for level, groups in enumerate(divisions)
    ]
    there = {player for groups in divisions for group in groups for player in group}
    withdrawn = [str(player) for player in there if player not in taking_part]
    newcomers = [str(player) for player in newcomers_for(taking_part, there)]
    return next_pyramid(
        levels=levels,
        group_size=wanted.group_size,
        withdrawn=withdrawn,
        newcomers=newcomers,
        merit={str(player): points for player, points in merit_of(before).items()},
    )
