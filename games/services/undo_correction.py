"""Go back to an earlier version of a game, as a new version."""

from django.db import transaction

from games.enums import VersionCause
from games.models import Game, SheetVersion
from games.players.actors import Actor
from games.services.contents import present_players
from games.services.correct_game import correct_game
from games.services.edit_secrets import Proof
from games.services.errors import ResultOnlyError
from games.services.new_games import RESULT
from games.services.results import Person, circumstances_from


@transaction.atomic
def undo_correction(
    *, actor: Actor, version: SheetVersion, expected_version: int, proof: Proof | None = None
) -> Game:
    """The game says again what that version said; what came after it stays in the history.

    Raises ResultOnlyError for a version without a sheet, besides what `correct_game` raises.
    """
    if RESULT in version.sheet:
        raise ResultOnlyError
    return correct_game(
        actor=actor,
        game=version.game,
        expected_version=expected_version,
        sheet=version.sheet,
        circumstances=circumstances_from(version.facts),
        people=people_from(version),
        warnings_confirmed=True,
        cause=VersionCause.UNDONE,
        proof=proof,
    )


def people_from(version: SheetVersion) -> list[Person]:
    """Who sat where in a version; players merged since are the ones they were merged into."""
    found = present_players([version.facts])
    return [
        Person(player=found.get(person["player"]), name=person["name"]) for person in version.facts["people"]
    ]
