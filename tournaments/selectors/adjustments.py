"""Bonus and penalty points of a season, for those who give them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Prefetch

from games.players.models import Player
from tournaments.models import PointAdjustment, Season
from tournaments.wording.reasons import signed_points


@dataclass(frozen=True, slots=True)
class GivenPoints:
    public_id: str
    name: str
    points: str
    on: date
    reason: str


def adjustments_of(season: Season, viewer: Any) -> Sequence[GivenPoints]:
    """The newest first."""
    shown = Prefetch("player", queryset=Player.with_merged.shown_to(viewer, named=season.shows_names))
    rows = PointAdjustment.objects.filter(season=season).prefetch_related(shown).order_by("-on", "-pk")
    return [
        GivenPoints(row.public_id, row.player.shown.name, signed_points(str(row.points)), row.on, row.reason)
        for row in rows
    ]
