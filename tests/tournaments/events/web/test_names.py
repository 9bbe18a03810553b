"""A tournament that names its players says so before they come in, and keeps to it on every page."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.clubs.enums import ClubVisibility
from games.clubs.services.members import leave_club
from games.players.models import Player
from games.players.models.player import PageVisibility
from games.results.models import Game
from tests.factories.clubs import member_of
from tests.factories.events import enter, event_of, play_round, posted_round, refresh_event
from tests.factories.people import PlayerFactory
from tests.tournaments.events.web.test_organising_setup import saved_settings
from tournaments.events.models import Event, EventTable, Participant
from tournaments.events.services.events import finish_event, renew_screen_link
from tournaments.events.services.registration import invite_player, open_registration
from tournaments.formats.stages import Kind, Stage

pytestmark = pytest.mark.django_db

VISIBLE = "Ailsa Craig"
HIDDEN = "Moray Firth"
PAGES = ["event", "round", "standings", "people", "screen", "slips", "results_csv", "results_json"]


def name(event, index, called, visibility):
    """One of its players with a name, and with what they chose."""
    player = event.participants.order_by("pk")[index].player
    player.name, player.visibility = called, visibility
    player.save()
    return player


@pytest.fixture
def event():
    event = event_of(players=4, stages=(Stage(kind=Kind.SWISS, rounds=1),))
    name(event, 0, VISIBLE, PageVisibility.CLUB)
    name(event, 1, HIDDEN, PageVisibility.HIDDEN)
    play_round(event)
    refresh_event(event)
    return event


def show_names(event, *, since=None):
    Event.objects.filter(pk=event.pk).update(names_shown_since=since or timezone.now())
    event.refresh_from_db()


def page(client, event, what, *args):
    more = [1] if what in {"round", "screen", "slips"} else []
    response = client.get(reverse(f"events:{what}", args=[event.address_key, *more]))
    assert response.status_code == 200, what
    return response.content.decode()


def test_strangers_read_no_names_unless_the_organisers_say_so(client, event):
    for what in PAGES:
        assert VISIBLE not in page(client, event, what), what
    show_names(event)
    for what in PAGES:
        if what == "event":
            continue
        text = page(client, event, what)
        assert VISIBLE in text, what
        assert HIDDEN not in text, what


def test_winner_and_honours_of_a_finished_one(client, event):
    finish_event(actor=event.run_by, event=event)
    show_names(event)
    winner = event.participants.get(final_place=1).player
    winner.visibility = PageVisibility.CLUB
    winner.save()
    assert winner.name in page(client, event, "event")
    club_page = client.get(reverse("events:of_club", args=[event.club.slug])).content.decode()
    assert winner.name in club_page


def test_the_way_to_a_page_that_is_not_for_them_is_not_shown(client, event):
    player = event.participants.get(player__name=VISIBLE).player
    show_names(event)
    assert player.public_id not in page(client, event, "people")
    answer = client.get(f"/api/v1/tournaments/{event.public_id}/entries/").json()
    named = next(one["player"] for one in answer["entries"] if one["player"]["name"] == VISIBLE)
    assert named["public_id"] is None
    assert HIDDEN not in str(answer)
    assert client.get(player.get_absolute_url()).status_code == 404


def test_programs_read_the_same_names(client, event):
    show_names(event)
    for part in ("rounds/1/", "standings/"):
        text = client.get(f"/api/v1/tournaments/{event.public_id}/{part}").content.decode()
        assert VISIBLE in text, part
        assert HIDDEN not in text, part


def test_a_private_club_stays_private(client, event):
    show_names(event)
    event.club.visibility = ClubVisibility.PRIVATE
    event.club.save()
    for what in PAGES:
        more = [1] if what in {"round", "screen", "slips"} else []
        address = reverse(f"events:{what}", args=[event.address_key, *more])
        assert client.get(address).status_code == 404, what


def test_who_was_only_invited_has_agreed_to_nothing(client, event):
    invited = PlayerFactory(name="Rum Cuillin", visibility=PageVisibility.CLUB)
    Participant.objects.create(event=event, player=invited, state="invited")
    show_names(event)
    assert "Rum Cuillin" not in page(client, event, "people")


class TestWhatPeopleRead:
    @pytest.fixture
    def event(self):
        event = event_of(players=1, admission="everybody")
        open_registration(actor=event.run_by, event=event)
        event.refresh_from_db()
        return event

    def test_before_they_register(self, client, event):
        client.force_login(PlayerFactory().account)
        said = "These pages show players’ names to everyone"
        assert said not in page(client, event, "event")
        show_names(event)
        assert said in page(client, event, "event")
        # Who has no account yet reads it too.
        assert said in page(Client(), event, "event")

    @pytest.mark.parametrize("invited", [False, True])
    def test_nobody_comes_in_from_a_page_that_did_not_say_it(self, client, event, invited):
        player = PlayerFactory()
        if invited:
            invite_player(actor=event.run_by, event=event, player=player)
        client.force_login(player.account)
        register = reverse("events:register", args=[event.address_key])
        opened_before = page(client, event, "event")
        assert 'name="names_shown"' not in opened_before
        show_names(event)
        answer = client.post(register, follow=True).content.decode()
        assert "You’re not in yet" in answer
        assert "By taking part you agree to that." in answer
        there = event.participants.filter(player=player)
        assert [one.state for one in there] == (["invited"] if invited else [])
        assert '<input type="hidden" name="names_shown" value="1">' in answer
        client.post(register, {"names_shown": "1"})
        assert there.get().state in {"registered", "requested"}

    def test_a_program_says_that_it_knows(self, client, event):
        show_names(event)
        player = PlayerFactory()
        client.force_login(player.account)
        address = f"/api/v1/tournaments/{event.public_id}/do/register/"
        refused = client.post(address, {}, content_type="application/json")
        assert (refused.status_code, refused.json()["code"]) == (409, "names_shown")
        assert client.post(address, {"names_shown": True}, content_type="application/json").status_code == 200
        assert event.participants.filter(player=player).exists()

    def test_who_registered_before_it_was_switched_on_is_told(self, client, event):
        participant = event.participants.get()
        client.force_login(participant.player.account)
        show_names(event, since=participant.queued_at - timedelta(days=1))
        assert "after you came in" not in page(client, event, "event")
        show_names(event, since=participant.queued_at + timedelta(days=1))
        for text in (
            page(client, event, "event"),
            Client().get(reverse("events:place", args=[participant.token])).content.decode(),
        ):
            assert "These pages show your name to everyone" in text
            assert "after you came in" in text

    def test_who_is_hidden_from_everybody_reads_that_they_stay_so(self, client, event):
        player = event.participants.get().player
        player.visibility = PageVisibility.HIDDEN
        player.save()
        show_names(event)
        client.force_login(player.account)
        assert "so you are “a player” here" in page(client, event, "event")

    def test_an_organiser_switches_it_on_and_off_in_the_settings(self, client, event):
        client.force_login(event.run_by)
        saved_settings(client, event, shows_names="on")
        event.refresh_from_db()
        since = event.names_shown_since
        assert since is not None
        saved_settings(client, event, shows_names="on", place="Inverness")
        event.refresh_from_db()
        assert event.names_shown_since == since
        saved_settings(client, event)
        event.refresh_from_db()
        assert event.names_shown_since is None
        told = client.get(reverse("events:history", args=[event.address_key])).content.decode()
        assert "Show players’ names to everyone: no → yes" in told


class TestTheScreenOfTheRoom:
    @pytest.fixture
    def link(self, event):
        renew_screen_link(actor=event.run_by, event=event)
        event.refresh_from_db()
        return reverse("events:room_screen", args=[event.screen_key])

    def test_names_those_at_the_tables_to_who_has_the_link(self, client, event, link):
        response = client.get(link)
        text = response.content.decode()
        assert VISIBLE in text
        assert HIDDEN not in text
        assert "no-store" in response["Cache-Control"]
        assert 'content="noindex"' in text
        assert 'content="no-referrer"' in text
        assert VISIBLE not in page(client, event, "screen")

    def test_shows_the_last_round_that_is_published(self, client):
        event = event_of(players=4)
        renew_screen_link(actor=event.run_by, event=event)
        event.refresh_from_db()
        link = reverse("events:room_screen", args=[event.screen_key])
        assert "No round" in client.get(link).content.decode()
        play_round(event)
        posted_round(event)
        assert "Round 2" in client.get(link).content.decode()

    def test_ends_when_an_organiser_makes_a_new_one(self, client, event, link):
        client.force_login(event.run_by)
        manage = reverse("events:screen_link", args=[event.address_key])
        assert link in client.get(manage).content.decode()
        client.post(manage)
        assert client.get(link).status_code == 404
        event.refresh_from_db()
        assert client.get(reverse("events:room_screen", args=[event.screen_key])).status_code == 200

    def test_ends_with_the_tournament(self, client, event, link):
        finish_event(actor=event.run_by, event=event)
        assert client.get(link).status_code == 404

    def test_nobody_finds_it_by_trying(self, client, link):
        answers = [
            client.get(reverse("events:room_screen", args=[f"wrong{n}"])).status_code for n in range(31)
        ]
        assert answers[0] == 404
        assert answers[-1] == 429

    def test_works_for_the_room_of_a_private_club(self, client, event, link):
        event.club.visibility = ClubVisibility.PRIVATE
        event.club.save()
        text = client.get(link).content.decode()
        assert VISIBLE in text
        assert event.get_absolute_url() not in text


def test_the_own_code_names_the_table_without_an_account(client):
    """People at one table read each other's names, whatever the pages show to strangers."""
    event = event_of(players=3)
    guest = enter(event, event.run_by)
    guest.player.account = None
    guest.player.save()
    for index, chosen in enumerate(PageVisibility):
        name(event, index, f"Person {index}", chosen)
    posted_round(event)
    text = client.get(reverse("events:place", args=[guest.token])).content.decode()
    for index in range(3):
        assert f"Person {index}" in text
    assert "Table 1" in text
    assert "Round 1" in text
    assert "Play your game" in text


def test_the_own_code_leads_to_the_game_with_the_names_of_the_table(client):
    event = event_of(players=3)
    guest = enter(event, event.run_by)
    guest.player.account = None
    guest.player.visibility = PageVisibility.CLUB
    guest.player.save()
    for index, chosen in enumerate(PageVisibility):
        name(event, index, f"Person {index}", chosen)
    play_round(event)
    place = client.get(reverse("events:place", args=[guest.token])).content.decode()
    address = re.search(r'href="([^"]+)">The game<', place)[1]
    game = client.get(address)
    assert game.status_code == 200
    text = game.content.decode()
    for shown in ("Person 0", "Person 1", "Person 2", guest.player.name):
        assert shown in text
    # The game's own page tells a stranger no more than before.
    bare = client.get(Game.objects.get().get_absolute_url()).content.decode()
    assert "Person 2" not in bare
    assert guest.player.name not in bare


@pytest.mark.parametrize(("role", "reads"), [("organiser", True), ("scorekeeper", True), ("member", False)])
def test_who_keeps_the_scores_reads_who_played_also_when_they_have_left(client, event, role, reads):
    hidden = Player.objects.get(name=HIDDEN)
    leave_club(actor=hidden.account, club=event.club)
    client.force_login(member_of(event.club, role))
    game = Game.objects.get()
    for address in (game.get_absolute_url(), event.club.get_absolute_url()):
        text = client.get(address).content.decode()
        assert (HIDDEN in text) == reads, address
        # The name alone: their own page is closed.
        assert hidden.public_id not in text
    client.force_login(event.run_by)
    table = EventTable.objects.get()
    client.post(reverse("events:unlink", args=[event.address_key, table.public_id]))
    page_of_table = reverse("events:table", args=[event.address_key, table.public_id])
    recorded = client.get(page_of_table).content.decode().split("It is recorded already")[1]
    assert HIDDEN in recorded
