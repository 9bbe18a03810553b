"""A draw's report and "why am I at this table" in the API."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.clubs.enums import ClubVisibility, Role
from tests.factories.clubs import ClubFactory, member_of
from tests.factories.events import event_of, play_round, posted_round
from tournaments.events.enums import RoundState, SeatingRuleKind
from tournaments.events.selectors.draws import report_of, tables_of
from tournaments.events.services.draws import draw_round
from tournaments.events.services.requests import add_seating_rule
from tournaments.events.services.tables import change_tables
from tournaments.formats.stages import Kind, Stage

pytestmark = pytest.mark.django_db


def address(event, rest):
    return f"/api/v1/tournaments/{event.public_id}/rounds/{rest}"


@pytest.fixture
def event():
    made = event_of(players=8)
    play_round(made)
    return made


def test_the_report_says_what_the_organisers_page_says(client, event):
    one, other = event.participants.order_by("pk")[:2]
    add_seating_rule(actor=event.run_by, event=event, first=one, second=other, kind=SeatingRuleKind.APART)
    made = draw_round(actor=event.run_by, event=event, number=2)
    client.force_login(event.run_by)
    told = client.get(address(event, "2/report/")).json()
    report = report_of(made)
    assert (told["round"], told["changed_by_hand"], told["overruled"]) == (2, False, [])
    assert told["costs"]["total"] == str(report.costs.total)
    assert sum(len(table["repeats"]) for table in told["tables"]) == told["repeats"] == report.repeats > 0
    assert [table["entries"] for table in told["tables"]] == [list(table) for table in tables_of(made)[0]]
    assert {one["reason"] for one in told["floats"]} == {one.reason for one in report.floats}
    apart = {one.public_id, other.public_id}
    rest = [key for table in told["tables"] for key in table["entries"] if key not in apart]
    together = [[*sorted(apart), *rest[:2]], rest[2:]]
    change_tables(actor=event.run_by, event=event, number=2, version=1, tables=together)
    changed = client.get(address(event, "2/report/")).json()
    assert changed["changed_by_hand"]
    assert [one["code"] for one in changed["overruled"]] == ["round.not_apart"]
    assert set(changed["overruled"][0]["params"].values()) == apart


def test_why_somebody_sits_there_in_figures_and_words(client, event):
    made = posted_round(event)
    table = made.tables.get(number=1)
    seat = table.seats.select_related("participant__player").get(index=1)
    told = client.get(address(event, f"2/why/{seat.participant.public_id}/")).json()
    assert (told["table"], told["seat"], told["player"]["name"]) == (1, 2, seat.participant.player.name)
    assert {one["entry"] for one in told["opponents"]} == {
        one.participant.public_id for one in table.seats.exclude(index=1).select_related("participant")
    }
    assert sum(told["seats_before"]) == 1
    assert told["exchange"]["table"] == 2
    assert any("Seats before" in text for text in told["reasons"])
    french = client.get(
        address(event, f"2/why/{seat.participant.public_id}/"), headers={"accept-language": "fr"}
    )
    assert french.json()["reasons"] != told["reasons"]


def test_who_reads_them(client, event):
    participant = event.participants.order_by("pk")[0]
    draw_round(actor=event.run_by, event=event, number=2)
    # The report is the organisers'; a round is everybody's once it is published.
    for path, visitor in (("1/report/", 403), (f"1/why/{participant.public_id}/", 200)):
        assert client.get(address(event, path)).status_code == visitor, path
    assert client.get(address(event, f"2/why/{participant.public_id}/")).status_code == 404
    client.force_login(member_of(event.club, Role.SCOREKEEPER))
    assert client.get(address(event, "1/report/")).status_code == 403
    client.force_login(event.run_by)
    assert client.get(address(event, f"2/why/{participant.public_id}/")).status_code == 200
    assert client.get(address(event, "2/report/")).status_code == 200
    for path in ("3/report/", "9/why/nobody/", "1/why/nobody/"):
        assert client.get(address(event, path)).status_code == 404


def test_a_private_club_s_draws_do_not_exist_for_outsiders(client):
    event = event_of(players=4, club=ClubFactory(visibility=ClubVisibility.PRIVATE))
    posted_round(event)
    client.force_login(member_of(ClubFactory(), Role.OWNER))
    for path in ("1/report/", f"1/why/{event.participants.first().public_id}/"):
        assert client.get(address(event, path)).status_code == 404


def test_a_round_without_a_draw_says_so(client):
    event = event_of(players=8, stages=(Stage(kind=Kind.ROUND_ROBIN, rounds=2),))
    made = posted_round(event)
    client.force_login(event.run_by)
    for path in ("1/report/", f"1/why/{event.participants.first().public_id}/"):
        answer = client.get(address(event, path))
        assert (answer.status_code, answer.json()["code"]) == (404, "nothing_drawn")
    made.state = RoundState.DRAWING
    made.save(update_fields=["state"])
    answer = client.get(address(event, "1/report/"))
    assert (answer.status_code, answer.json()["code"]) == (409, "round_not_ready")


def test_they_cost_the_same_with_one_table_and_with_three(client):
    counts = []
    for players in (4, 12):
        event = event_of(players=players)
        play_round(event)
        client.force_login(event.run_by)
        participant = event.participants.order_by("pk")[0]
        for path in ("1/report/", f"1/why/{participant.public_id}/"):
            with CaptureQueriesContext(connection) as captured:
                assert client.get(address(event, path)).status_code == 200
            counts.append(len(captured))
    # Who would change places is looked up where there is a second table.
    assert (counts[0], counts[1] + 2) == (counts[2], counts[3])
    assert max(counts) <= 18
