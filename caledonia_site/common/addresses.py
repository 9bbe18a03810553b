"""Addresses of pages: whole ones for e-mails, and those that one page has by the hundred."""

from functools import lru_cache

from django.conf import settings
from django.urls import reverse

STAND_IN = "0"


def address_at(name: str, *keys: str) -> str:
    """The same as `reverse` with these keys, of which only the last differs from call to call; all are made of letters,
    digits and hyphens. Django works out each address anew, which is a tenth of the time of a list of games.
    """
    *known, last = keys
    before, after = _around(name, *known)
    return f"{before}{last}{after}"


def site_url(path: str) -> str:
    """The whole address, for what is read elsewhere: of the configured site, never of whatever host a request named."""
    return f"{settings.PUBLIC_URL}{path}"


@lru_cache(maxsize=1_000)
def _around(name: str, *known: str) -> tuple[str, str]:
    before, _, after = reverse(name, args=[*known, STAND_IN]).rpartition(STAND_IN)
    return before, after
