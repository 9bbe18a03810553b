"""What lets somebody without an account act on a game: the secret of the browser it was entered in, the phone they
hold as this one game knows it, a personal link to a seat, or the code of the table, which everybody who sat there
opens.

A link may also carry the names of guests: the table that hands it out speaks for them. That signature is bound to
the game alone and made again whenever it is needed: nothing is stored, and the link that went round on the evening
still names the table after the game was saved into a club. It shows nobody who hid, or was hidden, since.
"""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.core import signing
from django.core.signing import Signer
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.clubs.models import Membership
from games.players.models import User
from games.results.enums import GameState, VerdictMeans
from games.results.models import Game, Seat

PERSONAL_LINK_LIFE = timedelta(days=60)
_PERSONAL_LINK_SALT = "games.personal_link"
TABLE_CODE_LIFE = timedelta(days=7)
_TABLE_CODE_SALT = "games.table_code"
# 96 bits, short enough for a printed address.
_LENGTH = 16


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


@dataclass(frozen=True, slots=True)
class Proof:
    """What somebody can show for themselves besides an account: the secret of the browser a game was entered in, the
    phone they hold (its cookie), and the link or code they opened.
    """

    edit_secret: str = ""
    device: str = ""
    ticket: Ticket | None = None


def token_for(seat: Seat, game: Game, *, shown_by: User | None = None) -> str:
    """Bound to the game, the seat and who sits there: after a change of seats it speaks for nobody else."""
    payload = [seat.index, person_in(seat), shown_by.pk if shown_by else None]
    return signing.dumps(payload, salt=f"{_PERSONAL_LINK_SALT}:{game.public_id}")


def link_ticket(game: Game, token: str) -> tuple[Seat, Ticket]:
    """The seat of a game fetched with its seats. Raises LinkExpiredError, LinkInvalidError."""
    try:
        # Links handed out before they carried who did so have two parts.
        index, person, *shown_by = signing.loads(
            token, salt=f"{_PERSONAL_LINK_SALT}:{game.public_id}", max_age=PERSONAL_LINK_LIFE
        )
    except signing.SignatureExpired:
        raise LinkExpiredError from None
    except signing.BadSignature:
        raise LinkInvalidError from None
    for seat in game.seats.all():
        if seat.index == index and not seat.is_bot and constant_time_compare(person, person_in(seat)):
            if has_left(seat, game):
                break
            shown = shown_by[0] if shown_by else None
            return seat, Ticket(means=VerdictMeans.LINK, game_id=game.pk, index=index, shown_by=shown)
    raise LinkInvalidError


def table_token(game: Game, *, shown_by: User | None) -> str:
    return signing.dumps(shown_by.pk if shown_by else None, salt=f"{_TABLE_CODE_SALT}:{game.public_id}")


def table_ticket(game: Game, token: str) -> Ticket:
    """Raises LinkExpiredError, LinkInvalidError."""
    try:
        shown_by = signing.loads(token, salt=f"{_TABLE_CODE_SALT}:{game.public_id}", max_age=TABLE_CODE_LIFE)
    except signing.SignatureExpired:
        raise LinkExpiredError from None
    except signing.BadSignature:
        raise LinkInvalidError from None
    return Ticket(means=VerdictMeans.TABLE, game_id=game.pk, index=None, shown_by=shown_by)


def person_in(seat: Seat) -> str:
    """Who sits there, unreadable."""
    who = f"player:{seat.player_id}" if seat.player_id else f"name:{seat.name}"
    return salted_hmac(_PERSONAL_LINK_SALT, who, algorithm="sha256").hexdigest()[:16]


def has_left(seat: Seat, game: Game) -> bool:
    """Whether a known player sits there who is not in the game's club (any more)."""
    if game.club_id is None or seat.player_id is None:
        return False
    return not Membership.objects.filter(club=game.club_id, player=seat.player_id).exists()


def new_device() -> str:
    return secrets.token_urlsafe(24)


def device_in(game: Game, device: str) -> str:
    """What is stored of a device: another text in each game, so that nobody is followed from game to game."""
    if not device:
        return ""
    return salted_hmac(f"games.device:{game.public_id}", device, algorithm="sha256").hexdigest()


def hashed(secret: str) -> str:
    return salted_hmac("games.edit_secret", secret, algorithm="sha256").hexdigest()


def opens(stored: str, secret: str) -> bool:
    return bool(stored and secret) and constant_time_compare(stored, hashed(secret))


def names_signature(game: Game) -> str:
    return Signer(salt="games.shared_names").signature(game.public_id)[:_LENGTH]


def is_names_signature(game: Game, given: str) -> bool:
    """A game that was taken out is no result to show round."""
    return game.state != GameState.VOID and constant_time_compare(names_signature(game), given)
