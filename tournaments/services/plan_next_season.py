"""Plan the season that follows a closed one, with its promotions and relegations."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from tournaments.enums import SeasonKind
from tournaments.models import Season
from tournaments.pairing.pyramid import Move
from tournaments.services.enrolling import enrol
from tournaments.services.errors import NotClosedError
from tournaments.services.follow_season import follow_season
from tournaments.services.plan_season import plan_season
from tournaments.services.season_details import SeasonDetails


@dataclass(frozen=True)
class NextSeason:
    season: Season
    moves: dict[int, Move]


@transaction.atomic
def plan_next_season(*, actor: Any, season: Season, details: SeasonDetails) -> NextSeason:
    """Of an open season a new one with the same list; of a season with groups the pyramid that follows from the
    final standings: so many up and down for each group, who withdrew is out, who is new comes in at the bottom.

    The organiser can still move players before it starts. Raises NotClosedError and what `plan_season` raises.
    """
    if not season.is_closed:
        raise NotClosedError
    planned = plan_season(actor=actor, league=season.league, details=details)
    enrol(planned, season.entries.active().values_list("player_id", flat=True))
    # Who withdrew comes back when they say so, even where everybody of the club is on the list.
    gone = season.entries.exclude(withdrawn_on=None).values("player")
    planned.entries.filter(player__in=gone).delete()
    if details.kind == SeasonKind.OPEN or not season.has_groups:
        return NextSeason(planned, {})
    return NextSeason(planned, follow_season(actor=actor, season=planned, before=season))
