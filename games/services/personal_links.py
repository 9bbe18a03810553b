"""Personal links: a seated player without an account confirms or disputes by one."""

from datetime import timedelta

from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.models import Game, Seat
from games.services.rights import has_left

LIFE = timedelta(days=60)
_SALT = "games.personal_link"


class LinkExpiredError(UserError):
    code = "link_expired"
    message = _("This link has expired. Ask whoever recorded the game for a new one.")
    status = 410


class LinkInvalidError(UserError):
    code = "link_invalid"
    message = _("This link is not valid, or somebody else sits in this seat now.")
    status = 404


def token_for(seat: Seat, game: Game) -> str:
    """Bound to the game, the seat and who sits there: after a change of seats it speaks for nobody else."""
    return signing.dumps([seat.index, _person(seat)], salt=f"{_SALT}:{game.public_id}")


def seat_of_token(game: Game, token: str) -> Seat:
    """The seat of a game fetched with its seats. Raises LinkExpiredError, LinkInvalidError."""
    try:
        index, person = signing.loads(token, salt=f"{_SALT}:{game.public_id}", max_age=LIFE)
    except signing.SignatureExpired:
        raise LinkExpiredError from None
    except signing.BadSignature:
        raise LinkInvalidError from None
    for seat in game.seats.all():
        if seat.index == index and not seat.is_bot and constant_time_compare(person, _person(seat)):
            if has_left(seat, game):
                break
            return seat
    raise LinkInvalidError


def _person(seat: Seat) -> str:
    """Who sits there, unreadable in the address."""
    who = f"player:{seat.player_id}" if seat.player_id else f"name:{seat.name}"
    return salted_hmac(_SALT, who, algorithm="sha256").hexdigest()[:16]
