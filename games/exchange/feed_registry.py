"""Feeds of a club that other apps have, for the page that lists them: every app says it here, so that this one need not
know them.
"""

from collections.abc import Callable, Iterable

from games.clubs.models import Club

Addresses = Callable[[Club], Iterable[tuple[str, str]]]
_providers: list[Addresses] = []


def register_feeds(provider: Addresses) -> None:
    """Called once per provider from the `ready` of the app that owns it. It gives names and paths of feeds which open
    with the club's secret link (`viewer_of_feed`).
    """
    if provider not in _providers:
        _providers.append(provider)


def feeds_of_club(club: Club) -> list[tuple[str, str]]:
    return [feed for provider in _providers for feed in provider(club)]
