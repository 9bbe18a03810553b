"""What a phone cannot do on a joint sheet, and why."""

from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import NotAllowedError, UserError
from games.joint_sheets.models import JointSheet


class SheetOverError(UserError):
    """With the sheet: its people are led to the game."""

    code = "over"
    message = _("This sheet is not being filled in any more.")
    status = 410

    def __init__(self, sheet: JointSheet) -> None:
        super().__init__()
        self.sheet = sheet


class NotJoinedError(UserError):
    code = "not_joined"
    message = _("This phone is not at the table any more. Say who you are, then go on.")
    status = 403


class NotKeeperError(NotAllowedError):
    code = "not_keeper"
    message = _("Only whoever keeps the sheet can do this.")


class KeeperIsHereError(UserError):
    code = "keeper_is_here"
    message = _("The phone that keeps the sheet was heard just now. It can hand the sheet on.")


class SeatTakenError(UserError):
    code = "seat_taken"
    message = _("Somebody on another phone has this seat.")


class NoSuchSeatError(UserError):
    code = "no_such_seat"
    message = _("There is no such seat at this table.")


class NoSuchPhoneError(UserError):
    code = "no_such_phone"
    message = _("This phone has left the table.")


class TooManyPhonesError(UserError):
    code = "too_many_phones"
    message = _("So many phones cannot fill in one sheet.")


class TooManyPagesError(UserError):
    code = "too_many_pages"
    message = _("This sheet was opened too often. Let whoever keeps it end it and invite anew.")


class MissingChangesError(UserError):
    code = "gap"
    message = _("Something typed before this has not arrived yet.")


class AlreadyTogetherError(UserError):
    """With the sheet: whoever may enter the result joins it."""

    code = "already_together"
    message = _("This table fills in a sheet together already.")

    def __init__(self, sheet: JointSheet) -> None:
        super().__init__()
        self.sheet = sheet


class TooLargeError(UserError):
    code = "too_large"
    message = _("There is too much on this sheet to fill it in together.")
    status = 413


class ChangedMeanwhileError(UserError):
    code = "changed_meanwhile"
    message = _("Somebody changed the sheet just now. Look at it once more, then record it.")
    status = 412


class SignInToRecordError(UserError):
    code = "sign_in_to_record"
    message = _(
        "The result of this table is entered by an account: one of its players, or whoever keeps the club’s scores. "
        "Sign in on any phone at this sheet, then record it there."
    )
    status = 403


class NotYourClubError(UserError):
    code = "not_your_club"
    message = _("You cannot record games in the club that is chosen here. Choose another club, or none.")
    status = 403
