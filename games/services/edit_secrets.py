"""What lets a visitor without an account correct the game they entered."""

from django.utils.crypto import constant_time_compare, salted_hmac


def hashed(secret: str) -> str:
    return salted_hmac("games.edit_secret", secret, algorithm="sha256").hexdigest()


def opens(stored: str, secret: str) -> bool:
    return bool(stored and secret) and constant_time_compare(stored, hashed(secret))
