"""Tournaments for whoever asks: what they may not see does not exist for them.

What happened in a tournament, and what its judges noted.

Records of a tournament.

The link in a tournament's e-mails that ends them.

Who takes part in a tournament.

How strong the players of a tournament are believed to be.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.core.signing import BadSignature, Signer
from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import Http404
from django.urls import reverse

from caledonia_site.common.permissions import may
from games.clubs.models import Club, Membership
from games.players.models import Player
from games.players.models.player import ShownPlayer
from games.players.names import normalised
from games.ratings.models import PlayerRating, Pool
from tournaments.events.enums import FROM_OUTSIDE, TAKING_A_PLACE, EntryState, EventState
from tournaments.events.models import Event, EventEntry, EventHistory, EventStandings, EventWish, JudgeNote
from tournaments.shared.wording import HONOURS, shown_value


def events_to_find(viewer: Any) -> QuerySet[Event]:
    """Of public clubs and of the viewer's own, the newest first, each with its club and `player_count`."""
    return _counted(Event.objects.listed_for(viewer).select_related("club"))


def events_of_club(club: Club) -> QuerySet[Event]:
    return _counted(Event.objects.filter(club=club))


def own_events(viewer: Any) -> QuerySet[Event]:
    """That the viewer takes part in, or was invited to, and that are not over; of a club they are in no more, only
    what everybody may see.
    """
    named = EventEntry.objects.filter(player__account=viewer.pk or 0)
    seen = Q(event__club__in=Club.objects.visible_to(viewer).order_by().values("pk"))
    mine = named.filter(seen | Q(state__in=FROM_OUTSIDE)).exclude(event__state=EventState.FINISHED)
    return _counted(Event.objects.filter(pk__in=mine.values("event")).select_related("club"))


def _counted(events: QuerySet[Event]) -> QuerySet[Event]:
    places = Count("entries", filter=Q(entries__state__in=TAKING_A_PLACE))
    return events.annotate(player_count=places).order_by("-starts_on", "-pk")


def event_for(key: str, viewer: Any) -> Event:
    """By what stands in its address; the club knows the viewer's role. Raises Http404."""
    club = Prefetch("club", queryset=Club.objects.for_viewer(viewer))
    event = Event.objects.filter(public_id=key.partition("-")[0]).prefetch_related(club).first()
    if event is None or not may(viewer, "events.see_event", event):
        raise Http404
    return event


def event_by_screen_key(screen_key: str) -> Event | None:
    """For who has the link of the big screen, whatever club it is of; it ends with the tournament."""
    living = Event.objects.exclude(state=EventState.FINISHED).exclude(screen_key="")
    return living.filter(screen_key=screen_key).first()


def winners_of(events: QuerySet[Event] | list[Event], viewer: Any) -> dict[int, ShownPlayer]:
    """Who won each finished event, by its row."""
    naming = {one.pk: one.shows_names for one in events}
    first = EventEntry.objects.filter(event__in=list(naming), final_place=1).shown_to(viewer, named=False)
    return {entry.event_id: entry.player.shown_where(named=naming[entry.event_id]) for entry in first}


def history_of(event: Event, viewer: Any) -> QuerySet[EventHistory]:
    """The newest first, with who did it and whom it concerns as the viewer may see them."""
    players = Player.with_merged.shown_to(viewer)
    return (
        event.history.select_related("account", "entry", "game")
        .prefetch_related(
            Prefetch("account__player", queryset=players), Prefetch("entry__player", queryset=players)
        )
        .order_by("-pk")
    )


def notes_of(event: Event, viewer: Any) -> QuerySet[JudgeNote]:
    """For who may see notes (`events.see_notes`), the newest first."""
    players = Player.with_merged.shown_to(viewer)
    return (
        event.notes.select_related("account", "table__round", "entry")
        .prefetch_related(
            Prefetch("account__player", queryset=players), Prefetch("entry__player", queryset=players)
        )
        .order_by("-pk")
    )


@dataclass(frozen=True, slots=True)
class EventHonour:
    title: str
    holders: tuple[ShownPlayer, ...]
    value: str
    games: tuple[str, ...]


def event_honours(event: Event, viewer: Any) -> list[EventHonour]:
    """The best of all stages; of equal ones everybody who holds it."""
    best: dict[str, tuple[Fraction, list[int], list[str]]] = {}
    for table in EventStandings.objects.filter(stage__event=event).order_by("stage__number", "pk"):
        for one in table.records.get("honours", []):
            value, key = Fraction(one["value"]), one["key"]
            if key not in best or value > best[key][0]:
                best[key] = (value, list(one["entries"]), list(one["games"]))
            elif value == best[key][0]:
                best[key][1].extend(one["entries"])
                best[key][2].extend(one["games"])
    wanted = {pk for _, holders, _ in best.values() for pk in holders}
    entries = {
        one.pk: one
        for one in EventEntry.objects.filter(pk__in=wanted).shown_to(viewer, named=event.shows_names)
    }
    return [
        EventHonour(
            title=str(HONOURS[key]),
            holders=tuple(entries[pk].player.shown for pk in dict.fromkeys(best[key][1]) if pk in entries),
            value=shown_value("points", str(best[key][0])),
            games=tuple(dict.fromkeys(best[key][2])),
        )
        for key in HONOURS
        if key in best
    ]


_signer = Signer(sep=".", salt="tournaments.events.mail")


def stop_mail_address(entry: EventEntry) -> str:
    """Works without signing in: who reads the e-mail may end it."""
    return reverse("events:stop_mail", args=[_signer.sign(entry.public_id)])


def entry_of_mail_token(token: str) -> EventEntry | None:
    """The entry a link was made for; None for a forged one."""
    try:
        public_id = _signer.unsign(token)
    except BadSignature:
        return None
    return EventEntry.objects.filter(public_id=public_id).select_related("event", "player").first()


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


def ratings_in(event: Event) -> dict[int, int]:
    """By the player's row, from the club's own pool of ratings for this game; who has none is missing."""
    pool = Pool.objects.filter(system=event.system, scope=f"club:{event.club.public_id}").first()
    if pool is None:
        return {}
    rated = PlayerRating.objects.filter(pool=pool, player__event_entries__event=event)
    return {player: round(rating) for player, rating in rated.values_list("player_id", "rating")}


def strongest_entries_first(event: Event, entries: Iterable[EventEntry]) -> list[EventEntry]:
    """By rating, who has none last; between equals the event's lot decides."""

    def lot(entry: EventEntry) -> str:
        return hashlib.sha256(f"{event.lot_seed}/seeds/{entry.public_id}".encode()).hexdigest()

    return sorted(entries, key=lambda one: (one.rating is None, -(one.rating or 0), lot(one)))
