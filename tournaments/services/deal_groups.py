"""Deal the players of a planned season into groups."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from tournaments.models import Season
from tournaments.pairing.pyramid import first_pyramid
from tournaments.selectors.strength import strongest_first
from tournaments.services.form_groups import form_groups
from tournaments.services.locking import lock_living_season


@transaction.atomic
def deal_groups(*, actor: Any, season: Season) -> Season:
    """The strongest by rating at the top, the lot where nobody knows; an organiser can move everybody afterwards."""
    season = lock_living_season(season)
    require(actor, "tournaments.change_season", season)
    players = dict(season.entries.active().values_list("player__public_id", "player_id"))
    levels = first_pyramid(
        players=strongest_first(season, players), group_size=season.configuration.group_size
    )
    pyramid = [[[players[key] for key in group] for group in groups] for groups in levels]
    return form_groups(actor=actor, season=season, pyramid=pyramid)
