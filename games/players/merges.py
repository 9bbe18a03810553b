"""What moves when two players become one: each app says it here for its own rows.

Every relation that points to Player is named exactly once, as rows that move or as rows that stay; a test
fails on one that is not. So nothing is lost, and players need not know the apps above.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

from django.apps import apps
from django.dispatch import Signal
from django.utils.functional import Promise

if TYPE_CHECKING:
    from games.players.models import Player

# Sent inside the transaction, with `source` and `target`: derived data of both must be marked for rebuilding.
players_merged = Signal()
merge_undone = Signal()


class PlayerRows(Protocol):
    """The rows of one relation to Player."""

    relation: str  # "app.Model.field", also the key under which `moved` is kept
    label: str | Promise

    def count(self, source: "Player", target: "Player") -> int:
        """How many would move: for the preview."""
        ...

    def move(self, source: "Player", target: "Player") -> Any:
        """Move them and return, as plain data, what `restore` needs."""
        ...

    def restore(self, source: "Player", target: "Player", moved: Any) -> None: ...


class ForeignKeyRows:
    """Rows whose foreign key simply changes: no two of them can collide."""

    def __init__(self, relation: str, *, label: str | Promise) -> None:
        self.relation = relation
        self.label = label

    def _rows(self, player: "Player") -> Any:
        model, _, field = self.relation.rpartition(".")
        return apps.get_model(model)._base_manager.filter(**{field: player})

    def _give(self, rows: Any, player: "Player") -> None:
        rows.update(**{self.relation.rpartition(".")[2]: player})

    def count(self, source: "Player", target: "Player") -> int:
        count: int = self._rows(source).count()
        return count

    def move(self, source: "Player", target: "Player") -> Any:
        keys = list(self._rows(source).order_by("pk").values_list("pk", flat=True))
        self._give(self._rows(source), target)
        return keys

    def restore(self, source: "Player", target: "Player", moved: Any) -> None:
        """Rows that were deleted or given to someone else since are left alone."""
        self._give(self._rows(target).filter(pk__in=moved), source)


_moving: dict[str, PlayerRows] = {}
# What an earlier merge did is history: a chain of merged players leads on, step by step.
_staying = {"players.Player.merged_into", "players.PlayerMerge.source", "players.PlayerMerge.target"}


def register_moving(rows: PlayerRows) -> None:
    _moving[rows.relation] = rows


def register_staying(relation: str) -> None:
    """Rows that keep pointing at the merged player, because they tell of the past."""
    _staying.add(relation)


def moving_rows() -> Iterator[PlayerRows]:
    """In the order in which the apps registered them."""
    yield from _moving.values()


def rows_of(relation: str) -> PlayerRows:
    return _moving[relation]


def named_relations() -> set[str]:
    return set(_moving) | _staying
