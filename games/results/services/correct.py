"""Correct a recorded game, or go back to an earlier version: always as a new version, never an overwritten one."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from games.players.actors import Actor, account_of
from games.results.enums import GameState, VersionCause
from games.results.models import Game, SheetVersion
from games.results.services.errors import (
    GameIsVoidError,
    NothingChangedError,
    ResultOnlyError,
    VersionConflictError,
)
from games.results.services.new_games import RESULT, refuse_future
from games.results.services.proofs import Proof, device_in
from games.results.services.results import (
    Circumstances,
    Person,
    add_version,
    circumstances_from,
    content_of,
    facts_of,
    present_players,
    score_sheet,
    write_result,
)
from games.results.services.rights import require_right_to_correct
from games.results.services.status import refresh_state
from games.results.services.verdict_log import confirm_own_seat
from games.results.signals import game_news


@transaction.atomic
def correct_game(
    *,
    actor: Actor,
    game: Game,
    expected_version: int,
    sheet: object,
    circumstances: Circumstances,
    people: Sequence[Person],
    comment: str = "",
    warnings_confirmed: bool = False,
    cause: VersionCause = VersionCause.CORRECTED,
    proof: Proof | None = None,
) -> Game:
    """Store the corrected sheet as the next version. What was confirmed speaks for it only if it says the same of
    everything that is confirmed: a correction of the notes asks nobody again. Disputes stay.

    Raises VersionConflictError when somebody else was faster, so that two people cannot overwrite each other
    unseen; NotAllowedError; GameIsVoidError; NothingChangedError; and what `record_game` raises.
    """
    game = Game.objects.select_for_update().get(pk=game.pk)
    require_right_to_correct(actor, game, proof)
    author = account_of(actor)
    if game.state == GameState.VOID:
        raise GameIsVoidError
    if game.version != expected_version:
        raise VersionConflictError
    refuse_future(circumstances)
    scored = score_sheet(
        system=game.system, sheet=sheet, people=people, warnings_confirmed=warnings_confirmed
    )
    facts = facts_of(circumstances, people)
    current = game.versions.get(number=game.version)
    if current.sheet == scored.raw and current.facts == facts:
        raise NothingChangedError
    earlier_day = game.played_on
    earlier_content = game.content
    game.version += 1
    game.content = content_of(game, scored.raw, facts)
    is_other = game.content != earlier_content
    if is_other:
        game.settled = False
        # The days of silence begin anew: nobody has had time to object to this version.
        game.submitted_at = timezone.now()
    write_result(game, scored, circumstances, people)
    entered_on = device_in(game, proof.device if proof else "")
    add_version(game, scored, facts, cause=cause, author=author, device=entered_on, comment=comment)
    if is_other:
        confirm_own_seat(game, author, entered_on)
    game_news.send(sender=Game, game=game, news="corrected")
    refresh_state(game, since=earlier_day, corrected=True, strictly=is_other)
    return game


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
    players = present_players([version.facts])
    return [
        Person(player=players.get(person["player"]), name=person["name"])
        for person in version.facts["people"]
    ]
