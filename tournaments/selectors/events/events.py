"""Tournaments for whoever asks: what they may not see does not exist for them."""

from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import Http404

from caledonia_site.common.permissions import may
from games.clubs.models import Club
from games.players.models.player import ShownPlayer
from tournaments.event_enums import FROM_OUTSIDE, TAKING_A_PLACE, EventState
from tournaments.models import Event, EventEntry


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
