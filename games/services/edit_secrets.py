"""What lets somebody without an account act on a game."""

from dataclasses import dataclass

from django.utils.crypto import constant_time_compare, salted_hmac

from games.services.tickets import Ticket


@dataclass(frozen=True, slots=True)
class Proof:
    """What somebody can show for themselves besides an account: the secret of the browser a game was entered in, the
    phone they hold (its cookie), and the link or code they opened.
    """

    edit_secret: str = ""
    device: str = ""
    ticket: Ticket | None = None


def hashed(secret: str) -> str:
    return salted_hmac("games.edit_secret", secret, algorithm="sha256").hexdigest()


def opens(stored: str, secret: str) -> bool:
    return bool(stored and secret) and constant_time_compare(stored, hashed(secret))
