"""The list of a tournament: open and close it, come onto it by oneself, by an organiser or by invitation, come off it
before playing, wait for a spot, and what the draw should know of somebody.
"""

from typing import Any

from django.db import transaction
from django.utils import timezone

from caledonia_site.common.errors import NotAllowedError
from caledonia_site.common.permissions import may, require
from games.clubs.enums import Role
from games.clubs.models import Membership
from games.clubs.rules import is_member
from games.clubs.services.guests import add_guest_player
from games.players.actors import Actor
from games.players.models import Player
from tournaments.events.enums import TAKING_A_SPOT, EventAuditKind, EventState, ParticipantState
from tournaments.events.models import Event, Participant
from tournaments.events.services.changes import lock_event
from tournaments.events.services.errors import (
    AlreadyOnTheListError,
    EventBegunError,
    NoStagesError,
    NotAClubPlayerError,
    TooLateToEnterError,
    WrongParticipantStateError,
)
from tournaments.events.services.mail import notify_of_spots
from tournaments.formats.stages import Kind
from tournaments.shared.audit import record_audit
from tournaments.shared.names import require_names_read

# In these a round is drawn from whoever is there; all others have a schedule or a bracket.
OPEN_KINDS = {Kind.SWISS, Kind.HEATS}
COMING_AGAIN = {ParticipantState.WITHDRAWN, ParticipantState.INVITED}
THERE_ALREADY = {
    ParticipantState.REQUESTED,
    ParticipantState.WAITING,
    ParticipantState.REGISTERED,
    ParticipantState.CHECKED_IN,
}
NOT_YET_PLAYING = (ParticipantState.REQUESTED, ParticipantState.INVITED, ParticipantState.WAITING)


def open_registration(*, actor: Actor, event: Event) -> Event:
    """People put themselves on the list, as the event's admission says. Opening twice is opening once.

    Raises EventBegunError, NoStagesError, EventFinishedError.
    """
    return _turn(actor, event, EventState.REGISTRATION)


def close_registration(*, actor: Actor, event: Event) -> Event:
    """From now on organisers put people on the list. Raises EventBegunError, EventFinishedError."""
    return _turn(actor, event, EventState.PLANNED)


@transaction.atomic
def register(*, actor: Actor, event: Event, names_shown: bool = False) -> Participant:
    """A place, or one on the waiting list. Who is not in the club asks first, unless they were invited. Registering
    twice is registering once. `names_shown`: they were told that everybody reads the players' names.

    Raises NotAllowedError, NamesShownError, WrongParticipantStateError (who was dropped), EventFinishedError.
    """
    event = lock_event(event)
    player = getattr(actor, "player_or_none", None)
    if player is None:
        raise NotAllowedError
    participant = event.participants.filter(player=player).first()
    if participant and participant.state in THERE_ALREADY:
        return participant
    is_invited = (
        participant is not None and participant.state == ParticipantState.INVITED and not event.has_begun
    )
    if not is_invited and not may(actor, "events.register", event):
        raise NotAllowedError
    require_names_read(shows_names=event.shows_names, names_read=names_shown)
    if participant and is_invited:
        participant.event = event
        make_member(event, player)
        return move_participant(participant, state_for_newcomer(event), actor=actor)
    if participant:
        refuse_unless(participant, ParticipantState.WITHDRAWN)
    state = state_for_newcomer(event) if is_member(actor, event) else ParticipantState.REQUESTED
    return put_on_list(event, player, state, actor=actor)


@transaction.atomic
def add_participant(
    *, actor: Actor, event: Event, player: Player, team: str = "", family: str = ""
) -> Participant:
    """Also while the event runs: who comes late plays from the next round on, and is there (checked in). Somebody from
    the waiting list gets the next free place.

    Raises NotAClubPlayerError, AlreadyOnTheListError, TooLateToEnterError, EventFinishedError.
    """
    event = lock_event(event)
    require(actor, "events.run_event", event)
    refuse_if_too_late(event)
    if not Membership.objects.filter(club=event.club_id, player=player).exists():
        raise NotAClubPlayerError
    state = state_for_newcomer(event)
    if event.has_begun and state == ParticipantState.REGISTERED:
        state = ParticipantState.CHECKED_IN
    participant = event.participants.filter(player=player).first()
    if participant and participant.state == ParticipantState.WAITING and state != ParticipantState.WAITING:
        participant.event = event
        joined = event.rounds.count() + 1
        return move_participant(participant, state, actor=actor, joined_round=joined)
    if participant and participant.state not in COMING_AGAIN:
        raise AlreadyOnTheListError
    return put_on_list(event, player, state, actor=actor, team=team.strip(), family=family.strip())


@transaction.atomic
def add_guest_participant(
    *, actor: Actor, event: Event, name: str, team: str = "", family: str = ""
) -> Participant:
    """Somebody without an account becomes a guest of the club.

    Raises GuestNameTakenError and what `add_participant` raises.
    """
    require(actor, "events.run_event", event)
    guest = add_guest_player(actor=actor, club=event.club, name=name).player
    return add_participant(actor=actor, event=event, player=guest, team=team, family=family)


@transaction.atomic
def invite_player(*, actor: Actor, event: Event, player: Player) -> Participant:
    """They see the event from now on and take the invitation by registering. Inviting twice is inviting once.

    Raises AlreadyOnTheListError, EventBegunError, EventFinishedError.
    """
    event = lock_event(event)
    require(actor, "events.run_event", event)
    if event.has_begun:
        raise EventBegunError
    participant = event.participants.filter(player=player).first()
    if participant and participant.state == ParticipantState.INVITED:
        return participant
    if participant and participant.state != ParticipantState.WITHDRAWN:
        raise AlreadyOnTheListError
    return put_on_list(event, player, ParticipantState.INVITED, actor=actor)


@transaction.atomic
def confirm_participant(*, actor: Actor, participant: Participant) -> Participant:
    """They become a member of the club, with a place or on the waiting list. (To refuse: `withdraw_participant`.)

    Raises WrongParticipantStateError, TooLateToEnterError, EventFinishedError.
    """
    event = lock_event(participant.event)
    require(actor, "events.run_event", event)
    participant = participant_now(event, participant)
    refuse_unless(participant, ParticipantState.REQUESTED)
    refuse_if_too_late(event)
    make_member(event, participant.player)
    joined = event.rounds.count() + 1
    return move_participant(participant, state_for_newcomer(event), actor=actor, joined_round=joined)


@transaction.atomic
def tag_participant(
    *, actor: Actor, participant: Participant, team: str, family: str, rating: int | None = None
) -> Participant:
    """The draw keeps people of one team or family apart. `rating` is for who has none; the site's own is read when the
    event begins and stays. Draws that were made stay as they are.
    """
    event = lock_event(participant.event)
    require(actor, "events.run_event", event)
    participant = participant_now(event, participant)
    tags = {"team": team.strip(), "family": family.strip(), "rating": rating}
    changes = {name: [getattr(participant, name), new] for name, new in tags.items()}
    changes = {name: pair for name, pair in changes.items() if pair[0] != pair[1]}
    if changes:
        for name, (_, new) in changes.items():
            setattr(participant, name, new)
        participant.save(update_fields=list(changes))
        record_audit(
            event, EventAuditKind.TAGS, actor=actor, participant=participant, detail={"changes": changes}
        )
    return participant


@transaction.atomic
def withdraw_participant(*, actor: Actor, participant: Participant) -> Participant:
    """Players withdraw, refuse an invitation; organisers take anybody off or refuse who asked. The place goes to who
    has waited longest. Twice is once. Raises EventBegunError (then `drop_participant`), WrongParticipantStateError,
    EventFinishedError.
    """
    event = lock_event(participant.event)
    participant = participant_now(event, participant)
    require_own_or(actor, "events.run_event", participant)
    if participant.state == ParticipantState.WITHDRAWN:
        return participant
    if event.has_begun and participant.stages.exists():
        raise EventBegunError
    refuse_unless(participant, *NOT_YET_PLAYING, ParticipantState.REGISTERED, ParticipantState.CHECKED_IN)
    participant = move_participant(participant, ParticipantState.WITHDRAWN, actor=actor)
    promote_waiting(event)
    return participant


def put_on_list(
    event: Event, player: Player, state: ParticipantState, *, actor: Actor, **tags: Any
) -> Participant:
    """Under the event's lock: a new line, or the old one of who comes again, at the end of the queue."""
    participant = event.participants.filter(player=player).first()
    if participant is None:
        participant = Participant(event=event, player=player)
    old = participant.state if participant.pk else ""
    participant.event = event
    participant.state, participant.queued_at = state, timezone.now()
    participant.joined_round = next_round_number(event)
    for name, value in tags.items():
        setattr(participant, name, value)
    participant.save()
    detail = {"old": old, "new": str(state)}
    record_audit(event, EventAuditKind.ENTERED, actor=actor, participant=participant, detail=detail)
    return participant


def move_participant(
    participant: Participant, state: ParticipantState, *, actor: Actor, **changes: Any
) -> Participant:
    """Under the event's lock, with its line in the history."""
    detail = {"old": participant.state, "new": str(state)}
    participant.state = state
    for name, value in changes.items():
        setattr(participant, name, value)
    participant.save(update_fields=["state", *changes])
    record_audit(
        participant.event, EventAuditKind.PARTICIPANT, actor=actor, participant=participant, detail=detail
    )
    return participant


def participant_now(event: Event, participant: Participant) -> Participant:
    """As they are, of the event that is locked."""
    fresh = Participant.objects.select_related("player").get(pk=participant.pk, event=event)
    fresh.event = event
    return fresh


def require_own_or(actor: Actor, permission: str, participant: Participant) -> None:
    """Players act for themselves; others need the permission."""
    if not may(actor, "events.answer_for_entry", participant) and not may(actor, permission, participant):
        raise NotAllowedError


def refuse_unless(participant: Participant, *states: ParticipantState) -> None:
    if participant.state not in states:
        raise WrongParticipantStateError(state=participant.get_state_display())


def make_member(event: Event, player: Player) -> None:
    """Whoever plays belongs to the club: so its members know the names at their tables, and may record the games."""
    Membership.objects.get_or_create(club=event.club, player=player, defaults={"role": Role.MEMBER})


def next_round_number(event: Event) -> int:
    return event.rounds.count() + 1


def refuse_if_too_late(event: Event) -> None:
    """Newcomers come into the first stage, while its rounds are drawn from whoever is there."""
    last = event.rounds.select_related("stage").order_by("-number").first()
    if last and (last.stage.number > 1 or last.stage.kind not in OPEN_KINDS):
        raise TooLateToEnterError


def free_spots(event: Event) -> int | None:
    """None without a limit."""
    if event.cap is None:
        return None
    return max(0, event.cap - event.participants.filter(state__in=TAKING_A_SPOT).count())


def state_for_newcomer(event: Event) -> ParticipantState:
    """A place, or the end of the waiting list when there is none."""
    return ParticipantState.WAITING if free_spots(event) == 0 else ParticipantState.REGISTERED


def promote_waiting(event: Event) -> list[Participant]:
    """Under the event's lock: free places go to those who have waited longest. Once rounds are drawn nobody is put
    into them unasked; organisers do it."""
    if event.has_begun:
        return []
    free = free_spots(event)
    waiting = event.participants.filter(state=ParticipantState.WAITING).order_by("queued_at", "pk")
    promoted = list(waiting if free is None else waiting[:free])
    for participant in promoted:
        participant.state = ParticipantState.REGISTERED
        participant.save(update_fields=["state"])
        detail = {"old": str(ParticipantState.WAITING), "new": str(ParticipantState.REGISTERED)}
        record_audit(event, EventAuditKind.PARTICIPANT, participant=participant, detail=detail)
    notify_of_spots(promoted)
    return promoted


@transaction.atomic
def _turn(actor: Actor, event: Event, state: EventState) -> Event:
    event = lock_event(event)
    require(actor, "events.run_event", event)
    if event.has_begun:
        raise EventBegunError
    if not event.stages.exists():
        raise NoStagesError
    if event.state != state:
        detail = {"old": event.state, "new": str(state)}
        event.state = state
        event.save(update_fields=["state"])
        record_audit(event, EventAuditKind.REGISTRATION, actor=actor, detail=detail)
    return event
