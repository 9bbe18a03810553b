"""How a player fared against each opponent."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.models import Seat
from games.models.seat import shown_at_table
from games.players.models import Player
from games.players.models.player import ShownPlayer
from games.players.selectors.shown_players import shown_players

MOST_OPPONENTS = 20


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Games at one table, and how often the player was placed ahead of, behind and level with the opponent."""

    opponent: ShownPlayer
    games: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        return self.games - self.ahead - self.behind


class Meetings(NamedTuple):
    games: int = 0
    ahead: int = 0
    behind: int = 0


def head_to_head(
    *, player: Player, viewer: Any, ranks: Mapping[int, int], most: int = MOST_OPPONENTS
) -> list[HeadToHead]:
    """The most frequent opponents whose names the viewer may know. `ranks` are the player's own, by game, in the
    games to look at.

    Others are left out: a row without a name would still tell how often the two met. From one's own page nobody is:
    they sat at the same tables.
    """
    met = _met(player, ranks)
    is_own = bool(viewer.is_authenticated and player.account_id == viewer.pk)
    # Those merged into another one have no seats.
    shown = {
        number: shown_at_table(one, is_named_at_table=is_own)
        for number, one in shown_players(met, viewer=viewer).items()
        if is_own or one.shown.public_id
    }
    order = sorted(shown, key=lambda number: (-met[number].games, -met[number].ahead, number))
    return [HeadToHead(shown[number], *met[number]) for number in order[:most]]


def _met(player: Player, ranks: Mapping[int, int]) -> dict[int, Meetings]:
    """By opponent. Counted here: the database would have to find the player's games once more."""
    if not ranks:
        return {}
    own_seats = Seat.objects.filter(player=player).order_by().values("game_id")
    seats = Seat.objects.filter(game__in=own_seats, player__isnull=False).order_by()
    met: dict[int, Meetings] = {}
    for game, opponent, rank in seats.values_list("game_id", "player_id", "rank"):
        own = ranks.get(game)
        if own is not None and opponent is not None and opponent != player.pk:
            games, ahead, behind = met.get(opponent, Meetings())
            met[opponent] = Meetings(games + 1, ahead + (own < rank), behind + (own > rank))
    return met
