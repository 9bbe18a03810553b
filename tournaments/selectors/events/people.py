"""Who takes part in a tournament."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, QuerySet

from games.clubs.models import Membership
from games.players.models import Player
from games.players.names import normalised
from tournaments.event_enums import TAKING_A_PLACE, EntryState
from tournaments.models import Event, EventEntry, EventWish


@dataclass(frozen=True, slots=True)
class Places:
    """`free` is None without a limit."""

    taken: int
    there: int
    waiting: int
    requests: int
    free: int | None


def people_of(event: Event, viewer: Any) -> list[EventEntry]:
    """Everybody on the list but who withdrew, in the order they came; each knows its event."""
    entries = event.entries.exclude(state=EntryState.WITHDRAWN).order_by("queued_at", "pk")
    found = list(entries.shown_to(viewer, named=event.shows_names))
    for entry in found:
        entry.event = event
        if entry.state == EntryState.INVITED:
            # Who was only invited has not agreed to be named.
            entry.player.named_here = False
    return found


def called(entries: Iterable[EventEntry], search: str) -> list[EventEntry]:
    """Those with all words of the search in their names, however they are written."""
    words = normalised(search).split()
    return [one for one in entries if all(word in normalised(one.player.shown.name) for word in words)]


def by_name(entries: Iterable[EventEntry]) -> list[EventEntry]:
    return sorted(entries, key=lambda one: normalised(one.player.shown.name))


def places_of(event: Event) -> Places:
    states = list(event.entries.values_list("state", flat=True))
    taken = sum(state in TAKING_A_PLACE for state in states)
    return Places(
        taken=taken,
        there=states.count(EntryState.CHECKED_IN),
        waiting=states.count(EntryState.WAITING),
        requests=states.count(EntryState.REQUESTED),
        free=None if event.cap is None else max(0, event.cap - taken),
    )


def left_the_club(event: Event) -> set[int]:
    """Row numbers of the players with a place who are not in the club any more: they cannot be checked in."""
    members = Membership.objects.filter(club=event.club_id).values("player")
    gone = event.entries.filter(state__in=TAKING_A_PLACE).exclude(player__in=members)
    return set(gone.values_list("player", flat=True))


def own_entry(event: Event, viewer: Any) -> EventEntry | None:
    if not viewer.is_authenticated:
        return None
    entry = event.entries.filter(player__account=viewer.pk).select_related("player").first()
    if entry:
        entry.event = event
    return entry


def entry_by_token(token: str) -> EventEntry | None:
    """Of whoever holds the player's QR code."""
    return EventEntry.objects.filter(token=token).select_related("event__club", "player").first()


def players_to_enter(event: Event, viewer: Any) -> QuerySet[Player]:
    """Members and guests of the club who have no line on the list, or withdrew."""
    members = Membership.objects.filter(club=event.club_id).values("player")
    listed = event.entries.exclude(state=EntryState.WITHDRAWN).values("player")
    return (
        Player.objects.filter(pk__in=members)
        .exclude(pk__in=listed)
        .shown_to(viewer)
        .order_by("name_key", "pk")
    )


def wishes_of(event: Event, viewer: Any) -> list[EventWish]:
    """With both players as the viewer may see them."""
    players = Player.with_merged.shown_to(viewer)
    wishes = event.wishes.select_related("one", "other").prefetch_related(
        Prefetch("one__player", queryset=players), Prefetch("other__player", queryset=players)
    )
    return list(wishes.order_by("pk"))
