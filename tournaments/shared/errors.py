"""What cannot be done in either family, said to whoever tried."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from scoring.types import Violation


class FieldError(UserError):
    """An error that belongs to one field of the form it came from."""

    field: ClassVar[str] = ""
    status = 400


class UnknownSystemError(FieldError):
    code = "unknown_system"
    field = "system"
    message = _("There is no such game.")


class EndsBeforeStartError(FieldError):
    code = "ends_before_start"
    field = "ends_on"
    message = _("The last day is before the first.")


class NamesShownError(UserError):
    """Said to who did not read it before they came in."""

    code = "names_shown"
    message = _(
        "You’re not in yet: the organisers have chosen to show players’ names to everyone. "
        "Read the page again, then decide."
    )


class OtherResultStaysOutError(UserError):
    code = "other_result_stays_out"
    message = _(
        "This is another result of a table or scheduled game: brought back, one game would count twice. "
        "An organiser chooses there which result counts."
    )


class OtherPlayersError(FieldError):
    code = "other_players"
    field = "game"
    message = _("Other people sat at that table than the schedule says.")


class OtherClubError(FieldError):
    code = "other_club"
    field = "game"
    message = _("That game belongs to another club, or to none.")


class OtherSystemError(FieldError):
    code = "other_system"
    field = "game"
    message = _("That was another game than the league plays.")


class VoidGameError(FieldError):
    code = "void_game"
    field = "game"
    message = _("That game was taken out and counts for nothing.")


class NobodyForfeitsError(FieldError):
    code = "nobody_forfeits"
    field = "forfeiting"
    message = _("Say who forfeits the game, or call it off.")


class ViolationsError(UserError):
    """`violations` name everything that is wrong, each with its path."""

    status = 400

    def __init__(self, violations: Sequence[Violation], **parameters: Any) -> None:
        super().__init__(**parameters)
        self.violations = tuple(violations)


class NoConflictError(UserError):
    code = "no_conflict"
    message = _("There is only one result of this table.")


class AlreadyChosenError(UserError):
    code = "already_chosen"
    message = _(
        "Somebody has already chosen a result: the one with %(points)s points. Look at the results, then choose again "
        "if it is the wrong one."
    )


class NotOfThisTableError(FieldError):
    code = "not_of_this_table"
    field = "game"
    message = _("That game is not a result of this table.")
