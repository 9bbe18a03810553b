"""Give a player points beside those of the games, or take some away."""

from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from caledonia_site.common.jobs.marks import mark_dirty
from caledonia_site.common.permissions import require
from games.players.models import Player
from games.players.names import tidy
from tournaments.leagues.enums import SeasonEventKind
from tournaments.leagues.models import PointAdjustment, Season
from tournaments.leagues.services.changes import lock_living_season, note
from tournaments.leagues.services.errors import (
    AdjustmentGoneError,
    AdjustsNobodyError,
    NoPointsError,
    NoReasonError,
    SeasonNotRunningError,
    TooManyPointsError,
)
from tournaments.shared.topics import STANDINGS

MOST_POINTS = Decimal(100_000)


@transaction.atomic
def adjust_points(
    *, actor: Any, season: Season, player: Player, points: Decimal, reason: str
) -> PointAdjustment:
    """Below 0 a penalty. Raises SeasonClosedError, SeasonNotRunningError, AdjustsNobodyError, NoPointsError,
    TooManyPointsError, NoReasonError.
    """
    season = lock_living_season(season)
    require(actor, "tournaments.change_season", season)
    if not season.is_running:
        raise SeasonNotRunningError
    if not season.entries.filter(player=player).exists():
        raise AdjustsNobodyError
    points, reason = points.quantize(Decimal("0.01")), tidy(reason)
    if not points:
        raise NoPointsError
    if abs(points) >= MOST_POINTS:
        raise TooManyPointsError
    if not reason:
        raise NoReasonError
    today = timezone.now().astimezone(ZoneInfo(season.club.time_zone)).date()
    made = PointAdjustment.objects.create(
        season=season, player=player, points=points, reason=reason, on=today
    )
    _note(season, SeasonEventKind.ADJUSTED, actor, made)
    return made


@transaction.atomic
def undo_adjustment(*, actor: Any, season: Season, public_id: str) -> None:
    """Raises SeasonClosedError, AdjustmentGoneError."""
    season = lock_living_season(season)
    require(actor, "tournaments.change_season", season)
    made = PointAdjustment.objects.filter(season=season, public_id=public_id).first()
    if made is None:
        raise AdjustmentGoneError
    _note(season, SeasonEventKind.ADJUST_UNDONE, actor, made)
    made.delete()


def _note(season: Season, kind: SeasonEventKind, actor: Any, made: PointAdjustment) -> None:
    detail = {"points": str(made.points), "reason": made.reason}
    note(season, kind, actor=actor, player=made.player, detail=detail)
    mark_dirty(topic=STANDINGS, key=season.public_id)
