"""One player in one season: every game with its points, and what is still to play."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.players.models import Player
from games.players.models.player import ShownPlayer
from tournaments.models import Entry, Fixture, Season, StandingsRow
from tournaments.selectors.schedule import FixtureView, fixture_views
from tournaments.selectors.standings_page import AdjustmentLine, GameLine, adjustment_lines, game_line
from tournaments.wording.reasons import shown_value


@dataclass(frozen=True, slots=True)
class SeasonPlayer:
    shown: ShownPlayer
    player: Player
    entry: Entry | None
    row: StandingsRow | None
    points: str
    games: Sequence[GameLine]
    adjustments: Sequence[AdjustmentLine]
    to_play: Sequence[FixtureView]


def season_player(season: Season, player: Player, viewer: Any) -> SeasonPlayer | None:
    """None for somebody who has nothing to do with the season."""
    entry = season.entries.filter(player=player).select_related("group__division").first()
    row = (
        StandingsRow.objects.filter(standings__season=season, player=player)
        .select_related("standings__group__division")
        .first()
    )
    if entry is None and row is None:
        return None
    to_play = Fixture.objects.open().filter(season=season, seats__entry__player=player)
    return SeasonPlayer(
        shown=player.shown_for(viewer),
        player=player,
        entry=entry,
        row=row,
        points=shown_value("points", row.points) if row else "0",
        games=[game_line(one) for one in row.results] if row else [],
        adjustments=adjustment_lines(row) if row else [],
        to_play=fixture_views(to_play.order_by("deadline"), season, viewer) if season.has_groups else [],
    )
