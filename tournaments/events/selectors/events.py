"""Tournaments for whoever asks: what they may not see does not exist for them. With who takes part and how strong they
are, what happened, what judges noted, its records, and the link in its e-mails that ends them.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.core.signing import BadSignature, Signer
from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import Http404
from django.urls import reverse

from caledonia_site.common.permissions import may
from games.clubs.models import Club, Membership
from games.players.actors import Viewer
from games.players.models import Player
from games.players.models.player import ShownPlayer
from games.players.names import normalised
from tournaments.events.enums import FROM_OUTSIDE, TAKING_A_SPOT, EventState, ParticipantState
from tournaments.events.models import (
    Event,
    EventAuditRecord,
    JudgeNote,
    Participant,
    SeatingRule,
    StageStandings,
)
from tournaments.shared.selectors.strength import ratings_in
from tournaments.shared.wording import HONOURS, shown_value


def events_to_find(viewer: Viewer) -> QuerySet[Event]:
    """Of public clubs and of the viewer's own, the newest first, each with its club and `player_count`."""
    return _counted(Event.objects.listed_for(viewer).select_related("club"))


def events_of_club(club: Club) -> QuerySet[Event]:
    return _counted(Event.objects.filter(club=club))


def own_events(viewer: Viewer) -> QuerySet[Event]:
    """That the viewer takes part in, or was invited to, and that are not over; of a club they are in no more, only
    what everybody may see.
    """
    named = Participant.objects.filter(player__account=viewer.pk or 0)
    seen = Q(event__club__in=Club.objects.visible_to(viewer).order_by().values("pk"))
    mine = named.filter(seen | Q(state__in=FROM_OUTSIDE)).exclude(event__state=EventState.FINISHED)
    return _counted(Event.objects.filter(pk__in=mine.values("event")).select_related("club"))


def _counted(events: QuerySet[Event]) -> QuerySet[Event]:
    places = Count("participants", filter=Q(participants__state__in=TAKING_A_SPOT))
    return events.annotate(player_count=places).order_by("-starts_on", "-pk")


def event_for(key: str, viewer: Viewer) -> Event:
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


def winners_of(events: QuerySet[Event] | list[Event], viewer: Viewer) -> dict[int, ShownPlayer]:
    """Who won each finished event, by its row."""
    naming = {event.pk: event.shows_names for event in events}
    first = Participant.objects.filter(event__in=list(naming), final_place=1).shown_to(viewer, named=False)
    return {
        participant.event_id: participant.player.shown_where(named=naming[participant.event_id])
        for participant in first
    }


def history_of(event: Event, viewer: Viewer) -> QuerySet[EventAuditRecord]:
    """The newest first, with who did it and whom it concerns as the viewer may see them."""
    players = Player.with_merged.shown_to(viewer)
    return (
        event.audit.select_related("account", "participant", "game")
        .prefetch_related(
            Prefetch("account__player", queryset=players), Prefetch("participant__player", queryset=players)
        )
        .order_by("-pk")
    )


def notes_of(event: Event, viewer: Viewer) -> QuerySet[JudgeNote]:
    """For who may see notes (`events.see_notes`), the newest first."""
    players = Player.with_merged.shown_to(viewer)
    return (
        event.notes.select_related("account", "table__round", "participant")
        .prefetch_related(
            Prefetch("account__player", queryset=players), Prefetch("participant__player", queryset=players)
        )
        .order_by("-pk")
    )


@dataclass(frozen=True, slots=True)
class EventHonour:
    title: str
    holders: tuple[ShownPlayer, ...]
    value: str
    games: tuple[str, ...]


def event_honours(event: Event, viewer: Viewer) -> list[EventHonour]:
    """The best of all stages; of equal ones everybody who holds it."""
    best: dict[str, tuple[Fraction, list[int], list[str]]] = {}
    for table in StageStandings.objects.filter(stage__event=event).order_by("stage__number", "pk"):
        for honour in table.records.get("honours", []):
            value, key = Fraction(honour["value"]), honour["key"]
            if key not in best or value > best[key][0]:
                best[key] = (value, list(honour["holders"]), list(honour["games"]))
            elif value == best[key][0]:
                best[key][1].extend(honour["holders"])
                best[key][2].extend(honour["games"])
    rows = {pk for _, holders, _ in best.values() for pk in holders}
    participants = {
        participant.pk: participant
        for participant in Participant.objects.filter(pk__in=rows).shown_to(viewer, named=event.shows_names)
    }
    return [
        EventHonour(
            title=str(HONOURS[key]),
            holders=tuple(
                participants[pk].player.shown for pk in dict.fromkeys(best[key][1]) if pk in participants
            ),
            value=shown_value("points", str(best[key][0])),
            games=tuple(dict.fromkeys(best[key][2])),
        )
        for key in HONOURS
        if key in best
    ]


_signer = Signer(sep=".", salt="tournaments.events.mail")


def stop_mail_address(participant: Participant) -> str:
    """Works without signing in: who reads the e-mail may end it."""
    return reverse("events:stop_mail", args=[_signer.sign(participant.public_id)])


def participant_of_mail_token(token: str) -> Participant | None:
    """The participant a link was made for; None for a forged one."""
    try:
        public_id = _signer.unsign(token)
    except BadSignature:
        return None
    return Participant.objects.filter(public_id=public_id).select_related("event", "player").first()


@dataclass(frozen=True, slots=True)
class Spots:
    """`free` is None without a limit."""

    taken: int
    there: int
    waiting: int
    requests: int
    free: int | None


def people_of(event: Event, viewer: Viewer) -> list[Participant]:
    """Everybody on the list but who withdrew, in the order they came; each knows its event."""
    participants = event.participants.exclude(state=ParticipantState.WITHDRAWN).order_by("queued_at", "pk")
    people = list(participants.shown_to(viewer, named=event.shows_names))
    for participant in people:
        participant.event = event
        if participant.state == ParticipantState.INVITED:
            # Who was only invited has not agreed to be named.
            participant.player.named_here = False
    return people


def called(participants: Iterable[Participant], search: str) -> list[Participant]:
    """Those with all words of the search in their names, however they are written."""
    words = normalised(search).split()
    return [
        participant
        for participant in participants
        if all(word in normalised(participant.player.shown.name) for word in words)
    ]


def by_name(participants: Iterable[Participant]) -> list[Participant]:
    return sorted(participants, key=lambda participant: normalised(participant.player.shown.name))


def spots_of(event: Event) -> Spots:
    states = list(event.participants.values_list("state", flat=True))
    taken = sum(state in TAKING_A_SPOT for state in states)
    return Spots(
        taken=taken,
        there=states.count(ParticipantState.CHECKED_IN),
        waiting=states.count(ParticipantState.WAITING),
        requests=states.count(ParticipantState.REQUESTED),
        free=None if event.cap is None else max(0, event.cap - taken),
    )


def left_the_club(event: Event) -> set[int]:
    """Row numbers of the players with a place who are not in the club any more: they cannot be checked in."""
    members = Membership.objects.filter(club=event.club_id).values("player")
    gone = event.participants.filter(state__in=TAKING_A_SPOT).exclude(player__in=members)
    return set(gone.values_list("player", flat=True))


def own_participant(event: Event, viewer: Viewer) -> Participant | None:
    if not viewer.is_authenticated:
        return None
    participant = event.participants.filter(player__account=viewer.pk).select_related("player").first()
    if participant:
        participant.event = event
    return participant


def participant_by_token(token: str) -> Participant | None:
    """Of whoever holds the player's QR code."""
    return Participant.objects.filter(token=token).select_related("event__club", "player").first()


def players_to_enter(event: Event, viewer: Viewer) -> QuerySet[Player]:
    """Members and guests of the club who have no line on the list, or withdrew."""
    members = Membership.objects.filter(club=event.club_id).values("player")
    listed = event.participants.exclude(state=ParticipantState.WITHDRAWN).values("player")
    return (
        Player.objects.filter(pk__in=members)
        .exclude(pk__in=listed)
        .shown_to(viewer)
        .order_by("name_key", "pk")
    )


def seating_rules_of(event: Event, viewer: Viewer) -> list[SeatingRule]:
    """With both players as the viewer may see them."""
    players = Player.with_merged.shown_to(viewer)
    rules = event.seating_rules.select_related("first", "second").prefetch_related(
        Prefetch("first__player", queryset=players), Prefetch("second__player", queryset=players)
    )
    return list(rules.order_by("pk"))


def event_ratings(event: Event) -> dict[int, int]:
    """By the player's row; who has none is missing."""
    players = Player.with_merged.filter(event_participations__event=event)
    rated = ratings_in(system=event.system, club=event.club, players=players)
    return {player: round(rating) for player, rating in rated.values_list("player_id", "rating")}


def strongest_first(event: Event, participants: Iterable[Participant]) -> list[Participant]:
    """By rating, who has none last; between equals the event's lot decides."""

    def lot(participant: Participant) -> str:
        return hashlib.sha256(f"{event.lot_seed}/seeds/{participant.public_id}".encode()).hexdigest()

    return sorted(
        participants,
        key=lambda participant: (participant.rating is None, -(participant.rating or 0), lot(participant)),
    )
