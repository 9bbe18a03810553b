"""A game as one row of a list."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.clubs.models import Club
from games.models import Game
from games.web.life.columns import SeatColumn, columns_of
from games.web.life.standing import tone_of
from games.wording import label


@dataclass(frozen=True, slots=True)
class GameRow:
    """`seats` from the first place down."""

    game: Game
    system: str
    club: Club | None
    seats: list[SeatColumn]
    tone: str


def rows_of(games: Iterable[Game]) -> list[GameRow]:
    """Of games fetched `with_seats`; asks the database nothing."""
    return [
        GameRow(
            game=game,
            system=str(label(game.system, f"system.{game.system}")),
            club=game.club,
            seats=sorted(columns_of(game), key=lambda column: (column.rank, column.index)),
            tone=tone_of(game.state),
        )
        for game in games
    ]
