"""Every action on a game, and the requests by which people try it on the site."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from games.players.models import Player
from games.results.models import Game, Seat
from tests.permissions.people import KINDS

# Besides the kinds of people around a club: those who have to do with the game, in the club or no more.
GAME_KINDS = KINDS | {
    "seated": "Sat there, not in the club",
    "recorder": "Recorded it, a member",
    "former recorder": "Recorded it, left the club",
}
RECORDERS = {"recorder", "former recorder"}


@dataclass(frozen=True)
class GameAction:
    """`name` is the address by its name; empty where the right shows in another page's choices only."""

    label: str
    permission: str
    name: str = ""
    arguments: tuple[Any, ...] = ()
    method: str = "get"
    private: bool = False
    of_club: bool = False
    """Asked of the club, not of one of its games."""
    without_club: bool = False
    """The game is in no club (then the roles of a club mean nothing)."""

    def path(self, game: Any, club: Any) -> str:
        if self.of_club:
            return reverse(self.name, args=[club.slug])
        return reverse(self.name, args=[game.public_id, *self.arguments])


def imagined_game(action: GameAction, club: Any, kind: str, account_id: int | None) -> Game:
    """A game without a database: nobody known sits there unless the kind of person says so."""
    game = Game(pk=1, club=None if action.without_club else club, recorded_by_id=99)
    if kind in RECORDERS:
        game.recorded_by_id = account_id
    seats = [Seat(index=0, player=Player(pk=1, account_id=account_id))] if kind == "seated" else []
    game._prefetched_objects_cache = {"seats": seats}
    return game


GAME_ACTIONS = [
    GameAction("See a game of a public or unlisted club", "games.see_game", "games:detail"),
    GameAction("See a game of a private club", "games.see_game", "games:detail", private=True),
    GameAction("See a game’s history and photo", "games.see_history", "games:history"),
    GameAction("See those of a game in no club", "games.see_history", "games:history", without_club=True),
    GameAction("Read what others objected", "games.see_objections"),
    GameAction("Confirm or dispute as the account of a seat", "games.judge_game", "games:dispute"),
    GameAction("Correct a game, or go back to an earlier version", "games.correct_game", "games:edit"),
    GameAction("Hand out personal links of guests", "games.see_personal_links", "games:personal_link", (1,)),
    GameAction("Show the code of the table", "games.show_table_code"),
    GameAction("Hand out the link that names guests", "games.share_names"),
    GameAction("Settle a result", "games.settle_game", "games:settle", method="post"),
    GameAction("Take a game out, and restore it", "games.void_game", "games:void", method="post"),
    GameAction("Take out a game that is in no club", "games.void_game", "games:void", without_club=True),
    GameAction("Save a game into a club", "games.save_into_club", "games:save", without_club=True),
    GameAction("Record a game one played in", "games.record_in_club", of_club=True),
    GameAction("Record a game of others", "games.record_for_others", of_club=True),
    GameAction("Change when games count", "games.change_confirmation", "clubs:counting", of_club=True),
]
