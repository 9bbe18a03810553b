"""What tournaments tell the rest of the site, and what becomes of them when two players are one."""

from datetime import timedelta

import pytest
import time_machine

from games.players.services.merges import merge_players, undo_merge
from games.players.signals import collect_personal_data
from tests.factories.clubs import MembershipFactory
from tests.factories.events import DAY, event_of, play_round, refresh_event
from tests.factories.people import GuestFactory
from tournaments.events.hooks import BothSeatedError, EventDays
from tournaments.events.models import Participant, StageStandingsRow
from tournaments.events.services.registration import add_participant
from tournaments.events.services.requests import write_note

pytestmark = pytest.mark.django_db


def guests_of(event):
    return [MembershipFactory(club=event.club, player=GuestFactory()).player for _ in range(2)]


def test_a_club_sees_its_tournaments_ahead():
    event = event_of(place="Leith")
    with time_machine.travel(DAY - timedelta(days=3), tick=False):
        (item,) = EventDays().upcoming(club=event.club, viewer=event.run_by, limit=3)
    assert (item.title, item.note, item.when.date()) == ("Spring Cup", "Leith", DAY)
    with time_machine.travel(DAY + timedelta(days=3), tick=False):
        assert not EventDays().upcoming(club=event.club, viewer=event.run_by, limit=3)


def test_a_person_gets_everything_about_themselves():
    event = event_of(players=1)
    account = event.participants.get().player.account
    write_note(actor=event.run_by, event=event, text="Calm")
    sections = {}
    for person in (account, event.run_by):
        for _, found in collect_personal_data.send(sender=None, account=person, player=person.player):
            for section in found:
                sections[section.key, person.pk] = section.rows
    assert sections["tournaments", account.pk][0]["tournament"] == "Spring Cup"
    assert sections["judge_notes", event.run_by.pk][0]["text"] == "Calm"
    assert {"created", "entered", "note"} <= {
        row["event"] for row in sections["tournament_history", event.run_by.pk]
    }


def test_merging_moves_an_entry_with_its_games_and_an_undo_brings_it_back():
    event = event_of(players=3)
    source, target = guests_of(event)
    participant = add_participant(actor=event.run_by, event=event, player=source)
    play_round(event)
    merge = merge_players(source=source, target=target, actor=None)
    assert Participant.objects.get(pk=participant.pk).player == target
    refresh_event(event)
    assert StageStandingsRow.objects.get(participant=participant).games == 1
    undo_merge(merge=merge, actor=None)
    assert Participant.objects.get(pk=participant.pk).player == source


@pytest.mark.parametrize("seated", [0, 1])
def test_of_two_entries_the_one_that_played_stays(seated):
    event = event_of(players=3, needs_check_in=True)
    pair = guests_of(event)
    participants = [add_participant(actor=event.run_by, event=event, player=one) for one in pair]
    event.participants.exclude(pk=participants[1 - seated].pk).update(state="checked_in")
    play_round(event)
    before = sorted(event.participants.values_list("public_id", "player_id", "token", "state"))
    merge = merge_players(source=pair[0], target=pair[1], actor=None)
    assert event.participants.get(player=pair[1]).pk == participants[seated].pk
    undo_merge(merge=merge, actor=None)
    assert sorted(event.participants.values_list("public_id", "player_id", "token", "state")) == before


def test_two_who_both_played_cannot_become_one():
    event = event_of(players=2)
    source, target = guests_of(event)
    for one in (source, target):
        add_participant(actor=event.run_by, event=event, player=one)
    play_round(event)
    with pytest.raises(BothSeatedError):
        merge_players(source=source, target=target, actor=None)
