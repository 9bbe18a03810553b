"""Where one result belongs: a table of a tournament, or a game of the schedule of a league.

A second result is kept, compared and chosen in the same way in both families. What differs each family says here when
it starts, so that nothing shared asks which family it has before it.
"""

from typing import Any, Protocol

from games.players.actors import Viewer
from games.results.models import Game
from tournaments.shared.models import OtherResultBase


class ResultSlot(Protocol):
    """A row with one result that counts (`game`), the others beside it, and perhaps a `decision` without a game."""

    public_id: Any
    game: Any
    game_id: Any
    decision: Any
    other_results: Any


class SlotFamily(Protocol):
    """`path_to_club` leads from a slot to its club, for whoever fetches both. `conflict_badge` is what a game's page
    says of its state while results differ; empty where the first one goes on counting.
    """

    path_to_club: str

    @property
    def other_results(self) -> type[OtherResultBase]: ...

    @property
    def conflict_badge(self) -> str: ...

    def choosing_address(self, slot: Any, viewer: Viewer) -> str:
        """Where an organiser chooses; empty for everybody else."""

    def describe_known(self, slot: Any, *, name: str, time: str) -> str:
        """There is a result, entered when and by whom (empty: nobody with an account)."""

    def describe_decision(self, *, several: bool) -> str:
        """Who decides, and what counts until then; `several`: more than two results differ."""


_families: dict[type[OtherResultBase], SlotFamily] = {}


def register_slots(family: SlotFamily) -> None:
    """Call it in the app's `ready`; registered again it is replaced."""
    _families[family.other_results] = family


def slot_families() -> list[SlotFamily]:
    return list(_families.values())


def family_of(slot: ResultSlot) -> SlotFamily:
    return _families[slot.other_results.model]


def is_other_result(game: Game) -> bool:
    """Whether it stands beside the result of some slot, of either family."""
    return any(family.other_results.objects.filter(game=game).exists() for family in slot_families())
