"""The result of a table on the organiser's pages: linked, chosen, decided, accepted, corrected."""

from tests.factories.events import event_of, play_round, play_table, posted_round, sheet_game
from tests.tournaments.events.web.reading import first_table, said
from tournaments.events.services.results import report_table
from tournaments.events.web.organise.access import next_step
from tournaments.formats.stages import Kind, Stage


def test_a_game_recorded_elsewhere_becomes_the_result(client, event, address):
    posted_round(event)
    table = first_table(event)
    game = sheet_game(table)
    assert game.public_id in client.get(address(event, "table", table.public_id)).content.decode()
    for _ in range(2):
        data = {"game": game.public_id}
        assert client.post(address(event, "link_result", table.public_id), data).status_code == 302
    table.refresh_from_db()
    assert table.game == game
    nobody = client.post(address(event, "link_result", table.public_id), {"game": "nothing"})
    assert nobody.status_code == 404


def test_two_different_results_stand_side_by_side_until_one_is_chosen(client, event, signed_in, address):
    posted_round(event)
    table = first_table(event)
    first = play_table(event, table)
    second = sheet_game(table, order=(3, 2, 1, 0))
    report_table(actor=signed_in, table=table, game=second)
    assert next_step(event).address == address(event, "table", table.public_id)
    page = client.get(address(event, "table", table.public_id)).content.decode()
    assert "Different results of this table came in." in page
    for _ in range(2):
        client.post(address(event, "settle", table.public_id), {"game": second.public_id})
    table.refresh_from_db()
    assert (table.game, table.rival) == (second, None)
    other = client.post(address(event, "settle", table.public_id), {"game": first.public_id}, follow=True)
    assert said(other)[-1].startswith(
        "Somebody has already chosen a result: the one with 92 – 82 – 72 – 62 points."
    )


def test_a_table_is_forfeited_and_the_decision_taken_back(client, event, address):
    posted_round(event)
    table = first_table(event)
    decide = address(event, "decide", table.public_id)
    nobody = client.post(decide, {"decision": "forfeited"})
    assert nobody.context["form"].errors["forfeiting"]
    client.post(decide, {"decision": "forfeited", "forfeiting": ["1"]})
    assert table.seats.get(index=1).forfeits
    assert "Take the decision back" in client.get(address(event, "table", table.public_id)).content.decode()
    client.post(address(event, "undo_decision", table.public_id))
    table.refresh_from_db()
    assert table.decision == ""
    client.post(decide, {"decision": "cancelled"})
    table.refresh_from_db()
    assert table.decision == "cancelled"


def test_a_result_that_waits_is_accepted_and_taken_off(client, event, address):
    posted_round(event)
    table = first_table(event)
    game = play_table(event, table)
    game.state = "submitted"
    game.save()
    assert "Accept" in client.get(address(event, "manage_round", 1)).content.decode()
    client.post(address(event, "accept", table.public_id))
    game.refresh_from_db()
    assert game.counts
    assert client.get(address(event, "unlink", table.public_id)).status_code == 200
    for _ in range(2):
        client.post(address(event, "unlink", table.public_id))
    table.refresh_from_db()
    assert table.game is None


def test_what_a_correction_changes_is_said_before_it_is_made(client, event, address):
    play_round(event)
    client.post(address(event, "draw"), {"number": 2})
    page = client.get(address(event, "table", first_table(event).public_id)).content.decode()
    assert "The standings follow a correction by themselves." in page
    assert "Rounds drawn since keep their tables: 2." in page
    assert "Round 2 has no result yet: it can be drawn again afterwards." in page
    assert address(event, "redraw", 2) in page


def test_a_correction_after_the_final_began_names_who_would_have_gone_on(client, club, signed_in, address):
    stages = (Stage(kind=Kind.SWISS, rounds=1, advance=4), Stage(kind=Kind.FINAL))
    event = event_of(club=club, actor=signed_in, players=8, stages=stages)
    play_round(event)
    posted_round(event)
    page = client.get(address(event, "table", first_table(event).public_id)).content.decode()
    assert "The next stage has begun: who went on to it stays there." in page
