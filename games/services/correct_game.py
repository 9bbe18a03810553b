"""Correct a recorded game: a new version, never an overwritten one."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from games.enums import GameState, VersionCause
from games.models import Game
from games.players.actors import Actor, account_of
from games.services.announcing import refresh_state
from games.services.edit_secrets import Proof
from games.services.errors import GameIsVoidError, NothingChangedError, VersionConflictError
from games.services.judge_result import confirm_own_seat
from games.services.new_games import refuse_future
from games.services.results import Circumstances, Person, add_version, facts_of, score_sheet, write_result
from games.services.rights import require_right_to_correct
from games.signals import game_news


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
    """Store the corrected sheet as the next version; verdicts on the old one no longer speak for it.

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
    game.version += 1
    game.settled = False
    # The days of silence begin anew: nobody has had time to object to this version.
    game.submitted_at = timezone.now()
    write_result(game, scored, circumstances, people)
    add_version(game, scored, facts, cause=cause, author=author, comment=comment)
    confirm_own_seat(game, author)
    game_news.send(sender=Game, game=game, news="corrected")
    refresh_state(game, since=earlier_day, content_changed=True)
    return game
