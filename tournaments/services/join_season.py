"""Come into a season, or put somebody on its list."""

from typing import Any

from django.db import transaction

from caledonia_site.common.errors import NotAllowedError
from caledonia_site.common.jobs.marking import mark_dirty
from caledonia_site.common.permissions import may
from games.clubs.models import Membership
from games.players.models import Player
from tournaments.enums import SeasonEventKind
from tournaments.models import Entry, Season
from tournaments.services.errors import AlreadyTakesPartError, NotInClubError, TooLateToJoinError
from tournaments.services.locking import lock_living_season
from tournaments.services.naming import require_told
from tournaments.services.noting import note
from tournaments.topics import STANDINGS


@transaction.atomic
def join_season(*, actor: Any, season: Season, player: Player, names_shown: bool = False) -> Entry:
    """Members join by themselves; organisers put anybody of the club on the list, guests too.

    Who withdrew from an open season comes back with their games. `names_shown`: who joins by themselves was told that
    everybody reads the players' names. Raises NotInClubError, AlreadyTakesPartError, NamesShownError,
    TooLateToJoinError (groups that play have a schedule), SeasonClosedError.
    """
    season = lock_living_season(season)
    joins_themselves = player.account_id is not None and player.account_id == getattr(actor, "pk", None)
    allowed = "tournaments.join_season" if joins_themselves else "tournaments.change_season"
    if not may(actor, allowed, season):
        raise NotAllowedError
    if not Membership.objects.filter(club=season.league.club_id, player=player).exists():
        raise NotInClubError
    if season.has_groups and season.is_running:
        raise TooLateToJoinError
    entry = Entry.objects.filter(season=season, player=player).first()
    if entry and not entry.is_withdrawn:
        raise AlreadyTakesPartError
    if joins_themselves:
        require_told(shows_names=season.shows_names, told=names_shown)
    if entry:
        entry.withdrawn_on = None
        entry.save(update_fields=["withdrawn_on"])
        note(season, SeasonEventKind.RETURNED, actor=actor, player=player)
    else:
        entry = Entry.objects.create(season=season, player=player)
        note(season, SeasonEventKind.JOINED, actor=actor, player=player)
    mark_dirty(topic=STANDINGS, key=season.public_id)
    return entry
