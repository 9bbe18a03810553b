"""A player's games in figures, for their page."""

from dataclasses import dataclass
from typing import Any

from caledonia_site.common.tartans import TARTANS
from games.players.models import Player
from games.selectors.game_list import GameFilter, games_page
from games.selectors.head_to_head import head_to_head
from games.selectors.player_record import Tally, record_of
from games.web.browse.forms import dimension_names
from games.web.browse.rows import rows_of
from games.wording import label
from games.wording.seats import dimension_label

RECENT_GAMES = 5


@dataclass(frozen=True, slots=True)
class TallyRow:
    """`swatch` is the key of a pattern where the dimension has one."""

    tally: Tally
    label: str
    swatch: str


def record_context(player: Player, viewer: Any) -> dict[str, Any]:
    record = record_of(player=player, viewer=viewer)
    recent = games_page(viewer=viewer, wanted=GameFilter(player=player), size=RECENT_GAMES)
    return {
        "record": record,
        "systems": [
            TallyRow(one, str(label(one.system, f"system.{one.system}")), "") for one in record.systems
        ],
        "dimensions": [_dimension(one) for one in record.dimensions],
        "favourite": _dimension(record.favourite) if record.favourite else None,
        "strongest": _dimension(record.strongest) if record.strongest else None,
        "dimension_names": dimension_names(),
        "opponents": head_to_head(player=player, viewer=viewer),
        "recent_games": rows_of(recent.rows),
    }


def _dimension(tally: Tally) -> TallyRow:
    swatch = tally.dimension if tally.dimension in TARTANS else ""
    return TallyRow(tally, dimension_label(tally.system, tally.dimension), swatch)
