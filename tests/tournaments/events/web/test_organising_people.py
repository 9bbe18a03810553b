"""The people of a tournament: in, out, what the draw should know, and the door."""

import pytest

from games.clubs.enums import Role
from games.players.models import Player
from tests.factories.clubs import MembershipFactory, member_of
from tests.factories.events import enter, event_of, play_round, posted_round
from tests.factories.people import PlayerFactory
from tournaments.events.enums import ParticipantState, SeatingRuleKind
from tournaments.events.models import Participant
from tournaments.events.services.registration import add_participant, open_registration, register
from tournaments.events.web.organise import people


def state_of(participant):
    participant.refresh_from_db()
    return participant.state


@pytest.fixture
def event(club, signed_in):
    return event_of(club=club, actor=signed_in, needs_check_in=True)


def test_members_and_guests_are_added_at_once(client, event, club, address):
    one, two = (MembershipFactory(club=club).player for _ in range(2))
    data = {"players": [one.public_id, two.public_id], "guests": "Anna\n\n Bert \n"}
    assert client.post(address(event, "add_entry"), data).url == address(event, "manage_people")
    assert event.participants.count() == 4
    assert set(Player.objects.filter(account=None).values_list("name", flat=True)) >= {"Anna", "Bert"}
    page = client.get(address(event, "manage_people")).content.decode()
    assert "Anna" in page


def test_the_same_list_twice_is_once(client, event, club, address):
    player = MembershipFactory(club=club).player
    form = {"players": [player.public_id]}
    client.post(address(event, "add_entry"), form)
    client.post(address(event, "add_entry"), form)
    assert event.participants.count() == 1


def test_a_guest_whose_name_is_taken_keeps_the_whole_list_back(client, event, club, address):
    client.post(address(event, "add_entry"), {"guests": "Anna"})
    response = client.post(address(event, "add_entry"), {"guests": "Bert\nAnna"})
    assert "Add an initial" in response.content.decode()
    assert "Bert" in response.content.decode()
    assert event.participants.count() == 1


def test_nothing_chosen_is_said(client, event, address):
    response = client.post(address(event, "add_entry"), {})
    assert "Choose players, or enter the names of guests." in response.content.decode()


def test_who_asks_is_let_in_or_refused(client, event, signed_in, address):
    event.admission = "everybody"
    event.save()
    open_registration(actor=signed_in, event=event)
    one, two = (register(actor=PlayerFactory().account, event=event) for _ in range(2))
    assert "2 people ask to take part." in client.get(address(event, "run")).content.decode()
    client.post(address(event, "entry_act", one.public_id, "confirm"))
    client.post(address(event, "entry_act", two.public_id, "withdraw"))
    assert (state_of(one), state_of(two)) == (ParticipantState.REGISTERED, ParticipantState.WITHDRAWN)


def test_a_player_of_another_club_is_found_and_invited(client, event, address):
    player = PlayerFactory(name="Morag Reid")
    page = client.get(address(event, "invite"), {"q": "morag"}).content.decode()
    assert "Morag Reid" in page
    client.post(address(event, "invite"), {"player": player.public_id})
    client.post(address(event, "invite"), {"player": player.public_id})
    assert event.participants.get().state == ParticipantState.INVITED


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("drop", ParticipantState.DROPPED),
        ("disqualify", ParticipantState.DISQUALIFIED),
        ("sit-out", ParticipantState.CHECKED_IN),
    ],
)
def test_a_player_of_a_running_tournament_leaves_and_comes_back(
    client, club, signed_in, address, what, expected
):
    event = event_of(club=club, actor=signed_in, players=4)
    play_round(event)
    participant = event.participants.order_by("pk")[0]
    participant.state = ParticipantState.CHECKED_IN
    participant.save()
    assert client.get(address(event, "entry", participant.public_id)).status_code == 200
    for _ in range(2):
        client.post(address(event, "entry_act", participant.public_id, what))
    assert state_of(participant) == expected
    client.post(address(event, "entry_act", participant.public_id, "play" if what == "sit-out" else "return"))
    assert state_of(participant) == ParticipantState.CHECKED_IN
    assert not participant.sits_out


def test_an_act_that_does_not_exist_is_no_page(client, event, signed_in, address):
    participant = enter(event, signed_in)
    assert client.post(address(event, "entry_act", participant.public_id, "explode")).status_code == 404


def test_tags_and_rating_are_kept(client, event, signed_in, address):
    participant = enter(event, signed_in)
    page = address(event, "entry", participant.public_id)
    client.post(page, {"team": "Leith", "family": "Muir", "rating": "1600"})
    participant.refresh_from_db()
    assert (participant.team, participant.family, participant.rating) == ("Leith", "Muir", 1600)
    assert client.post(page, {"rating": "9999"}).context["form"].errors.keys() == {"rating"}


def test_wishes_come_and_go(client, event, signed_in, address):
    one, other = enter(event, signed_in), enter(event, signed_in)
    page = address(event, "wishes")
    wish = {"one": one.public_id, "other": other.public_id, "kind": "apart"}
    client.post(page, wish)
    assert event.seating_rules.get().kind == SeatingRuleKind.APART
    same = client.post(page, wish | {"other": one.public_id})
    assert same.context["form"].errors["other"] == ["Choose two different players."]
    drop = address(event, "drop_wish", event.seating_rules.get().pk)
    client.post(drop)
    assert client.post(drop).status_code == 302
    assert not event.seating_rules.exists()


def test_a_long_list_is_searched_and_turned(client, club, signed_in, address, monkeypatch):
    monkeypatch.setattr(people, "PEOPLE_PER_PAGE", 2)
    event = event_of(club=club, actor=signed_in)
    names = ["Zoé Martin", "Émile Martin", "Anna Berg"]
    for name in names:
        player = MembershipFactory(club=club, player=PlayerFactory(name=name)).player
        add_participant(actor=signed_in, event=event, player=player)
    page = address(event, "manage_people")
    seen = [client.get(page, {"page": number}).context["page"].object_list for number in (1, 2)]
    assert [[participant.player.shown.name for participant in part] for part in seen] == [
        names[:2],
        names[2:],
    ]
    found = client.get(page, {"q": "emile"})
    assert [participant.player.shown.name for participant in found.context["page"]] == ["Émile Martin"]
    assert "Nobody found." in client.get(page, {"q": "nobody"}).content.decode()
    # Lists to choose from are by name, whatever its accents.
    choices = client.get(address(event, "wishes")).context["form"].fields["one"].choices
    assert [name for _key, name in choices[1:]] == ["Anna Berg", "Émile Martin", "Zoé Martin"]


def test_the_door_checks_in_and_out(client, event, signed_in, address):
    participant = enter(event, signed_in)
    name = participant.player.name
    assert name in client.get(address(event, "check_in"), {"q": name[:4]}).content.decode()
    for _ in range(2):
        client.post(address(event, "is_there", participant.public_id))
    assert state_of(participant) == ParticipantState.CHECKED_IN
    client.post(address(event, "is_not_there", participant.public_id))
    assert state_of(participant) == ParticipantState.REGISTERED


def test_who_keeps_the_scores_stands_at_the_door_and_sees_nothing_else(
    client, event, signed_in, address, club
):
    participant = enter(event, signed_in)
    client.force_login(member_of(club, Role.SCOREKEEPER))
    page = client.get(address(event, "check_in"))
    assert [tab["address"] for tab in page.context["tabs"]] == [address(event, "check_in")]
    assert page.context["step"] is None
    assert client.post(address(event, "is_there", participant.public_id)).status_code == 302
    assert client.get(address(event, "manage_people")).status_code == 403


def test_codes_lead_to_the_door_and_to_each_place(client, event, signed_in, address):
    participant = enter(event, signed_in)
    door = client.get(address(event, "door_code"))
    assert door.context["address"].endswith(address(event, "door", event.door_key))
    assert "<svg" in door.content.decode()
    assert client.get(address(event, "place_codes")).content.decode().count("qr-code") == 1
    assert (
        participant.token
        in client.get(address(event, "entry", participant.public_id)).context["place_address"]
    )


def test_who_left_the_club_is_marked_at_the_door_and_not_counted_as_there(client, event, signed_in, address):
    gone = enter(event, signed_in)
    gone.player.memberships.all().delete()
    assert "not in the club any more" in client.get(address(event, "check_in")).content.decode()
    assert state_of(gone) == ParticipantState.REGISTERED
    text = client.post(address(event, "everybody_is_there"), follow=True).content.decode()
    assert "0 more players" not in text
    assert "One player on the list is not in the club any more." in text


def test_everybody_is_there_with_one_tap(client, club, signed_in, address):
    event = event_of(club=club, actor=signed_in, players=3, needs_check_in=True)
    one, *others = event.participants.order_by("pk")
    client.post(address(event, "is_there", one.public_id))
    assert "Everybody is there" in client.get(address(event, "check_in")).content.decode()
    answer = client.post(address(event, "everybody_is_there"), follow=True)
    assert "2 more players are there." in answer.content.decode()
    assert set(event.participants.values_list("state", flat=True)) == {ParticipantState.CHECKED_IN}
    assert event.audit.filter(kind="entry", participant__in=others, account=signed_in).count() == len(others)
    assert "Everybody is there" not in client.get(address(event, "check_in")).content.decode()
    again = client.post(address(event, "everybody_is_there"), follow=True).content.decode()
    assert "Everybody is there already." in again
    posted_round(event)
    late = enter(event, signed_in)
    Participant.objects.filter(pk=late.pk).update(state=ParticipantState.REGISTERED)
    answer = client.post(address(event, "everybody_is_there"), follow=True)
    assert "The first round has been drawn already." in answer.content.decode()
    assert Participant.objects.get(pk=late.pk).state == ParticipantState.REGISTERED
