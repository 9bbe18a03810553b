"""Rounds: drawn, published, changed by hand, drawn again, undone."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from caledonia_site.common.jobs.models import DirtyMark
from caledonia_site.common.jobs.runner import Outcome, process_marks
from games.results.models import Game
from tests.factories.events import (
    enter,
    event_details,
    event_of,
    play_round,
    play_table,
    posted_round,
    refresh_event,
)
from tournaments.events.configuration import EventConfiguration, SetupPlan
from tournaments.events.enums import EventState, RoundState, SeatingRuleKind
from tournaments.events.models import Event, EventRound, EventTable, StageStandings
from tournaments.events.selectors.draws import preview_tables, report_of, tables_of, why_here
from tournaments.events.services import draws as drawing
from tournaments.events.services.draws import draw_round, draw_setup, redraw_round
from tournaments.events.services.errors import (
    DrawImpossibleError,
    EventChangedError,
    NoClockError,
    NoSetupError,
    NotLastRoundError,
    RoundChangedError,
    RoundHasResultsError,
    RoundNotPublishedError,
    RoundsOverError,
    StageBegunError,
    StagesError,
    TablesError,
    TooFewPlayersError,
)
from tournaments.events.services.events import change_event, finish_event, has_rounds_left
from tournaments.events.services.requests import add_seating_rule, remove_seating_rule
from tournaments.events.services.rounds import (
    pause_clock,
    publish_round,
    start_clock,
    stop_clock,
    table_keys,
    undo_round,
)
from tournaments.events.services.stages import change_stages
from tournaments.events.services.tables import change_tables
from tournaments.formats.stages import Kind, Stage

pytestmark = pytest.mark.django_db


def drawn(event):
    made = draw_round(actor=event.run_by, event=event, number=event.rounds.count() + 1)
    made.event = event
    return made


def test_asking_twice_for_a_round_gives_the_one_that_is_there():
    event = event_of(players=5)
    first = drawn(event)
    again = draw_round(actor=event.run_by, event=event, number=1)
    assert again.pk == first.pk
    with pytest.raises(RoundChangedError):
        draw_round(actor=event.run_by, event=event, number=7)
    with pytest.raises(RoundNotPublishedError):
        draw_round(actor=event.run_by, event=event, number=2)


def test_two_players_are_the_fewest():
    event = event_of(players=1)
    with pytest.raises(TooFewPlayersError):
        draw_round(actor=event.run_by, event=event, number=1)
    assert Event.objects.get().state == EventState.PLANNED


def test_drawing_again_with_nothing_changed_gives_the_same_tables():
    event = event_of(players=9)
    first = drawn(event)
    before, digest = table_keys(first), first.digest
    again = redraw_round(actor=event.run_by, event=event, number=1, version=1)
    assert (table_keys(again), again.digest, again.version) == (before, digest, 2)
    with pytest.raises(RoundChangedError):
        redraw_round(actor=event.run_by, event=event, number=1, version=1)


def test_a_late_entry_is_in_the_round_that_is_drawn_again_and_published_again():
    event = event_of(players=8)
    posted = posted_round(event)
    late = enter(event, event.run_by)
    again = redraw_round(actor=event.run_by, event=event, number=1, version=posted.version)
    assert late.public_id in {key for table in table_keys(again) for key in table}
    assert again.state == RoundState.DRAWN
    play_table(event, publish(event, again).tables.first())
    with pytest.raises(RoundHasResultsError):
        redraw_round(actor=event.run_by, event=event, number=1, version=again.version)


def publish(event, made):
    return publish_round(actor=event.run_by, event=event, number=made.number, version=made.version)


def test_wishes_are_kept_and_impossible_ones_said():
    event = event_of(players=8)
    a, b, c = event.participants.order_by("pk")[:3]
    add_seating_rule(actor=event.run_by, event=event, first=a, second=b, kind=SeatingRuleKind.TOGETHER)
    apart = add_seating_rule(actor=event.run_by, event=event, first=c, second=a, kind=SeatingRuleKind.APART)
    tables = table_keys(drawn(event))
    home = next(table for table in tables if a.public_id in table)
    assert b.public_id in home
    assert c.public_id not in home
    clash = add_seating_rule(
        actor=event.run_by, event=event, first=c, second=b, kind=SeatingRuleKind.TOGETHER
    )
    with pytest.raises(DrawImpossibleError):
        redraw_round(actor=event.run_by, event=event, number=1, version=1)
    assert table_keys(EventRound.objects.get()) == tables
    remove_seating_rule(actor=event.run_by, rule=clash)
    remove_seating_rule(actor=event.run_by, rule=clash)
    assert list(event.seating_rules.exclude(pk=apart.pk).values_list("kind", flat=True)) == ["together"]


def test_tables_are_changed_by_hand_and_judged_by_the_same_costs():
    event = event_of(players=8)
    play_round(event)
    made = drawn(event)
    old = table_keys(made)
    new = [[old[1][0], *old[0][1:]], [old[0][0], *old[1][1:]]]
    preview = preview_tables(made, new)
    assert preview.violations == ()
    changed = change_tables(actor=event.run_by, event=event, number=2, version=1, tables=new)
    assert table_keys(changed) == new
    assert changed.changed_by_hand
    cost = report_of(changed).costs
    assert cost == preview.report.costs
    line = event.audit.get(kind="tables")
    assert (line.detail["old"], line.detail["new"]) == (old, new)
    with pytest.raises(RoundChangedError):
        change_tables(actor=event.run_by, event=event, number=2, version=1, tables=old)
    back = change_tables(actor=event.run_by, event=event, number=2, version=2, tables=old)
    assert report_of(back).costs.total == cost.total - preview.costs.total


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda one, other: [one[1:], other], "round.missing"),
        (lambda one, other: [[*one[:3], other[0]], other], "round.player_twice"),
        (lambda one, other: [["nobody", *one[1:]], other], "round.not_present"),
        (lambda one, other: [[*one, *other], []], "round.table_size"),
    ],
)
def test_tables_that_cannot_be_played_are_refused(change, code):
    event = event_of(players=8)
    made = drawn(event)
    with pytest.raises(TablesError) as error:
        change_tables(actor=event.run_by, event=event, number=1, version=1, tables=change(*table_keys(made)))
    assert code in {one.code for one in error.value.violations}


def test_a_table_with_a_result_stays_as_it_is():
    event = event_of(players=9)
    made = posted_round(event)
    play_table(event, made.tables.get(number=1))
    one, two, three = table_keys(made)
    swapped = [[two[0], *one[1:]], [one[0], *two[1:]], three]
    with pytest.raises(RoundHasResultsError):
        change_tables(actor=event.run_by, event=event, number=1, version=1, tables=swapped)
    kept = EventTable.objects.get(round=made, number=2).public_id
    free = [one, [three[0], *two[1:]], [two[0], *three[1:]]]
    changed = change_tables(actor=event.run_by, event=event, number=1, version=1, tables=free)
    assert table_keys(changed) == free
    # The link on a printed slip still leads to its table.
    assert EventTable.objects.get(round=made, number=2).public_id == kept


def test_a_table_that_goes_leaves_its_number_free():
    event = event_of(players=8, stages=(Stage(kind=Kind.SWISS, rounds=4, table_size=2),))
    play_round(event)
    made = posted_round(event)
    one, two, three, four = table_keys(made)
    play_table(event, made.tables.get(number=4))

    def change(version, tables, byes=()):
        return change_tables(
            actor=event.run_by, event=event, number=2, version=version, tables=tables, byes=byes
        )

    change(1, [one, two, [], four], three)
    assert list(made.tables.order_by("number").values_list("number", flat=True)) == [1, 2, 4]
    reported = report_of(EventRound.objects.get(number=2))
    assert [(table.number, list(table.players)) for table in reported.tables] == [
        (1, one),
        (2, two),
        (4, four),
    ]
    assert why_here(made, event.participants.get(public_id=four[0])).table == 4
    # The result of the last table stays with it, whatever changes before the gap, and is not lost to it.
    change(2, [one[::-1], two, [], four], three)
    with pytest.raises(RoundHasResultsError):
        change(3, [one, two, four], three)
    assert made.tables.get(number=4).game
    change(3, [one, two, three, four])
    assert table_keys(EventRound.objects.get(number=2)) == [one, two, three, four]


def test_everybody_learns_why_they_sit_there():
    event = event_of(players=8)
    play_round(event)
    made = drawn(event)
    participant = event.participants.order_by("pk")[0]
    tables, _ = tables_of(made)
    why = why_here(made, participant)
    home = next(index for index, table in enumerate(tables, start=1) if participant.public_id in table)
    assert (why.table, len(why.opponents)) == (home, 3)


def test_an_undone_round_leaves_its_games_to_the_club():
    event = event_of(players=4)
    made = play_round(event)
    game = made.tables.get().game
    undo_round(actor=event.run_by, event=event, number=1)
    undo_round(actor=event.run_by, event=event, number=1)
    game.refresh_from_db()
    assert game.counts
    assert not event.rounds.exists()
    assert event.audit.get(kind="undone").detail["games"] == [game.public_id]
    assert Event.objects.get().state == EventState.PLANNED
    assert Game.objects.count() == 1


def test_only_the_last_round_is_undone():
    event = event_of(players=4)
    play_round(event)
    play_round(event)
    with pytest.raises(NotLastRoundError):
        undo_round(actor=event.run_by, event=event, number=1)


def test_a_large_round_is_drawn_by_a_job(monkeypatch):
    monkeypatch.setattr(drawing, "DRAWN_AT_ONCE", 5)
    event = event_of(players=6)
    made = drawn(event)
    assert made.state == RoundState.DRAWING
    key = f"{event.public_id}:1"
    assert process_marks(topic="event_draws", key=key) == Outcome.CLEAN
    made = EventRound.objects.get()
    assert made.state == RoundState.DRAWN
    assert sorted(len(table) for table in table_keys(made)) == [3, 3]
    # A message that comes twice or late finds nothing to do.
    before = table_keys(made)
    DirtyMark.objects.create(topic="event_draws", key=key)
    process_marks(topic="event_draws", key=key)
    assert table_keys(EventRound.objects.get()) == before


def test_a_large_round_that_cannot_be_drawn_says_so(monkeypatch):
    monkeypatch.setattr(drawing, "DRAWN_AT_ONCE", 3)
    event = event_of(players=4)
    a, b = event.participants.order_by("pk")[:2]
    add_seating_rule(actor=event.run_by, event=event, first=a, second=b, kind=SeatingRuleKind.APART)
    drawn(event)
    process_marks(topic="event_draws", key=f"{event.public_id}:1")
    made = EventRound.objects.get()
    assert made.state == RoundState.FAILED
    assert made.failure[0]["code"] == "draw.wishes_impossible"
    [named] = made.failure[1:]
    assert named["code"] == "draw.wish_apart"
    assert set(named["params"].values()) == {a.public_id, b.public_id}
    undo_round(actor=event.run_by, event=event, number=1)


def test_a_round_that_an_update_overtook_says_so_and_is_drawn_again(monkeypatch):
    monkeypatch.setattr(drawing, "DRAWN_AT_ONCE", 3)
    event = event_of(players=4)
    made = drawn(event)
    made.request["version"] = "1"
    made.save()
    assert process_marks(topic="event_draws", key=f"{event.public_id}:1") == Outcome.CLEAN
    failed = EventRound.objects.get()
    assert (failed.state, failed.failure[0]["code"]) == (RoundState.FAILED, "draw.other_version")
    redraw_round(actor=event.run_by, event=event, number=1, version=failed.version)
    process_marks(topic="event_draws", key=f"{event.public_id}:1")
    assert EventRound.objects.get().state == RoundState.DRAWN


def test_redraw_names_the_version_that_drew_a_round(capsys):
    event = event_of(players=6)
    made = play_round(event)
    made.request["version"] = "1"
    made.save()
    with pytest.raises(CommandError, match="1 of 1 rounds could not be confirmed"):
        call_command("redraw", event.address_key, check=True)
    assert "made by draw 1, this is draw 2" in capsys.readouterr().err


def test_redraw_checks_what_is_stored():
    event = event_of(players=6)
    play_round(event)
    call_command("redraw", event.address_key, check=True)
    made = EventRound.objects.get()
    made.drawn["tables"].reverse()
    made.save()
    with pytest.raises(CommandError):
        call_command("redraw", event.address_key, check=True)
    with pytest.raises(CommandError):
        call_command("redraw", "nowhere", check=True)


def test_the_clock_runs_in_the_database(time_machine):
    event = event_of(players=4, round_minutes=90)
    made = drawn(event)
    with pytest.raises(RoundNotPublishedError):
        start_clock(actor=event.run_by, event=event, number=1)
    publish(event, made)
    time_machine.move_to("2026-05-02 10:00:00+00:00", tick=False)
    start_clock(actor=event.run_by, event=event, number=1)
    time_machine.shift(timedelta(minutes=30))
    start_clock(actor=event.run_by, event=event, number=1)
    left = EventRound.objects.select_related("event").get().time_left(timezone.now())
    assert left == timedelta(minutes=60)
    pause_clock(actor=event.run_by, event=event, number=1)
    time_machine.shift(timedelta(minutes=10))
    stored = EventRound.objects.select_related("event").get()
    assert stored.time_left(timezone.now()) == timedelta(minutes=60)
    stopped = stop_clock(actor=event.run_by, event=event, number=1)
    assert stopped.time_left(timezone.now()) == timedelta(minutes=90)


def test_without_minutes_there_is_no_clock():
    event = event_of(players=4)
    posted_round(event)
    with pytest.raises(NoClockError):
        start_clock(actor=event.run_by, event=event, number=1)


def test_the_set_up_is_drawn_by_the_events_lot_and_the_same_at_every_table():
    plan = SetupPlan(fields=("scoring_tiles", "map_a"), offer=5)
    event = event_of(players=4, configuration=EventConfiguration(setup=plan))
    setup = drawn(event).setup
    assert len(setup["values"]["scoring_tiles"]) == 5
    assert len(set(setup["offer"])) == 5
    # Without the expansion nothing of it is drawn.
    assert setup["values"]["map_a"] in {"side_1", "side_2"}
    assert not set(setup["offer"]) & {"douglas", "gordon", "sinclair"}
    assert draw_setup(actor=event.run_by, event=event, number=1).setup == setup
    change_event(actor=event.run_by, event=event, version=1, details=event_details())
    with pytest.raises(NoSetupError):
        draw_setup(actor=event.run_by, event=event, number=1)


def test_a_stage_that_has_begun_keeps_its_form():
    event = event_of(players=4, stages=(Stage(kind=Kind.SWISS, rounds=3),))
    play_round(event)
    version = Event.objects.get().version
    longer = [Stage(kind=Kind.SWISS, rounds=2, advance=2), Stage(kind=Kind.FINAL)]
    stored = change_stages(actor=event.run_by, event=event, version=version, stages=longer)
    assert [one.stage for one in stored] == longer
    with pytest.raises(EventChangedError):
        change_stages(actor=event.run_by, event=event, version=version, stages=longer)
    other = [Stage(kind=Kind.HEATS, rounds=3)]
    with pytest.raises(StageBegunError):
        change_stages(actor=event.run_by, event=event, version=version + 1, stages=other)
    with pytest.raises(StagesError):
        change_stages(actor=event.run_by, event=event, version=version + 1, stages=[])


@pytest.mark.parametrize(
    "stages",
    [
        (Stage(kind=Kind.ROUND_ROBIN),),
        (Stage(kind=Kind.GROUPS, group_size=4, advance=4), Stage(kind=Kind.KNOCKOUT)),
        (Stage(kind=Kind.KNOCKOUT),),
        (Stage(kind=Kind.HEATS, rounds=2, advance=3), Stage(kind=Kind.FINAL, rounds=2)),
    ],
    ids=["round robin", "groups and knockout", "knockout", "heats and final"],
)
def test_every_format_is_played_to_its_end(stages):
    event = event_of(players=7, stages=stages)
    while has_rounds_left(event):
        play_round(event)
    with pytest.raises(RoundsOverError):
        draw_round(actor=event.run_by, event=event, number=event.rounds.count() + 1)
    refresh_event(event)
    numbers = set(StageStandings.objects.values_list("stage__number", flat=True))
    assert numbers == set(range(1, len(stages) + 1))
    finish_event(actor=event.run_by, event=event)
    places = list(event.participants.order_by("final_place").values_list("final_place", flat=True))
    assert places == list(range(1, 8))
