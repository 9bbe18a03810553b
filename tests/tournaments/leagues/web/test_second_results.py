"""Two phones enter one game of the schedule: one counts, the other is kept and says what happened."""

from datetime import timedelta

import pytest
from django.urls import reverse

from games.results.enums import GameState
from games.results.models import Game
from tests.factories.leagues import group_season, played
from tests.tournaments.leagues.web.test_schedule import people, posted, record
from tournaments.leagues.models import Fixture
from tournaments.leagues.services.errors import GameElsewhereError
from tournaments.leagues.services.fixtures import report_fixture


@pytest.fixture
def season(league, organiser):
    return group_season(players=5, league=league, actor=organiser)


@pytest.fixture
def fixture(season):
    return Fixture.objects.filter(season=season).order_by("pk").first()


@pytest.fixture
def enter(client, fixture):
    def entered(seat, **cells):
        seated = people(fixture)
        client.force_login(seated[seat].account)
        response = record(client, posted(fixture, [player.name for player in seated], **cells))
        assert response.status_code == 302
        return client.get(response["Location"]).content.decode()

    return entered


def test_the_same_result_again_is_kept_beside_the_first(enter, fixture):
    enter(0)
    page = enter(1)
    first, second = Game.objects.order_by("pk")
    fixture.refresh_from_db()
    assert fixture.game == first
    assert (first.state, second.state) == (GameState.CONFIRMED, GameState.VOID)
    assert "The game is recorded." not in page
    assert "This scheduled game already has a result, entered by" in page
    assert "same in every cell" in page
    assert f'href="{first.get_absolute_url()}"' in page


def test_a_different_one_is_compared_and_an_organiser_can_choose_it(
    client, enter, season, fixture, organiser
):
    enter(0)
    page = enter(1, **{"seats[2].glory": "45"})
    assert "They differ in 1 cell." in page
    assert "The result that was there first counts, unless an organiser chooses the other one." in page
    first, second = Game.objects.order_by("pk")
    client.force_login(organiser)
    schedule = client.get(reverse("leagues:schedule", args=[season.address_key])).content.decode()
    address = reverse("leagues:results", args=[season.address_key, fixture.public_id])
    assert address in schedule
    choice = client.get(address).content.decode()
    for number, player in enumerate(people(fixture)[:2]):
        assert f"Entered by {player.name}" in choice, number
    client.post(address, {"game": second.public_id})
    fixture.refresh_from_db()
    assert fixture.game == second
    states = dict(Game.objects.values_list("pk", "state"))
    assert (states[first.pk], states[second.pk]) == ("void", "confirmed")
    assert "An organiser decided" in client.get(first.get_absolute_url()).content.decode()
    assert season.audit.filter(kind__in=["conflict", "settled"]).count() == 2


def test_a_wrong_choice_is_mended_by_another(client, enter, season, fixture, organiser):
    enter(0)
    enter(1, **{"seats[2].glory": "45"})
    first, second = Game.objects.order_by("pk")
    client.force_login(organiser)
    address = reverse("leagues:results", args=[season.address_key, fixture.public_id])
    client.post(address, {"game": second.public_id, "instead_of": ""})
    told = client.post(address, {"game": first.public_id, "instead_of": ""}, follow=True).content.decode()
    assert "Somebody has already chosen a result" in told
    schedule = reverse("leagues:schedule", args=[season.address_key])
    assert address in client.get(schedule).content.decode()
    client.post(address, {"game": first.public_id, "instead_of": second.public_id})
    fixture.refresh_from_db()
    assert fixture.game == first
    # Also after the result was taken off.
    client.post(reverse("leagues:unlink", args=[season.address_key, fixture.public_id]))
    assert address in client.get(schedule).content.decode()
    assert f'value="{second.public_id}"' in client.get(address).content.decode()
    client.post(address, {"game": second.public_id, "instead_of": ""})
    fixture.refresh_from_db()
    assert fixture.game == second
    states = dict(Game.objects.values_list("pk", "state"))
    assert (states[first.pk], states[second.pk]) == ("void", "confirmed")


def test_a_hidden_table_mate_is_named_in_the_schedule(client, season, fixture):
    reader, hidden = people(fixture)[:2]
    hidden.name, hidden.visibility = "Moray Firth", "hidden"
    hidden.save()
    address = reverse("leagues:schedule", args=[season.address_key])
    client.force_login(reader.account)
    cards = client.get(address).content.decode().split("<article")
    # At tables where they do not sit together the other's choice holds.
    assert all(reader.name in card for card in cards if "Moray Firth" in card)
    assert any("Moray Firth" in card and reader.name in card for card in cards)
    client.logout()
    assert "Moray Firth" not in client.get(address).content.decode()


def test_a_hidden_person_is_found_again_on_the_second_phone(enter, fixture):
    hidden = people(fixture)[2]
    hidden.visibility = "hidden"
    hidden.save()
    enter(0)
    enter(1)
    assert Game.objects.order_by("pk").last().seats.get(index=2).player == hidden


def test_a_result_that_somebody_voided_leaves_the_place_to_the_next(enter, fixture):
    enter(0)
    Game.objects.update(state=GameState.VOID)
    enter(1)
    fixture.refresh_from_db()
    assert fixture.game == Game.objects.order_by("pk").last()
    assert fixture.game.state == GameState.CONFIRMED


def test_the_result_of_another_game_of_the_schedule_is_taken_out_of_neither(season, fixture, organiser):
    """The same people meet twice in a season of two legs."""
    seated = people(fixture)
    again = Fixture.objects.create(
        season=season, group=fixture.group, round=99, table=1, deadline=fixture.deadline
    )
    for index, seat in enumerate(fixture.seats.order_by("index")):
        again.seats.create(index=index, participant=seat.participant)
    first, second = (played(season, *seated, on=season.starts_on + timedelta(days=day)) for day in (0, 1))
    report_fixture(actor=organiser, fixture=fixture, game=first)
    report_fixture(actor=organiser, fixture=again, game=second)
    with pytest.raises(GameElsewhereError):
        report_fixture(actor=organiser, fixture=again, game=first)
    first.refresh_from_db()
    fixture.refresh_from_db()
    assert (first.state, fixture.game) == (GameState.CONFIRMED, first)
