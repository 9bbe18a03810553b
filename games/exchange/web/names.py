"""The names of a file with what they may mean."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from games.exchange.enums import NameKind
from games.exchange.models import ImportBatch, ImportName
from games.players.models import Player
from games.wording import label
from scoring import registry

# More members than anybody scrolls through; whoever is missing can be merged later.
MOST_OFFERED = 1_000


@dataclass(frozen=True, slots=True)
class NameRow:
    """`choices` are values with their names; `chosen` is what it means now ("": nobody said)."""

    name: ImportName
    is_player: bool
    chosen: str
    choices: list[tuple[str, str]]


def name_rows(batch: ImportBatch, names: Iterable[ImportName], viewer: Any) -> list[NameRow]:
    members = _members(batch, viewer)
    rows = []
    for name in names:
        is_player = name.kind == NameKind.PLAYER
        chosen = (name.player.public_id if name.player else "") if is_player else name.dimension
        rows.append(NameRow(name, is_player, chosen, members if is_player else _dimensions(name.system)))
    return rows


def _members(batch: ImportBatch, viewer: Any) -> list[tuple[str, str]]:
    if batch.club_id is None:
        own = viewer.player_or_none
        return [(own.public_id, own.name)] if own else []
    players = (
        Player.objects.visible_to(viewer).filter(memberships__club=batch.club_id).order_by("name_key", "pk")
    )
    return [(player.public_id, player.name) for player in players[:MOST_OFFERED]]


def _dimensions(system: str) -> list[tuple[str, str]]:
    description = registry.get(system).description
    field = next(one for one in description.seat if one.key == description.dimension)
    return [(str(key), str(label(system, f"choice.{field.key}.{key}"))) for key in field.choices]
