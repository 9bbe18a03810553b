"""What a club has ahead of it: every app that plans something says it here, so that clubs need not know them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from django.utils.functional import Promise

from games.clubs.models import Club
from games.players.viewers import Viewer


@dataclass(frozen=True, kw_only=True)
class UpcomingItem:
    """A dated line on the club's home page."""

    when: datetime
    """Shown as the club's clock has it."""
    title: str
    address: str
    kind: str | Promise
    """What it is, in a word or two: "Event", "League round"."""
    place: str = ""
    note: str = ""
    """What else matters at a glance, in the reader's language."""
    is_cancelled: bool = False
    whole_day: bool = False
    """A day without a time: a deadline, the first day of a season."""


class UpcomingProvider(Protocol):
    def upcoming(self, *, club: Club, viewer: Viewer, limit: int) -> Iterable[UpcomingItem]:
        """The next items of the club that the viewer may see, at most so many, the next first."""
        ...


_providers: list[UpcomingProvider] = []


def register_upcoming(provider: UpcomingProvider) -> None:
    """Called once per provider from the `ready` of the app that owns it."""
    if not any(type(known) is type(provider) for known in _providers):
        _providers.append(provider)


def upcoming_items(*, club: Club, viewer: Viewer, limit: int) -> list[UpcomingItem]:
    items = [
        item for provider in _providers for item in provider.upcoming(club=club, viewer=viewer, limit=limit)
    ]
    return sorted(items, key=lambda item: (item.when, item.title))[:limit]
