"""What a person asked for cannot be done: said to them in their language, never logged as a fault."""

from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class UserError(Exception):
    """Base of the errors that services raise.

    The code is stable (programs and tests rely on it); the message is translated when it is read, with the
    parameters the error was raised with.
    """

    code: ClassVar[str]
    message: ClassVar[str | Promise]
    status: ClassVar[int] = 409

    def __init__(self, **parameters: Any) -> None:
        super().__init__(self.code)
        self.parameters = parameters

    def __str__(self) -> str:
        return str(self.message) % self.parameters


class NotAllowedError(UserError, PermissionDenied):
    """Where no view catches it, Django shows the page that says so, not a fault of ours."""

    code = "not_allowed"
    message = _("You are not allowed to do this.")
    status = 403
