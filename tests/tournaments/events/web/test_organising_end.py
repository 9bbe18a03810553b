"""Penalties, notes, the history, and the end of a tournament."""

import pytest

from games.clubs.enums import Role
from tests.factories.clubs import member_of
from tests.factories.events import event_of, play_round, posted_round
from tournaments.events.models import Event, EventAuditRecord
from tournaments.events.services.registration import tag_participant
from tournaments.events.web.organise.setup_forms import settings_values


@pytest.fixture
def event(club, signed_in):
    return event_of(club=club, actor=signed_in, players=8)


def test_points_are_taken_with_a_reason_and_given_back(client, event, address):
    page = address(event, "points")
    assert "once the first round is drawn" in client.get(page).content.decode()
    play_round(event)
    participant = event.participants.first()
    form = {
        "player": participant.public_id,
        "stage": "1",
        "kind": "penalty",
        "points": "1.5",
        "reason": "Late",
    }
    assert client.post(page, form | {"reason": ""}).context["form"].errors.keys() == {"reason"}
    assert client.post(page, form | {"points": "0"}).context["form"].errors.keys() == {"points"}
    client.post(page, form)
    adjustment = participant.adjustments.get()
    assert (adjustment.points, adjustment.reason) == ("-3/2", "Late")
    assert "−1.5" in client.get(page).content.decode()
    for _ in range(2):
        assert client.post(address(event, "undo_points", adjustment.pk)).status_code == 302
    assert not participant.adjustments.exists()


def test_notes_are_about_a_table_or_a_player(client, event, address):
    made = posted_round(event)
    table, participant = made.tables.first(), event.participants.first()
    page = address(event, "notes")
    assert client.get(page, {"table": table.public_id}).context["form"]["table"].value() == table.public_id
    assert client.post(page, {"text": " "}).context["form"].errors.keys() == {"text"}
    client.post(page, {"text": "Slow play", "table": table.public_id, "player": participant.public_id})
    note = event.notes.get()
    assert (note.table, note.participant) == (table, participant)
    assert "Slow play" in client.get(address(event, "table", table.public_id)).content.decode()
    for _ in range(2):
        assert client.post(address(event, "delete_note", note.pk)).status_code == 302
    assert not event.notes.exists()


def test_finishing_early_is_asked_for_and_said(client, event, address):
    assert client.get(address(event, "finish")).url == address(event, "run")
    play_round(event)
    page = client.get(address(event, "finish"))
    assert "There are rounds left to play after round 1." in page.content.decode()
    client.post(address(event, "finish"))
    event.refresh_from_db()
    assert not event.is_finished
    for _ in range(2):
        response = client.post(address(event, "finish"), {"early": "yes"})
        assert response.url == event.get_absolute_url()
        event.refresh_from_db()
        assert event.is_finished


def test_an_owner_reopens_and_deletes(client, event, club, address):
    play_round(event)
    client.post(address(event, "finish"), {"early": "yes"})
    owner = member_of(club, Role.OWNER)
    assert client.get(address(event, "reopen")).status_code == 403
    client.force_login(owner)
    assert client.get(address(event, "reopen")).status_code == 200
    for _ in range(2):
        assert client.post(address(event, "reopen")).url == address(event, "run")
    event.refresh_from_db()
    assert event.is_running
    assert client.get(address(event, "delete")).status_code == 200
    assert client.post(address(event, "delete")).status_code == 302
    assert not Event.objects.exists()


def test_organisers_still_read_a_finished_tournament(client, event, address):
    play_round(event)
    client.post(address(event, "finish"), {"early": "yes"})
    for name in ("run", "manage_people", "points", "notes", "history"):
        assert client.get(address(event, name)).status_code == 200, name
    assert client.get(address(event, "manage_round", 1)).status_code == 200
    for name in ("settings", "stages", "add_entry", "check_in"):
        response = client.get(address(event, name), follow=True)
        assert response.redirect_chain[-1][0] == address(event, "run"), name
        assert "This tournament is finished" in response.content.decode(), name


def test_every_line_of_the_history_is_told(client, event, signed_in, address):
    """After a bit of everything: no line falls back on a code, and old and new stand there."""
    participant = event.participants.first()
    tag_participant(actor=signed_in, participant=participant, team="Leith", family="", rating=1500)
    values = {
        name: value for name, value in settings_values(event).items() if value not in (None, False, [], "")
    }
    changed = values | {"weight_repeat": "2000", "cap": "12", "name": "Autumn Cup"}
    client.post(address(event, "settings"), changed)
    client.post(address(event, "open_registration"))
    play_round(event)
    client.post(address(event, "draw"), {"number": 2})
    client.post(address(event, "undo_round", 2))
    client.post(address(event, "entry_act", participant.public_id, "drop"))
    page = client.get(address(event, "history")).content.decode()
    for text in (
        "Club or team: – → Leith",
        "Meeting again: 1000 → 2000",
        "Most players: – → 12",
        "Name of the tournament: Spring Cup → Autumn Cup",
        "Being prepared → Open for registration",
        "Round undone",
        "Registered → Has left",
        "Round 1, table 1",
    ):
        assert text in page, text
    assert EventAuditRecord.objects.filter(event=event).count() > 10
