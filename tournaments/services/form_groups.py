"""Put the players of a planned season into divisions and groups."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from tournaments.models import Division, Entry, Group, Season
from tournaments.services.errors import NotTakingPartError, PlayerInTwoGroupsError, SeasonNotPlannedError
from tournaments.services.locking import lock_living_season

# Divisions from the top, each with its groups, each with the numbers of its players.
Pyramid = Sequence[Sequence[Sequence[int]]]


@transaction.atomic
def form_groups(*, actor: Any, season: Season, pyramid: Pyramid) -> Season:
    """Replaces the groups there were. Players left out wait on the list without a group.

    Raises SeasonNotPlannedError, PlayerInTwoGroupsError, NotTakingPartError.
    """
    season = lock_living_season(season)
    require(actor, "tournaments.change_season", season)
    if not season.is_planned:
        raise SeasonNotPlannedError
    entries = {entry.player_id: entry for entry in season.entries.select_related("player")}
    placed = Counter(player for groups in pyramid for group in groups for player in group)
    if not placed.keys() <= entries.keys():
        raise NotTakingPartError
    if twice := [player for player, times in placed.items() if times > 1]:
        raise PlayerInTwoGroupsError(name=entries[twice[0]].player.shown_for(actor).name)
    season.entries.update(group=None, number=0)
    Division.objects.filter(season=season).delete()
    moved = []
    for level, groups in enumerate([one for one in pyramid if any(one)], start=1):
        division = Division.objects.create(season=season, level=level)
        for number, players in enumerate([one for one in groups if one], start=1):
            group = Group.objects.create(division=division, number=number)
            for position, player in enumerate(players):
                entry = entries[player]
                entry.group, entry.number = group, position
                moved.append(entry)
    Entry.objects.bulk_update(moved, ["group", "number"])
    return season
