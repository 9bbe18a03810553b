"""Say that somebody is there, leave a running tournament, come back, or sit out a round."""

from django.db import transaction

from caledonia_site.common.permissions import require
from games.clubs.models import Membership
from games.clubs.services.locks import MembershipGoneError
from games.players.actors import Actor, account_of
from tournaments.events.enums import EventAuditKind, EventState, ParticipantState
from tournaments.events.models import Event, EventAuditRecord, Participant
from tournaments.events.services.changes import lock_event, mark_event
from tournaments.events.services.errors import EventBegunError, NotOnTheListError, WrongDoorKeyError
from tournaments.events.services.registration import (
    move_participant,
    next_round_number,
    participant_now,
    refuse_if_too_late,
    refuse_unless,
    require_own_or,
)
from tournaments.shared.audit import record_audit


@transaction.atomic
def check_in(*, actor: Actor, participant: Participant) -> Participant:
    """By who keeps the scores, or by the players themselves. Checking in twice is checking in once; who comes late
    plays from the next round on. Raises WrongParticipantStateError, MembershipGoneError, TooLateToEnterError,
    EventFinishedError.
    """
    event = lock_event(participant.event)
    participant = participant_now(event, participant)
    require_own_or(actor, "events.check_in", participant)
    return _there(event, participant, actor)


@transaction.atomic
def check_in_by_token(*, actor: Actor, token: str) -> Participant:
    """Whoever holds the player's QR code: the player without an account, or an organiser who scans it.

    Raises NotOnTheListError and what `check_in` raises.
    """
    participant = Participant.objects.select_related("event__club").filter(token=token).first()
    if participant is None:
        raise NotOnTheListError
    event = lock_event(participant.event)
    return _there(event, participant_now(event, participant), actor)


@transaction.atomic
def check_in_at_door(*, actor: Actor, event: Event, door_key: str) -> Participant:
    """A signed-in player who scanned the QR code on the door. Raises WrongDoorKeyError, NotOnTheListError and what
    `check_in` raises."""
    event = lock_event(event)
    if door_key != event.door_key:
        raise WrongDoorKeyError
    participant = event.participants.filter(player__account=actor.pk or 0).first()
    if participant is None:
        raise NotOnTheListError
    return _there(event, participant_now(event, participant), actor)


@transaction.atomic
def check_in_everybody(*, actor: Actor, event: Event) -> int:
    """All who have a place, are in the club and not checked in yet, before the first round: how many. Nobody needs to
    be tapped who is there anyway; who is missing is taken back. Raises EventBegunError, EventFinishedError.
    """
    event = lock_event(event)
    require(actor, "events.check_in", event)
    if event.has_begun:
        raise EventBegunError
    members = event.club.memberships.values("player")
    coming = list(
        event.participants.filter(state=ParticipantState.REGISTERED, player__in=members).order_by(
            "queued_at", "pk"
        )
    )
    Participant.objects.filter(pk__in=[participant.pk for participant in coming]).update(
        state=ParticipantState.CHECKED_IN
    )
    detail = {"old": ParticipantState.REGISTERED.value, "new": ParticipantState.CHECKED_IN.value}
    EventAuditRecord.objects.bulk_create(
        EventAuditRecord(
            event=event,
            kind=EventAuditKind.PARTICIPANT,
            account=account_of(actor),
            participant=participant,
            detail=detail,
        )
        for participant in coming
    )
    return len(coming)


@transaction.atomic
def undo_check_in(*, actor: Actor, participant: Participant) -> Participant:
    """Before the first round: they were not there after all. Raises WrongParticipantStateError, EventFinishedError."""
    event = lock_event(participant.event)
    participant = participant_now(event, participant)
    require_own_or(actor, "events.check_in", participant)
    refuse_unless(participant, ParticipantState.CHECKED_IN, ParticipantState.REGISTERED)
    if participant.state == ParticipantState.CHECKED_IN and not participant.stages.exists():
        participant = move_participant(participant, ParticipantState.REGISTERED, actor=actor)
    return participant


@transaction.atomic
def drop_participant(*, actor: Actor, participant: Participant, disqualify: bool = False) -> Participant:
    """They are drawn no more; what they played stays, and so does the place it is worth. Only organisers disqualify:
    then there is no place. A table they sit at now waits for a decision. Dropping twice is dropping once.

    Raises WrongParticipantStateError, EventFinishedError.
    """
    event = lock_event(participant.event)
    participant = participant_now(event, participant)
    state = ParticipantState.DISQUALIFIED if disqualify else ParticipantState.DROPPED
    if disqualify:
        require(actor, "events.run_event", event)
    else:
        require_own_or(actor, "events.run_event", participant)
    if participant.state == state:
        return participant
    refuse_unless(
        participant, ParticipantState.REGISTERED, ParticipantState.CHECKED_IN, ParticipantState.DROPPED
    )
    participant = move_participant(
        participant, state, actor=actor, left_after=event.rounds.count(), sits_out=False
    )
    mark_event(event)
    return participant


@transaction.atomic
def return_participant(*, actor: Actor, participant: Participant) -> Participant:
    """They are drawn again, from the next round on; in a knockout only while they are still in it. Organisers alone
    let people back. Raises WrongParticipantStateError, EventFinishedError.
    """
    event = lock_event(participant.event)
    require(actor, "events.run_event", event)
    participant = participant_now(event, participant)
    if participant.state == ParticipantState.CHECKED_IN:
        return participant
    refuse_unless(participant, ParticipantState.DROPPED, ParticipantState.DISQUALIFIED)
    participant = move_participant(participant, ParticipantState.CHECKED_IN, actor=actor, left_after=None)
    mark_event(event)
    return participant


@transaction.atomic
def sit_out(*, actor: Actor, participant: Participant, sits_out: bool = True) -> Participant:
    """Not drawn in the next round, in the one after it again. Raises WrongParticipantStateError, EventFinishedError."""
    event = lock_event(participant.event)
    participant = participant_now(event, participant)
    require_own_or(actor, "events.run_event", participant)
    refuse_unless(participant, ParticipantState.REGISTERED, ParticipantState.CHECKED_IN)
    if participant.sits_out != sits_out:
        participant.sits_out = sits_out
        participant.save(update_fields=["sits_out"])
        record_audit(
            event,
            EventAuditKind.PARTICIPANT,
            actor=actor,
            participant=participant,
            detail={"sits_out": sits_out},
        )
    return participant


def _there(event: Event, participant: Participant, actor: Actor) -> Participant:
    if participant.state == ParticipantState.CHECKED_IN:
        return participant
    refuse_unless(participant, ParticipantState.REGISTERED)
    if not Membership.objects.filter(club=event.club_id, player=participant.player_id).exists():
        raise MembershipGoneError
    joined = participant.joined_round
    if event.state == EventState.RUNNING and not participant.stages.exists():
        refuse_if_too_late(event)
        joined = next_round_number(event)
    return move_participant(participant, ParticipantState.CHECKED_IN, actor=actor, joined_round=joined)
