"""A player's games in figures, for their page."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString

from caledonia_site.common.escaping import escaped
from caledonia_site.common.numbers import writer
from caledonia_site.common.tartans import TARTANS
from caledonia_site.common.templatetags.interface import clan_swatch
from games.players.models import Player
from games.players.models.player import ShownPlayer
from games.selectors.head_to_head import HeadToHead, head_to_head
from games.selectors.player_record import Tally, counted, latest_games, played_seats, record_of
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
    """`systems`, `dimensions` and `opponents` are rows of tables, written here: as templates, these forty rows would
    take a third of the time of the page.
    """
    played = played_seats(player=player, viewer=viewer)
    record = record_of(counted(played))
    ranks = {seat.game_id: seat.rank for seat in counted(played)}
    all_address = f"{reverse('games:browse')}?player={player.public_id}"
    systems = [TallyRow(one, str(label(one.system, f"system.{one.system}")), "") for one in record.systems]
    return {
        "record": record,
        "systems": _written_tallies(systems, all_address),
        "dimensions": _written_tallies(map(_dimension, record.dimensions), all_address),
        "favourite": _dimension(record.favourite) if record.favourite else None,
        "strongest": _dimension(record.strongest) if record.strongest else None,
        "dimension_names": dimension_names(),
        "opponents": _written_opponents(head_to_head(player=player, viewer=viewer, ranks=ranks)),
        "recent_games": rows_of(latest_games(played, most=RECENT_GAMES), viewer),
        "all_address": all_address,
    }


def _dimension(tally: Tally) -> TallyRow:
    swatch = tally.dimension if tally.dimension in TARTANS else ""
    return TallyRow(tally, dimension_label(tally.system, tally.dimension), swatch)


def _written_tallies(rows: Iterable[TallyRow], all_address: str) -> SafeString:
    return SafeString("".join(_written_tally(row, all_address) for row in rows))


def _written_tally(row: TallyRow, all_address: str) -> str:
    tally, write = row.tally, writer()
    swatch = clan_swatch(row.swatch) if row.swatch else ""
    dimension = f"&dimension={tally.dimension}" if tally.dimension else ""
    address = escaped(f"{all_address}&system={tally.system}{dimension}&sort=highest")
    figures = [
        write(tally.games, 0),
        write(tally.wins, 0),
        "–" if tally.win_rate is None else write(tally.win_rate, 0),
        write(tally.mean, 1),
        write(tally.best, 0),
    ]
    return (
        f'<tr><th scope="row"><span class="labelled">{swatch} <a href="{address}">{escaped(row.label)}</a></span></th>'
        f"{_cells(figures)}</tr>"
    )


def _written_opponents(rows: Iterable[HeadToHead]) -> SafeString:
    write = writer()
    return SafeString(
        "".join(
            f'<tr><th scope="row">{_opponent(row.opponent)}</th>'
            f"{_cells(write(number, 0) for number in (row.games, row.ahead, row.level, row.behind))}</tr>"
            for row in rows
        )
    )


def _opponent(shown: ShownPlayer) -> str:
    name = escaped(shown.name)
    return f'<a href="{escaped(shown.address)}">{name}</a>' if shown.address else name


def _cells(figures: Iterable[str]) -> str:
    return "".join(f'<td class="figure">{figure}</td>' for figure in figures)
