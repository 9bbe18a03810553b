"""What a club has ahead of it: every app that plans something says it here, so that clubs need not know them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from django.utils.functional import Promise

from games.clubs.models import Club
from games.players.viewers import Viewer


@dataclass(frozen=True, kw_only=True)
class ComingEntry:
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


class ComingProvider(Protocol):
    def coming(self, *, club: Club, viewer: Viewer, limit: int) -> Iterable[ComingEntry]:
        """The next entries of the club that the viewer may see, at most so many, the next first."""
        ...


_providers: list[ComingProvider] = []


def register_coming(provider: ComingProvider) -> None:
    """Called once per provider from the `ready` of the app that owns it."""
    if not any(type(known) is type(provider) for known in _providers):
        _providers.append(provider)


def coming_entries(*, club: Club, viewer: Viewer, limit: int) -> list[ComingEntry]:
    entries = [
        entry for provider in _providers for entry in provider.coming(club=club, viewer=viewer, limit=limit)
    ]
    return sorted(entries, key=lambda entry: (entry.when, entry.title))[:limit]
