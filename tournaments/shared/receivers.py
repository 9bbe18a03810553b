"""What follows in both families from changes elsewhere."""

from typing import Any

from django.dispatch import receiver

from games.results.models import Game
from games.results.signals import game_coming_back
from tournaments.shared.errors import OtherResultStaysOutError
from tournaments.shared.slots import is_other_result


@receiver(game_coming_back)
def refuse_another_result_of_a_slot(sender: Any, *, game: Game, **_: Any) -> None:
    """Brought back beside the result of its table it would count twice; there an organiser chooses it instead."""
    if is_other_result(game):
        raise OtherResultStaysOutError
