"""Why a game could not be recorded, corrected or judged."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from scoring.types import Violation


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


class EntryKeyTakenError(UserError):
    code = "entry_key_taken"
    message = _("Another game was already recorded with this key.")


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
