"""Go back to an earlier version of a game, as a new version."""

from django.db import transaction

from games.enums import VersionCause
from games.models import Game, SheetVersion
from games.players.actors import Actor
from games.players.models import Player
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
    listed = version.facts["people"]
    keys = [person["player"] for person in listed if person["player"]]
    found = {player.public_id: _present(player) for player in Player.with_merged.filter(public_id__in=keys)}
    return [Person(player=found.get(person["player"]), name=person["name"]) for person in listed]


def _present(player: Player) -> Player:
    while player.merged_into is not None:
        player = player.merged_into
    return player
