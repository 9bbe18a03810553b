"""Why a game could not be recorded, corrected or judged."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from scoring.types import Violation

if TYPE_CHECKING:
    from games.results.models import Game


class SheetRejectedError(UserError):
    """Carries every violation the engine found, each with its code and the path of its field."""

    code = "sheet_rejected"
    message = _("The sheet has mistakes. They are marked at their fields.")
    status = 400

    def __init__(self, violations: Sequence[Violation]) -> None:
        super().__init__()
        self.violations = tuple(violations)


class WarningsUnconfirmedError(UserError):
    code = "warnings_unconfirmed"
    message = _("Some values are unusual. Please check them and confirm.")

    def __init__(self, warnings: Sequence[Violation]) -> None:
        super().__init__()
        self.warnings = tuple(warnings)


class UnknownSystemError(UserError):
    code = "unknown_system"
    message = _("This game is not known here.")
    status = 404


class SeatsMismatchError(UserError):
    code = "seats_mismatch"
    message = _("The sheet and the list of players have different numbers of seats.")
    status = 400


class PlayerTwiceError(UserError):
    code = "player_twice"
    message = _("Nobody can sit in two seats of one game.")
    status = 400


class PlayedInTheFutureError(UserError):
    code = "played_in_the_future"
    message = _("The date of play is in the future.")
    status = 400


class VersionConflictError(UserError):
    code = "version_conflict"
    message = _("Somebody else changed this in the meantime. Look at their change, then decide again.")
    status = 412


class NothingChangedError(UserError):
    code = "nothing_changed"
    message = _("Nothing was changed.")


class ResultOnlyError(UserError):
    code = "result_only"
    message = _("Only the result of this game is known. Fill in its sheet first.")


class GameIsVoidError(UserError):
    code = "game_is_void"
    message = _("This game is void. Restore it first.")


class SpentKeyError(UserError):
    """The key belongs to something else for good: what was sent is kept by sending it under a new one.

    `game` is what was recorded with the key, if whoever sends may know it.
    """

    def __init__(self, game: "Game | None" = None) -> None:
        super().__init__()
        self.game = game


class IdempotencyKeyTakenError(SpentKeyError):
    code = "entry_key_taken"
    message = _("This sheet belongs to another game. What you entered can be sent as a new game.")


class KeyOfAnotherGameError(SpentKeyError):
    code = "key_of_another_game"
    message = _(
        "This sheet was already recorded with other values. Send what you entered as a new game, or correct the "
        "recorded one."
    )


class AlreadyRecordedError(SpentKeyError):
    code = "already_recorded"
    message = _("This game was already recorded.")
    status = 410


class ResultElsewhereError(UserError):
    """Base of what an area says that waited for a game: it is the result of something else already."""


class TooManyDraftsError(UserError):
    code = "too_many_drafts"
    message = _("You have many unfinished sheets. Finish one or throw one away first.")


class NotAPlayersSeatError(UserError):
    code = "not_a_players_seat"
    message = _("A bot cannot confirm a result.")


class GameHasClubError(UserError):
    code = "game_has_club"
    message = _("This game is already saved in a club.")


class NotYourGameError(UserError):
    code = "not_your_game"
    message = _("Members save games they played in. For a game of others, ask a scorekeeper of the club.")
    status = 403
