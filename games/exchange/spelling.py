"""How names of files are compared: a file of a hundred thousand games has a few thousand names, again and again."""

from functools import lru_cache

from games.players.names import normalised, tidy

LONGEST_NAME, LONGEST_KEY = 80, 160


@lru_cache(maxsize=20_000)
def spelled(name: str) -> tuple[str, str]:
    """The name without stray characters, and the key under which all its spellings are the same."""
    clean = tidy(name)[:LONGEST_NAME]
    return clean, normalised(clean)[:LONGEST_KEY]


def without_address(name: str) -> str:
    """Some people are kept under their e-mail address, which others must not see: what stands before the @."""
    return name.partition("@")[0].strip()
