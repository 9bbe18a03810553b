"""The code of the table: everybody who sat there opens it, says who they are, and confirms or disputes."""

from datetime import timedelta

from django.core import signing

from games.enums import VerdictMeans
from games.models import Game
from games.players.models import User
from games.services.tickets import LinkExpiredError, LinkInvalidError, Ticket

LIFE = timedelta(days=7)
_SALT = "games.table_code"


def table_token(game: Game, *, shown_by: User | None) -> str:
    return signing.dumps(shown_by.pk if shown_by else None, salt=f"{_SALT}:{game.public_id}")


def table_ticket(game: Game, token: str) -> Ticket:
    """Raises LinkExpiredError, LinkInvalidError."""
    try:
        shown_by = signing.loads(token, salt=f"{_SALT}:{game.public_id}", max_age=LIFE)
    except signing.SignatureExpired:
        raise LinkExpiredError from None
    except signing.BadSignature:
        raise LinkInvalidError from None
    return Ticket(means=VerdictMeans.TABLE, game_id=game.pk, index=None, shown_by=shown_by)
