"""The secret of a personal token, and what is kept of it."""

import hashlib
import secrets

# Says what it is to whoever finds one in a log or a file, and to programs that look for leaked keys.
PREFIX = "cal_"


def new_token_secret() -> str:
    return PREFIX + secrets.token_urlsafe(32)


def digest_of(secret: str) -> str:
    """A plain digest is enough: nobody can try all of 256 random bits."""
    return hashlib.sha256(secret.encode()).hexdigest()
