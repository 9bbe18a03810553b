"""What becomes of games when two players turn out to be one person."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.players.merges import ForeignKeyRows, register_moving, register_staying
from games.players.models import Player
from games.results.models import Game


class SatTogetherError(UserError):
    code = "sat_together"
    message = _("These two players sat at one table, so they cannot be the same person.")


class SeatRows(ForeignKeyRows):
    """Seats change their player; two seats of one game never can."""

    def __init__(self) -> None:
        super().__init__("results.Seat.player", label=_("Games"))

    def move(self, source: Player, target: Player) -> Any:
        if Game.objects.filter(seats__player=source).filter(seats__player=target).exists():
            raise SatTogetherError
        return super().move(source, target)


def register() -> None:
    register_moving(SeatRows())
    register_moving(ForeignKeyRows("results.Verdict.player", label=_("Confirmed and disputed results")))
    # Counted from the seats, and counted again after a merge.
    register_staying("results.ClubTally.player")
