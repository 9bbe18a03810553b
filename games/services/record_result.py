"""Record a game of which only the result is known, such as one from another program."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from games.clubs.models import Club
from games.models import Game, Seat
from games.players.actors import Actor, account_of
from games.services.announcing import refresh_state
from games.services.judge_result import confirm_own_seat
from games.services.new_games import ResultSeat, game_of_result
from games.services.results import Circumstances, Person
from games.services.rights import require_right_to_record
from games.signals import game_news


@transaction.atomic
def record_result(
    *,
    actor: Actor,
    system: str,
    seats: Sequence[ResultSeat],
    circumstances: Circumstances,
    people: Sequence[Person],
    club: Club | None = None,
    entry_key: UUID | None = None,
) -> Game:
    """The game counts for results and ratings, never for statistics of single lines: nobody can check them.

    Raises NotAllowedError, NotYourGameError, and why it is no result.
    """
    require_right_to_record(actor, club, people)
    recorder = account_of(actor)
    new = game_of_result(
        system=system, seats=seats, circumstances=circumstances, people=people, recorder=recorder, club=club
    )
    game = new.game
    game.entry_key = entry_key
    game.save()
    Seat.objects.bulk_create(new.seats)
    new.version.save()
    confirm_own_seat(game, recorder)
    game_news.send(sender=Game, game=game, news="submitted")
    refresh_state(game)
    return game
