"""Personal links: a seated player without an account confirms or disputes by one."""

from datetime import timedelta

from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

from games.enums import VerdictMeans
from games.models import Game, Seat
from games.players.models import User
from games.services.rights import has_left
from games.services.tickets import LinkExpiredError, LinkInvalidError, Ticket

LIFE = timedelta(days=60)
_SALT = "games.personal_link"


def token_for(seat: Seat, game: Game, *, shown_by: User | None = None) -> str:
    """Bound to the game, the seat and who sits there: after a change of seats it speaks for nobody else."""
    told = [seat.index, person_in(seat), shown_by.pk if shown_by else None]
    return signing.dumps(told, salt=f"{_SALT}:{game.public_id}")


def link_ticket(game: Game, token: str) -> tuple[Seat, Ticket]:
    """The seat of a game fetched with its seats. Raises LinkExpiredError, LinkInvalidError."""
    try:
        # Links handed out before they carried who did so have two parts.
        index, person, *shown_by = signing.loads(token, salt=f"{_SALT}:{game.public_id}", max_age=LIFE)
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


def person_in(seat: Seat) -> str:
    """Who sits there, unreadable."""
    who = f"player:{seat.player_id}" if seat.player_id else f"name:{seat.name}"
    return salted_hmac(_SALT, who, algorithm="sha256").hexdigest()[:16]
