"""What lets somebody without an account answer for a seat: a link or a code that was handed to them."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.enums import VerdictMeans


class LinkExpiredError(UserError):
    code = "link_expired"
    message = _("This link has expired. Ask whoever recorded the game for a new one.")
    status = 410


class LinkInvalidError(UserError):
    code = "link_invalid"
    message = _("This link is not valid, or somebody else sits in this seat now.")
    status = 404


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """A link or code that was found valid. `index` is the only seat it is for (None: every seat of the table);
    `shown_by` the account that handed it out, None for a browser without one.
    """

    means: VerdictMeans
    game_id: int
    index: int | None
    shown_by: int | None
