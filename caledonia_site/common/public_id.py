"""Short public identifiers that nobody can guess or count, used in every address instead of row numbers."""

import secrets

# No vowels (no accidental words) and nothing that looks like something else when read aloud from a phone.
ALPHABET = "23456789bcdfghjkmnpqrstvwxyz"
LENGTH = 10


def new_public_id() -> str:
    """Ten letters of 28: about 48 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
