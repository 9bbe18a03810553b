"""The slip of a table of a tournament or league: its code is the proof of sitting there."""

from django.core import signing
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError

_SALT = "slip of a table"


class NoSlipError(UserError):
    code = "no_slip"
    message = _("This is not the code of a table.")
    status = 404


def slip_address(purpose: str) -> str:
    """For whoever may hand out the table's slip. `purpose` is what a prepared sheet has in its address."""
    return reverse("joint:slip", args=[signing.Signer(salt=_SALT).sign(purpose)])


def purpose_of(token: str) -> str:
    """Raises NoSlipError. It is as good as its table: once that takes no result, it leads nowhere."""
    try:
        return signing.Signer(salt=_SALT).unsign(token)
    except signing.BadSignature:
        raise NoSlipError from None
