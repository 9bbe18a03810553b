"""What lets a visitor without an account correct the game they entered."""

from dataclasses import dataclass

from django.utils.crypto import constant_time_compare, salted_hmac


@dataclass(frozen=True, slots=True)
class Proof:
    """What a visitor without an account can show for themselves."""

    edit_secret: str


def hashed(secret: str) -> str:
    return salted_hmac("games.edit_secret", secret, algorithm="sha256").hexdigest()


def opens(stored: str, secret: str) -> bool:
    return bool(stored and secret) and constant_time_compare(stored, hashed(secret))
