"""Rounds on the organiser's pages: draw, look, change, publish, undo."""

from caledonia_site.common.jobs.runner import process_marks
from games.results.services.correct import correct_game
from games.results.services.results import Circumstances, Person
from tests.factories.events import DAY, enter, event_of, play_round, play_table, posted_round
from tests.factories.games import keeper
from tests.factories.people import PlayerFactory
from tests.tournaments.events.web.reading import first_table, said
from tournaments.events.configuration import EventConfiguration, SetupPlan
from tournaments.events.enums import RoundState, SeatingRuleKind
from tournaments.events.models import EventTable
from tournaments.events.selectors.draws import report_of
from tournaments.events.services.draws import draw_round
from tournaments.events.services.requests import add_seating_rule
from tournaments.events.web.organise.access import next_step
from tournaments.events.web.organise.tables import MOST_AT_ONCE
from tournaments.formats.stages import Kind, Stage


def test_the_next_step_leads_through_the_whole_tournament(client, club, signed_in, address):
    event = event_of(club=club, actor=signed_in, stages=(Stage(kind=Kind.SWISS, rounds=1),))
    assert next_step(event).address == address(event, "open_registration")
    client.post(address(event, "open_registration"))
    event.refresh_from_db()
    assert next_step(event).address == address(event, "add_entry")
    for _ in range(4):
        enter(event, signed_in)
    step = next_step(event)
    assert (step.address, step.values) == (address(event, "draw"), {"number": 1})
    assert client.post(step.address, step.values).url == address(event, "manage_round", 1)
    event.refresh_from_db()
    assert "publish round 1" in next_step(event).action
    client.post(address(event, "publish", 1), {"version": 1})
    assert next_step(event).address == address(event, "manage_round", 1)
    play_table(event, first_table(event))
    assert next_step(event).address == address(event, "finish")
    assert client.post(address(event, "finish")).url == event.get_absolute_url()
    event.refresh_from_db()
    assert event.is_finished
    assert next_step(event).address == event.get_absolute_url()
    assert client.get(address(event, "run")).status_code == 200


def test_a_result_that_a_correction_gave_to_others_is_waited_for(club, signed_in, address):
    event = event_of(club=club, actor=signed_in, players=4)
    posted_round(event)
    game = play_table(event, first_table(event))
    assert next_step(event).address == address(event, "draw")
    people = [Person(player=seat.player) for seat in game.seats.order_by("index")]
    people[0] = Person(player=PlayerFactory())
    correct_game(
        game=game, expected_version=1, sheet=game.versions.get().sheet, people=people, actor=keeper(),
        circumstances=Circumstances(played_on=DAY), warnings_confirmed=True,
    )  # fmt: skip
    assert next_step(event).address == address(event, "manage_round", 1)


def test_who_is_not_checked_in_is_named_by_the_next_step(client, club, signed_in, address):
    event = event_of(club=club, actor=signed_in, players=4, needs_check_in=True)
    assert next_step(event).address == address(event, "check_in")


def test_the_same_draw_twice_is_one_round(client, event, address):
    for _ in range(2):
        assert client.post(address(event, "draw"), {"number": 1}).url == address(event, "manage_round", 1)
    assert event.rounds.count() == 1
    assert client.post(address(event, "draw"), {"number": "x"}).url == address(event, "run")


def test_a_draw_that_cannot_be_says_why_by_name(client, event, signed_in, address):
    participants = list(event.participants.all()[:5])
    for other in participants[1:]:
        add_seating_rule(
            actor=signed_in, event=event, first=participants[0], second=other, kind=SeatingRuleKind.TOGETHER
        )
    response = client.post(address(event, "draw"), {"number": 1}, follow=True)
    assert response.redirect_chain[-1][0] == address(event, "wishes")
    assert "More must sit together than a table has seats" in said(response)[0]
    assert participants[0].player.name in said(response)[0]


def test_the_report_stands_beside_the_tables(client, club, signed_in, address):
    event = event_of(club=club, actor=signed_in, players=12)
    play_round(event)
    client.post(address(event, "draw"), {"number": 2})
    page = client.get(address(event, "manage_round", 2))
    report = page.context["report"]
    # Of three tables four cannot be made without meeting somebody again.
    assert report.facts[0] == "3 pairs meet again."
    assert "Sits with players who have" in report.floats[0]
    assert "Report of the draw" in page.content.decode()


def test_publishing_a_round_that_changed_meanwhile_is_refused(client, event, address):
    client.post(address(event, "draw"), {"number": 1})
    event.rounds.update(version=2)
    response = client.post(address(event, "publish", 1), {"version": 1}, follow=True)
    assert "Another organiser changed this round meanwhile" in said(response)[-1]
    assert event.rounds.get().state == RoundState.DRAWN
    for _ in range(2):
        client.post(address(event, "publish", 1), {"version": 2})
    assert event.rounds.get().state == RoundState.PUBLISHED


def swapped(client, event, address):
    """The form of the tables as it comes, with the first seats of tables 1 and 2 exchanged."""
    form = client.get(address(event, "change_tables", 1)).context["form"]
    data = {field.html_name: field.value() for field in form}
    one, other = (next(key for key, value in data.items() if value == place) for place in ("1.1", "2.1"))
    data[one], data[other] = data[other], data[one]
    return data, one.removeprefix("place-"), other.removeprefix("place-")


def test_a_change_by_hand_is_previewed_and_saved(client, event, address):
    client.post(address(event, "draw"), {"number": 1})
    data, one, other = swapped(client, event, address)
    page = client.post(address(event, "change_tables", 1), data | {"do": "preview"})
    assert page.context["preview"].mistakes == []
    assert not event.rounds.get().changed_by_hand
    client.post(address(event, "change_tables", 1), data | {"do": "save"})
    made = event.rounds.get()
    assert made.changed_by_hand
    first, second = (
        table.seats.get(index=0).participant.public_id for table in made.tables.order_by("number")
    )
    assert (first, second) == (other, one)


def test_of_a_large_round_some_tables_are_changed_at_a_time(client, club, signed_in, address):
    pairs = Stage(kind=Kind.SWISS, rounds=1, table_size=2)
    event = event_of(club=club, actor=signed_in, players=2 * MOST_AT_ONCE + 2, stages=(pairs,))
    made = draw_round(actor=signed_in, event=event, number=1)
    process_marks(topic="event_draws", key=f"{event.public_id}:1")
    page = address(event, "change_tables", 1)

    def seated():
        tables = made.tables.order_by("number")
        return [[seat.participant.public_id for seat in table.seats.order_by("index")] for table in tables]

    before = seated()
    assert "form" not in client.get(page).context
    everywhere = ",".join(str(number) for number in range(1, MOST_AT_ONCE + 2))
    for wrong in (",", "nobody", "-1", "99", "3, 99", "player", everywhere):
        answer = client.get(page, {"tables": wrong})
        assert "form" not in answer.context
        assert answer.context["chooser"].errors["tables"]
    form = client.get(page, {"tables": "3, 17"}).context["form"]
    data = {field.html_name: field.value() for field in form}
    assert {value for key, value in data.items() if key != "version"} == {"3.1", "3.2", "17.1", "17.2"}
    one, other = (next(key for key, value in data.items() if value == place) for place in ("3.1", "17.1"))
    data[one], data[other] = data[other], data[one]
    names = [str(form[key].label) for key in (one, other)]
    by_name = client.get(page, {"tables": ", ".join(names)}).context["form"]
    assert {3, 17} <= set(by_name.table_numbers)
    assert client.post(f"{page}?tables=3,17", data | {"do": "preview"}).context["preview"].mistakes == []
    assert client.post(f"{page}?tables=3,17", data | {"do": "save"}).status_code == 302
    after = seated()
    before[2][0], before[16][0] = before[16][0], before[2][0]
    assert after == before


def test_a_table_with_a_result_is_not_offered(client, event, address):
    posted_round(event)
    play_table(event, first_table(event))
    page = client.get(address(event, "change_tables", 1))
    assert page.context["form"].table_numbers == [2, 3]
    assert "With a result, and staying as they are: 1." in page.content.decode()
    data = {field.html_name: field.value() for field in page.context["form"]}
    moved = next(key for key, value in data.items() if value == "2.1")
    late = client.post(address(event, "change_tables", 1), data | {moved: "1.1", "do": "save"})
    assert "Some of these seats cannot be chosen any more." in late.content.decode()
    client.post(address(event, "change_tables", 1), data | {moved: "2.4", "do": "save"})
    first, second = event.rounds.get().tables.order_by("number")
    assert (first.game_id is not None, first.seats.count()) == (True, 4)
    assert second.seats.get(participant__public_id=moved.removeprefix("place-")).index == 3
    play_table(event, second)
    assert "All results are in." in client.get(address(event, "change_tables", 1)).content.decode()


def test_only_who_floats_by_the_change_is_named_and_no_lot_is_blamed(client, club, signed_in, address):
    event = event_of(club=club, actor=signed_in, players=12)
    play_round(event)
    made = posted_round(event)
    floats = report_of(made).floats
    assert floats
    page = address(event, "change_tables", 2)
    form = client.get(page).context["form"]
    data = {field.html_name: field.value() for field in form}
    assert client.post(page, data | {"do": "preview"}).context["preview"].effects == []
    winner, last = (next(key for key, value in data.items() if value == place) for place in ("1.1", "3.1"))
    swap = data | {winner: data[last], last: data[winner]}
    told = client.post(page, swap | {"do": "preview"}).context["preview"].effects
    floating = [text for text in told if "Sits with players" in text]
    assert floating
    assert not any("the lot decided" in text for text in told)


def test_tables_that_cannot_be_played_are_named(client, event, address):
    client.post(address(event, "draw"), {"number": 1})
    data, one, _ = swapped(client, event, address)
    page = client.post(address(event, "change_tables", 1), data | {f"place-{one}": "1.4", "do": "save"})
    assert "A table has two to 4 players; this one has 5." in page.content.decode()
    assert not event.rounds.get().changed_by_hand


def test_tables_changed_by_somebody_else_are_shown_and_nothing_is_lost(client, event, address):
    client.post(address(event, "draw"), {"number": 1})
    data, one, _ = swapped(client, event, address)
    event.rounds.update(version=2)
    page = client.post(address(event, "change_tables", 1), data | {"do": "save"})
    assert "Another organiser changed this round meanwhile" in page.content.decode()
    assert "The tables now" in page.content.decode()
    form = page.context["form"]
    assert form[f"place-{one}"].value() == data[f"place-{one}"]
    assert form["version"].value() == "2"
    client.post(address(event, "change_tables", 1), data | {"do": "save", "version": "2"})
    assert event.rounds.get().changed_by_hand


def test_a_round_is_drawn_again_and_undone(client, event, signed_in, address):
    client.post(address(event, "draw"), {"number": 1})
    assert client.get(address(event, "redraw", 1)).status_code == 200
    enter(event, signed_in)
    client.post(address(event, "redraw", 1), {"version": 1})
    made = event.rounds.get()
    assert made.version == 2
    assert sum(table.seats.count() for table in made.tables.all()) == 9
    client.post(address(event, "publish", 1), {"version": 2})
    play_table(event, first_table(event))
    text = client.get(address(event, "undo_round", 1)).content.decode()
    assert "Games played at its tables: 1. They stay games of the club and count there." in text
    for _ in range(2):
        client.post(address(event, "undo_round", 1))
    assert not event.rounds.exists()


def test_the_clock_starts_pauses_and_goes_back(client, event, address):
    posted_round(event)
    client.post(address(event, "clock", 1, "start"))
    assert event.rounds.get().clock_started_at
    assert "Pause the clock" in client.get(address(event, "manage_round", 1)).content.decode()
    client.post(address(event, "clock", 1, "pause"))
    assert event.rounds.get().clock_started_at is None
    client.post(address(event, "clock", 1, "stop"))
    assert event.rounds.get().clock_seconds == 0
    assert client.post(address(event, "clock", 1, "melt")).status_code == 404


def test_the_set_up_is_drawn_again_by_the_settings_of_now(client, event, address):
    posted_round(event)
    client.post(address(event, "draw_setup", 1))
    assert event.rounds.get().setup == {}
    plan = EventConfiguration(setup=SetupPlan(fields=("scoring_tiles",), offer=3))
    event.settings = plan.as_stored()
    event.save()
    client.post(address(event, "draw_setup", 1))
    assert len(event.rounds.get().setup["offer"]) == 3
    assert "The same at every table" in client.get(address(event, "manage_round", 1)).content.decode()


def test_the_round_asks_again_less_and_less_often(client, event, address):
    posted_round(event)
    page = client.get(address(event, "round_now", 1), {"asked": "0", "was": "posted"})
    assert page.context["pause"] > 10
    assert "2 tables have no result yet" in page.content.decode()
    assert 'hx-swap-oob="true"' in page.content.decode()
    later = client.get(address(event, "round_now", 1), {"asked": "500", "was": "posted"})
    assert later.context["pause"] == 60
    done = client.get(address(event, "round_now", 1), {"asked": "1", "was": "drawing"})
    assert done.headers["HX-Refresh"] == "true"


def test_a_large_draw_is_watched_while_the_job_draws(client, club, signed_in, address):
    event = event_of(club=club, actor=signed_in, players=17)
    client.post(address(event, "draw"), {"number": 1})
    assert event.rounds.get().state == RoundState.DRAWING
    page = client.get(address(event, "manage_round", 1)).content.decode()
    assert "The round is being drawn." in page
    assert "hx-get" in page


def test_a_job_that_cannot_draw_names_the_wishes(client, club, signed_in, address):
    event = event_of(club=club, actor=signed_in, players=17)
    one, other = event.participants.order_by("pk")[:2]
    failure = [
        {"code": "draw.wishes_impossible", "path": "together"},
        {
            "code": "draw.wish_apart",
            "path": "apart",
            "params": {"one": one.public_id, "other": other.public_id},
        },
    ]
    client.post(address(event, "draw"), {"number": 1})
    event.rounds.update(state=RoundState.FAILED, failure=failure)
    page = client.get(address(event, "manage_round", 1)).content.decode()
    assert "These cannot be kept together:" in page
    assert f"{one.player.name} and {other.player.name} never at the same table." in page


def test_a_table_is_found_by_name_by_number_and_by_what_is_missing(client, event, signed_in, address):
    posted_round(event)
    first, second = EventTable.objects.filter(round__event=event).order_by("number")
    play_table(event, first)
    name = second.seats.select_related("participant__player").first().participant.player.name

    def numbers(page, **asked):
        found = client.get(page, asked)
        return [one.view.number for one in found.context["tables"]]

    for page in (address(event, "manage_round", 1), f"{event.get_absolute_url()}rounds/1/"):
        assert sorted(numbers(page)) == [1, 2]
        assert numbers(page, q=name.upper()) == [2]
        assert numbers(page, q="1") == [1]
        assert numbers(page, show="missing") == [2]
        assert numbers(page, q="1", show="missing") == []
        assert "No such table." in client.get(page, {"q": "nobody at all"}).content.decode()
    now = client.get(address(event, "round_now", 1), {"q": name, "was": "posted"}).content.decode()
    assert f"q={name.replace(' ', '+')}" in now
