"""Give a player of a season points beside those of the games, or take some away."""

from decimal import Decimal
from fractions import Fraction
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from caledonia_site.common.jobs.marks import mark_dirty
from caledonia_site.common.permissions import require
from games.players.actors import Actor, account_of
from games.players.models import Player
from games.players.names import tidy
from tournaments.leagues.enums import SeasonAuditKind
from tournaments.leagues.models import Season, SeasonAdjustment
from tournaments.leagues.services.changes import lock_season
from tournaments.leagues.services.errors import (
    AdjustmentGoneError,
    AdjustsNobodyError,
    NoPointsError,
    NoReasonError,
    SeasonNotRunningError,
    TooManyPointsError,
)
from tournaments.shared.adjustments import AdjustmentErrors, check_adjustment
from tournaments.shared.audit import record_audit
from tournaments.shared.topics import STANDINGS

HUNDREDTH = Decimal("0.01")
MOST_POINTS = Fraction("99999.99")
ERRORS = AdjustmentErrors(NoPointsError, TooManyPointsError, NoReasonError)


@transaction.atomic
def adjust_points(
    *, actor: Actor, season: Season, player: Player, points: Decimal, reason: str
) -> SeasonAdjustment:
    """Below 0 a penalty. Raises SeasonClosedError, SeasonNotRunningError, AdjustsNobodyError, NoPointsError,
    TooManyPointsError, NoReasonError.
    """
    season = lock_season(season)
    require(actor, "tournaments.change_season", season)
    if not season.is_running:
        raise SeasonNotRunningError
    if not season.participants.filter(player=player).exists():
        raise AdjustsNobodyError
    exact, reason = Fraction(points.quantize(HUNDREDTH)), tidy(reason)
    check_adjustment(exact, reason, most=MOST_POINTS, errors=ERRORS)
    today = timezone.now().astimezone(ZoneInfo(season.club.time_zone)).date()
    adjustment = SeasonAdjustment.objects.create(
        season=season, player=player, points=str(exact), reason=reason, on=today, account=account_of(actor)
    )
    _record(season, SeasonAuditKind.ADJUSTED, actor, adjustment)
    return adjustment


@transaction.atomic
def undo_adjustment(*, actor: Actor, season: Season, public_id: str) -> None:
    """Raises SeasonClosedError, AdjustmentGoneError."""
    season = lock_season(season)
    require(actor, "tournaments.change_season", season)
    adjustment = season.adjustments.filter(public_id=public_id).first()
    if adjustment is None:
        raise AdjustmentGoneError
    _record(season, SeasonAuditKind.ADJUST_UNDONE, actor, adjustment)
    adjustment.delete()


def _record(season: Season, kind: SeasonAuditKind, actor: Actor, adjustment: SeasonAdjustment) -> None:
    detail = {"points": str(adjustment.decimal_points), "reason": adjustment.reason}
    record_audit(season, kind, actor=actor, player=adjustment.player, detail=detail)
    mark_dirty(topic=STANDINGS, key=season.public_id)
