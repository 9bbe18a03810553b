"""More than one phone enters a table: each reads what the others say, and the organiser sees all of them."""

import pytest
from django.urls import reverse

from games.results.enums import GameState
from games.results.models import Game
from tests.factories.events import event_of, posted_round
from tests.tournaments.events.web.test_results_from_the_sheet import people, record
from tournaments.formats.stages import Kind, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return event_of(players=4, stages=(Stage(kind=Kind.SWISS, rounds=2),))


@pytest.fixture
def table(event):
    table = posted_round(event).tables.get()
    table.round.event = event
    return table


@pytest.fixture
def enter(client, table):
    """As the player in this seat; the page that the phone shows then."""

    def entered(seat, **sheet):
        client.force_login(people(table)[seat].account)
        response = record(client, table, **sheet)
        assert response.status_code == 302
        return client.get(response["Location"]).content.decode()

    return entered


@pytest.fixture
def organisers_page(client, event, table):
    def page():
        client.force_login(event.run_by)
        address = reverse("events:table", args=[event.address_key, table.public_id])
        return client.get(address).content.decode()

    return page


def test_the_same_result_again_says_so_and_leads_to_the_one_that_counts(enter, table):
    enter(0)
    page = enter(1)
    first, second = Game.objects.order_by("pk")
    assert "The game is recorded." not in page
    assert "This game was taken out." not in page
    assert "Table 1 already has a result" in page
    assert people(table)[0].name in page
    assert "This one is the same in every cell" in page
    assert f'href="{first.get_absolute_url()}"' in page
    assert (first.state, second.state) == (GameState.CONFIRMED, GameState.VOID)


def test_a_different_result_names_each_cell_and_who_decides(client, enter, table):
    enter(0)
    page = enter(1, glory=(60, 50, 45, 30))
    third = people(table)[2].name
    assert "They differ in 1 cell" in page
    assert f"{third} · Glory" in page
    assert "An organiser decides which one counts. Until then neither counts in the tournament." in page
    first = Game.objects.order_by("pk")[0]
    # Who entered the first one reads the same of the second.
    client.force_login(people(table)[0].account)
    page = client.get(first.get_absolute_url()).content.decode()
    assert people(table)[1].name in page
    assert "An organiser decides which one counts." in page


def test_the_same_points_from_other_cells_need_no_organiser_but_are_named(enter, table):
    enter(0)
    page = enter(1, **{"seats[0].turn_order": "4", "seats[3].turn_order": "1"})
    assert "The points and places are the same" in page
    assert "They differ in 2 cells" in page


def test_seats_in_another_order_are_no_difference(client, enter, table):
    enter(0)
    client.force_login(people(table)[1].account)
    swapped = [1, 0, 2, 3]
    response = record(client, table, order=swapped)
    page = client.get(response["Location"]).content.decode()
    assert "This one is the same in every cell" in page


def test_the_organiser_sees_every_result_with_who_entered_it_and_takes_any(
    client, event, enter, table, organisers_page
):
    enter(0)
    enter(1, glory=(30, 60, 40, 50))
    enter(2, glory=(30, 40, 60, 50))
    enter(3, glory=(30, 40, 50, 60))
    enter(3, glory=(30, 60, 40, 50))
    games = list(Game.objects.order_by("pk"))
    page = organisers_page()
    for game, player in zip(games, people(table), strict=False):
        assert f'value="{game.public_id}"' in page
        assert f"Entered by {player.name}" in page
    # The fifth says what the second says: nothing to choose.
    assert f'value="{games[4].public_id}"' not in page
    settle = reverse("events:settle", args=[event.address_key, table.public_id])
    client.post(settle, {"game": games[3].public_id})
    table.refresh_from_db()
    assert (table.game, table.rival) == (games[3], None)
    states = dict(Game.objects.values_list("pk", "state"))
    assert [states[game.pk] for game in games[:4]] == ["void", "void", "void", "confirmed"]
    # Each that lost says why, and leads to the one that counts.
    for game in games[:3]:
        said = client.get(game.get_absolute_url()).content.decode()
        assert "An organiser decided that another result of this table counts." in said
        assert f'href="{games[3].get_absolute_url()}"' in said
        assert "This game was taken out." not in said


def test_of_three_results_each_page_mentions_all_and_says_that_none_counts(client, enter, event, table):
    enter(0)
    enter(1, glory=(30, 60, 40, 50))
    enter(2, glory=(30, 40, 60, 50))
    games, names = list(Game.objects.order_by("pk")), [player.name for player in people(table)]
    for own in range(3):
        client.force_login(people(table)[own].account)
        said = client.get(games[own].get_absolute_url()).content.decode()
        for other in {0, 1, 2} - {own}:
            assert f"entered by {names[other]}" in said, (own, other)
            assert f'href="{games[other].get_absolute_url()}"' in said, (own, other)
        assert "Until then none of them counts in the tournament." in said
        assert '<span class="badge tone-warning">Different results</span>' in said
    client.logout()
    tables = client.get(reverse("events:round", args=[event.address_key, 1])).content.decode()
    assert "Different results" in tables
    assert "event-seat-total" not in tables


def test_a_wrong_choice_is_mended_by_another(client, event, enter, table, organisers_page):
    enter(0)
    enter(1, glory=(30, 60, 40, 50))
    enter(2, glory=(30, 40, 60, 50))
    games = list(Game.objects.order_by("pk"))
    client.force_login(event.run_by)
    settle = reverse("events:settle", args=[event.address_key, table.public_id])
    client.post(settle, {"game": games[1].public_id, "instead_of": ""})
    # Who looked before that is told, and sees what was chosen.
    told = client.post(settle, {"game": games[2].public_id, "instead_of": ""}, follow=True).content.decode()
    assert "Somebody has already chosen a result" in told
    assert "This one counts now" in told
    table.refresh_from_db()
    assert table.game == games[1]
    page = organisers_page()
    for game in (games[0], games[2]):
        assert f'value="{game.public_id}"' in page
    assert f'name="instead_of" value="{games[1].public_id}"' in page
    client.post(settle, {"game": games[2].public_id, "instead_of": games[1].public_id})
    table.refresh_from_db()
    assert table.game == games[2]
    client.post(reverse("events:unlink", args=[event.address_key, table.public_id]))
    page = organisers_page()
    for game in games:
        assert f'value="{game.public_id}"' in page
    # The page of a refused one still leads there.
    said = client.get(games[0].get_absolute_url()).content.decode()
    assert reverse("events:table", args=[event.address_key, table.public_id]) in said


def test_restoring_a_second_result_leads_to_the_choice(client, event, enter, table):
    enter(0)
    enter(1, glory=(30, 60, 40, 50))
    second = Game.objects.order_by("pk").last()
    client.force_login(event.run_by)
    said = client.post(reverse("games:restore", args=[second.public_id]), follow=True).content.decode()
    second.refresh_from_db()
    assert second.state == GameState.VOID
    assert "brought back, one game would count twice" in said
    assert reverse("events:table", args=[event.address_key, table.public_id]) in said


def test_a_sheet_opened_at_a_table_that_has_a_result_says_so_before_anything_is_typed(client, enter, table):
    enter(0)
    client.force_login(people(table)[1].account)
    address = f"/score/clans_of_caledonia/?prepared=event:{table.public_id}"
    page = client.get(address).content.decode()
    assert "Table 1 already has a result" in page


def test_a_hidden_name_is_read_at_the_table_and_by_nobody_else(client, enter, table):
    first = people(table)[0]
    first.visibility = "hidden"
    first.save()
    enter(0)
    assert f"Table 1 already has a result, entered by {first.name}" in enter(1)
    client.logout()
    page = client.get(Game.objects.order_by("pk").last().get_absolute_url()).content.decode()
    assert "Table 1 already has a result, entered by a player" in page
    assert first.name not in page
