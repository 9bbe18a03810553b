"""Ways onto a tournament's list, and off it."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from caledonia_site.common.errors import NotAllowedError
from games.clubs.models import Membership
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.events import enter, event_details, event_of, play_round, posted_round, refresh_event
from tests.factories.people import PlayerFactory
from tournaments.events.enums import Admission, ParticipantState
from tournaments.events.models import EventSeat, StageStandingsRow
from tournaments.events.selectors.events import event_for, people_of, spots_of
from tournaments.events.services.check_in import (
    check_in,
    check_in_at_door,
    check_in_by_token,
    drop_participant,
    return_participant,
    sit_out,
    undo_check_in,
)
from tournaments.events.services.errors import (
    AlreadyOnTheListError,
    CapTooLowError,
    EventBegunError,
    NotAClubPlayerError,
    NotOnTheListError,
    TooLateToEnterError,
    WrongDoorKeyError,
    WrongParticipantStateError,
)
from tournaments.events.services.events import change_event
from tournaments.events.services.registration import (
    add_guest_participant,
    add_participant,
    close_registration,
    confirm_participant,
    invite_player,
    open_registration,
    register,
    tag_participant,
    withdraw_participant,
)
from tournaments.formats.stages import Kind, Stage

pytestmark = pytest.mark.django_db


def open_event(**changes):
    event = event_of(**changes)
    actor = event.run_by
    event = open_registration(actor=actor, event=event)
    event.run_by = actor
    return event


def test_a_member_registers_once_however_often_the_phone_sends_it():
    event = open_event()
    member = member_of(event.club)
    first = register(actor=member, event=event)
    assert first.state == ParticipantState.REGISTERED
    assert register(actor=member, event=event).pk == first.pk
    assert event.participants.count() == 1


def test_nobody_registers_before_it_is_open_or_after_it_is_closed():
    event = event_of()
    member = member_of(event.club)
    with pytest.raises(NotAllowedError):
        register(actor=member, event=event)
    event = open_registration(actor=event.run_by, event=event)
    close_registration(actor=member_of(event.club, "owner"), event=event)
    with pytest.raises(NotAllowedError):
        register(actor=member, event=event)


def test_who_comes_when_it_is_full_waits_and_moves_up_when_somebody_withdraws():
    event = open_event(cap=2)
    members = [member_of(event.club) for _ in range(4)]
    participants = [register(actor=one, event=event) for one in members]
    assert [one.state for one in participants] == ["registered", "registered", "waiting", "waiting"]
    withdraw_participant(actor=members[0], participant=participants[0])
    states = dict(event.participants.values_list("pk", "state"))
    assert [states[one.pk] for one in participants] == ["withdrawn", "registered", "registered", "waiting"]
    assert spots_of(event).waiting == 1
    again = register(actor=members[0], event=event)
    assert again.state == ParticipantState.WAITING
    # Who comes again stands at the end of the queue.
    withdraw_participant(actor=event.run_by, participant=participants[1])
    states = dict(event.participants.values_list("pk", "state"))
    assert states[participants[3].pk] == "registered"
    assert states[again.pk] == "waiting"


def test_somebody_from_outside_asks_and_becomes_a_member_when_confirmed():
    event = open_event(admission=Admission.EVERYBODY)
    stranger = PlayerFactory(visibility="club").account
    participant = register(actor=stranger, event=event)
    assert participant.state == ParticipantState.REQUESTED
    shown = {one.pk: one.player.shown.name for one in people_of(event, event.run_by)}
    assert shown[participant.pk] == stranger.player.name
    assert not Membership.objects.filter(club=event.club, player=stranger.player).exists()
    confirmed = confirm_participant(actor=event.run_by, participant=participant)
    assert confirmed.state == ParticipantState.REGISTERED
    assert Membership.objects.get(club=event.club, player=stranger.player).role == "member"
    with pytest.raises(WrongParticipantStateError):
        confirm_participant(actor=event.run_by, participant=participant)


def test_only_members_register_where_the_event_is_for_members():
    event = open_event(admission=Admission.MEMBERS)
    with pytest.raises(NotAllowedError):
        register(actor=PlayerFactory().account, event=event)


def test_an_invited_stranger_sees_the_event_of_a_private_club_and_comes_in():
    event = event_of(club=ClubFactory(visibility="private"), admission=Admission.INVITED)
    guest = PlayerFactory().account
    with pytest.raises(Http404):
        event_for(event.public_id, guest)
    invite_player(actor=event.run_by, event=event, player=guest.player)
    invite_player(actor=event.run_by, event=event, player=guest.player)
    found = event_for(event.public_id, guest)
    assert register(actor=guest, event=found).state == ParticipantState.REGISTERED
    assert Membership.objects.filter(club=event.club, player=guest.player).exists()
    with pytest.raises(Http404):
        event_for(event.public_id, AnonymousUser())
    with pytest.raises(AlreadyOnTheListError):
        invite_player(actor=event.run_by, event=event, player=guest.player)


def test_organisers_put_members_and_typed_names_on_the_list():
    event = event_of()
    guest = add_guest_participant(actor=event.run_by, event=event, name="Morag", family="Bell")
    assert guest.player.account_id is None
    assert guest.family == "Bell"
    with pytest.raises(NotAClubPlayerError):
        add_participant(actor=event.run_by, event=event, player=PlayerFactory())
    with pytest.raises(AlreadyOnTheListError):
        add_participant(actor=event.run_by, event=event, player=guest.player)
    with pytest.raises(NotAllowedError):
        add_guest_participant(actor=member_of(event.club), event=event, name="Iain")


def test_the_limit_cannot_go_below_the_places_taken_and_more_places_are_filled_at_once():
    event = event_of(players=3, cap=2)
    assert list(event.participants.order_by("pk").values_list("state", flat=True))[-1] == "waiting"
    with pytest.raises(CapTooLowError):
        change_event(actor=event.run_by, event=event, version=1, details=event_details(cap=1))
    change_event(actor=event.run_by, event=event, version=1, details=event_details(cap=5))
    assert not event.participants.filter(state="waiting").exists()


def test_only_who_checked_in_is_drawn_where_the_event_asks_for_it():
    event = event_of(players=5, needs_check_in=True)
    participants = list(event.participants.order_by("pk"))
    for participant in participants[:4]:
        check_in(actor=event.run_by, participant=participant)
        check_in(actor=event.run_by, participant=participant)
    undo_check_in(actor=event.run_by, participant=participants[0])
    check_in(actor=participants[0].player.account, participant=participants[0])
    made = posted_round(event)
    seated = set(EventSeat.objects.filter(table__round=made).values_list("participant", flat=True))
    assert seated == {participant.pk for participant in participants[:4]}


def test_codes_check_in_without_an_account_and_at_the_door():
    event = event_of(players=1, needs_check_in=True)
    participant = event.participants.get()
    assert (
        check_in_by_token(actor=AnonymousUser(), token=participant.token).state == ParticipantState.CHECKED_IN
    )
    with pytest.raises(NotOnTheListError):
        check_in_by_token(actor=AnonymousUser(), token="nonsense")
    other = enter(event, event.run_by)
    with pytest.raises(WrongDoorKeyError):
        check_in_at_door(actor=other.player.account, event=event, door_key="wrong")
    at_door = check_in_at_door(actor=other.player.account, event=event, door_key=event.door_key)
    assert at_door.state == ParticipantState.CHECKED_IN
    with pytest.raises(NotOnTheListError):
        check_in_at_door(actor=event.run_by, event=event, door_key=event.door_key)


def test_nobody_comes_late_into_a_schedule():
    event = event_of(players=4, stages=(Stage(kind=Kind.ROUND_ROBIN),))
    play_round(event)
    member = MembershipFactory(club=event.club).player
    with pytest.raises(TooLateToEnterError):
        add_participant(actor=event.run_by, event=event, player=member)


def test_who_left_is_drawn_no_more_until_they_return():
    event = event_of(players=5)
    play_round(event)
    participant = event.participants.order_by("pk")[0]
    with pytest.raises(EventBegunError):
        withdraw_participant(actor=participant.player.account, participant=participant)
    left = drop_participant(actor=participant.player.account, participant=participant)
    assert (left.state, left.left_after) == (ParticipantState.DROPPED, 1)
    drop_participant(actor=event.run_by, participant=participant)
    made = play_round(event)
    assert not EventSeat.objects.filter(table__round=made, participant=participant).exists()
    with pytest.raises(NotAllowedError):
        return_participant(actor=participant.player.account, participant=participant)
    return_participant(actor=event.run_by, participant=participant)
    made = play_round(event)
    assert EventSeat.objects.filter(table__round=made, participant=participant).exists()


def test_who_sits_out_misses_one_round_only():
    event = event_of(players=5)
    participant = event.participants.order_by("pk")[0]
    sit_out(actor=participant.player.account, participant=participant)
    first = play_round(event)
    second = play_round(event)
    assert not EventSeat.objects.filter(table__round=first, participant=participant).exists()
    assert EventSeat.objects.filter(table__round=second, participant=participant).exists()


def test_only_organisers_disqualify_and_then_there_is_no_place():
    event = event_of(players=4)
    play_round(event)
    participant = event.participants.order_by("pk")[0]
    with pytest.raises(NotAllowedError):
        drop_participant(actor=participant.player.account, participant=participant, disqualify=True)
    drop_participant(actor=event.run_by, participant=participant, disqualify=True)
    refresh_event(event)
    assert StageStandingsRow.objects.get(participant=participant).place is None


def test_tags_are_kept_with_what_they_were():
    event = event_of(players=1)
    participant = event.participants.get()
    tag_participant(actor=event.run_by, participant=participant, team="Leith", family="", rating=1600)
    line = event.audit.get(kind="tags")
    assert line.detail["changes"] == {"team": ["", "Leith"], "rating": [None, 1600]}
