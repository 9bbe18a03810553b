"""Results of tables: from the sheet, twice, different ones, corrected, decided."""

import pytest

from caledonia_site.common.errors import NotAllowedError
from games.results.enums import ConfirmationRule, GameState
from games.results.models import ClubConfirmation, Game
from games.results.services.correct import correct_game
from games.results.services.results import Circumstances, Person
from games.results.services.verdicts import restore_game, void_game
from tests.factories.clubs import member_of
from tests.factories.events import (
    CLANS,
    DAY,
    event_of,
    play_round,
    play_table,
    posted_round,
    refresh_event,
    sheet_game,
)
from tests.factories.games import clans_seat, clans_sheet, keeper, recorded_game
from tests.factories.people import PlayerFactory
from tournaments.events.enums import TableDecision
from tournaments.events.models import EventAdjustment, EventTable, StageStandingsRow
from tournaments.events.selectors.rounds import TableState, round_view, table_for
from tournaments.events.selectors.stages import correction_effects, stage_state
from tournaments.events.services.adjustments import adjust_points, undo_adjustment
from tournaments.events.services.draws import draw_round
from tournaments.events.services.errors import (
    EmptyNoteError,
    EventFinishedError,
    GameOfAnotherTableError,
    KnockoutNeedsPlacesError,
    NoPointsError,
    NoReasonError,
    OtherDayError,
    RoundNotPublishedError,
    TableSettledError,
    TablesMissingError,
)
from tournaments.events.services.events import finish_event
from tournaments.events.services.requests import delete_note, write_note
from tournaments.events.services.results import (
    accept_result,
    decide_table,
    report_table,
    settle_conflict,
    undo_table_decision,
    unlink_result,
)
from tournaments.events.services.rounds import undo_round
from tournaments.formats.stages import Kind, Stage
from tournaments.shared.errors import (
    AlreadyChosenError,
    NobodyForfeitsError,
    NoConflictError,
    OtherPlayersError,
    OtherResultStaysOutError,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return event_of(players=4)


@pytest.fixture
def table(event):
    return posted_round(event).tables.get()


def state_of(event, table):
    return table_for(event, table.public_id, event.run_by).state


def seat_account(table, index):
    return table.seats.get(index=index).participant.player.account


def correct(game, order):
    """The same table with another order of the seats."""
    glory = {seat: 60 - 10 * place for place, seat in enumerate(order)}
    rows = [clans_seat(clan=CLANS[index], glory=glory[index]) for index in range(len(order))]
    return correct_game(
        game=game,
        expected_version=game.version,
        sheet=clans_sheet(*rows),
        circumstances=Circumstances(played_on=DAY),
        people=[Person(player=seat.player) for seat in game.seats.order_by("index")],
        actor=keeper(),
        warnings_confirmed=True,
    )


def test_the_same_game_sent_twice_is_one_result(event, table):
    game = play_table(event, table)
    report_table(actor=event.run_by, table=table, game=game)
    assert event.audit.filter(kind="result").count() == 1
    assert state_of(event, table) == TableState.PLAYED


def test_the_same_result_from_a_second_phone_counts_once(event, table):
    first = play_table(event, table)
    second = sheet_game(table)
    report_table(actor=seat_account(table, 1), table=table, game=second)
    second.refresh_from_db()
    assert second.state == GameState.VOID
    stored = EventTable.objects.get(pk=table.pk)
    assert (stored.game, stored.rival) == (first, None)
    assert event.audit.filter(kind="same_result").count() == 1


class TestTwoDifferentResults:
    @pytest.fixture
    def games(self, event, table):
        first = play_table(event, table)
        second = sheet_game(table, order=[1, 0, 2, 3])
        report_table(actor=seat_account(table, 2), table=table, game=second)
        return first, second

    def test_neither_counts_in_the_event_and_the_next_round_waits(self, event, table, games):
        assert state_of(event, table) == TableState.CONFLICT
        refresh_event(event)
        assert set(StageStandingsRow.objects.values_list("games", flat=True)) == {0}
        with pytest.raises(TablesMissingError):
            draw_round(actor=event.run_by, event=event, number=2)

    @pytest.mark.parametrize("chosen", [0, 1])
    def test_an_organiser_decides_and_the_other_is_taken_out(self, event, table, games, chosen):
        with pytest.raises(NotAllowedError):
            settle_conflict(actor=seat_account(table, 0), table=table, game=games[chosen])
        settle_conflict(actor=event.run_by, table=table, game=games[chosen])
        settle_conflict(actor=event.run_by, table=table, game=games[chosen])
        states = dict(Game.objects.values_list("pk", "state"))
        assert states[games[chosen].pk] == GameState.CONFIRMED
        assert states[games[1 - chosen].pk] == GameState.VOID
        refresh_event(event)
        winner = StageStandingsRow.objects.get(order=1).participant
        assert winner == table.seats.get(index=chosen).participant
        # Another organiser who has not seen it does not undo it; who has seen it chooses again.
        with pytest.raises(AlreadyChosenError):
            settle_conflict(actor=event.run_by, table=table, game=games[1 - chosen])
        settle_conflict(
            actor=event.run_by, table=table, game=games[1 - chosen], instead_of=games[chosen].public_id
        )
        states = dict(Game.objects.values_list("pk", "state"))
        assert states[games[1 - chosen].pk] == GameState.CONFIRMED
        assert states[games[chosen].pk] == GameState.VOID

    def test_where_there_is_one_result_there_is_nothing_to_choose(self, event, table):
        game = play_table(event, table)
        with pytest.raises(NoConflictError):
            settle_conflict(actor=event.run_by, table=table, game=sheet_game(table))
        assert EventTable.objects.get(pk=table.pk).game == game

    @pytest.mark.parametrize("decided", [False, True])
    def test_what_is_taken_off_the_table_can_still_be_chosen(self, event, table, games, decided):
        if decided:
            settle_conflict(actor=event.run_by, table=table, game=games[1])
        unlink_result(actor=event.run_by, table=table)
        assert state_of(event, table) == TableState.OPEN
        settle_conflict(actor=event.run_by, table=table, game=games[0])
        stored = EventTable.objects.get(pk=table.pk)
        assert (stored.game, stored.rival) == (games[0], None)
        # The one that was taken off does not count beside it.
        states = dict(Game.objects.values_list("pk", "state"))
        assert (states[games[0].pk], states[games[1].pk]) == (GameState.CONFIRMED, GameState.VOID)
        assert state_of(event, table) == TableState.PLAYED

    @pytest.mark.parametrize("decided", [False, True])
    def test_brought_back_beside_the_result_it_would_count_twice(self, event, table, games, decided):
        if decided:
            settle_conflict(actor=event.run_by, table=table, game=games[0])
        with pytest.raises(OtherResultStaysOutError):
            restore_game(actor=event.run_by, game=games[1])
        assert Game.objects.get(pk=games[1].pk).state == GameState.VOID

    def test_a_third_sheet_is_compared_with_both(self, event, table, games):
        third = sheet_game(table, order=[1, 0, 2, 3])
        report_table(actor=event.run_by, table=table, game=third)
        other = sheet_game(table, order=[3, 0, 2, 1])
        report_table(actor=event.run_by, table=table, game=other)
        assert Game.objects.filter(state=GameState.VOID).count() == 3
        stored = EventTable.objects.get(pk=table.pk)
        assert (stored.game, stored.rival) == games
        others = stored.other_results.in_order().values_list("game", "standing")
        assert list(others) == [(games[1].pk, "waits"), (third.pk, "same"), (other.pk, "waits")]
        settle_conflict(actor=event.run_by, table=table, game=other)
        stored.refresh_from_db()
        assert (stored.game, stored.rival) == (other, None)
        assert dict(stored.other_results.values_list("game", "standing")) == {
            games[0].pk: "refused",
            games[1].pk: "refused",
            third.pk: "same",
        }


def test_games_of_others_do_not_become_the_result(event, table):
    stranger = PlayerFactory()
    people = [Person(player=seat.participant.player) for seat in table.seats.order_by("index")]
    rows = clans_sheet(*(clans_seat(clan=clan, glory=50 + n) for n, clan in enumerate(CLANS)))
    other = recorded_game(Person(player=stranger), *people[1:], sheet=rows, club=event.club,
                          warnings_confirmed=True)  # fmt: skip
    with pytest.raises(OtherPlayersError):
        report_table(actor=event.run_by, table=table, game=other)
    with pytest.raises(OtherDayError):
        report_table(actor=event.run_by, table=table, game=sheet_game(table, on=DAY.replace(month=4)))
    with pytest.raises(NotAllowedError):
        report_table(actor=member_of(event.club), table=table, game=sheet_game(table))
    assert state_of(event, table) == TableState.OPEN


def test_one_game_is_the_result_of_one_table():
    event = event_of(players=4)
    first = play_round(event).tables.get()
    second = posted_round(event).tables.get()
    with pytest.raises(GameOfAnotherTableError):
        report_table(actor=event.run_by, table=second, game=first.game)


def test_a_round_takes_results_once_it_is_published(event):
    made = draw_round(actor=event.run_by, event=event, number=1)
    table = made.tables.get()
    table.round.event = event
    with pytest.raises(RoundNotPublishedError):
        report_table(actor=event.run_by, table=table, game=sheet_game(table))


def test_a_late_sheet_of_a_table_that_was_decided_stays_a_game_of_the_club(event, table):
    decide_table(actor=event.run_by, table=table, decision=TableDecision.CANCELLED)
    game = sheet_game(table)
    with pytest.raises(TableSettledError):
        report_table(actor=event.run_by, table=table, game=game)
    game.refresh_from_db()
    assert game.counts
    undo_table_decision(actor=event.run_by, table=table)
    report_table(actor=event.run_by, table=table, game=game)
    assert state_of(event, table) == TableState.PLAYED


def test_who_forfeits_gets_no_points_and_the_others_share(event, table):
    with pytest.raises(NobodyForfeitsError):
        decide_table(actor=event.run_by, table=table, decision=TableDecision.FORFEITED)
    decide_table(actor=event.run_by, table=table, decision=TableDecision.FORFEITED, forfeiting=[3])
    refresh_event(event)
    points = dict(StageStandingsRow.objects.values_list("participant__seats__index", "points"))
    assert points == {0: "10/3", 1: "10/3", 2: "10/3", 3: "0"}
    with pytest.raises(TableSettledError):
        decide_table(actor=event.run_by, table=table, decision=TableDecision.CANCELLED)


def test_a_knockout_table_is_not_called_off():
    event = event_of(players=5, stages=(Stage(kind=Kind.KNOCKOUT),))
    table = posted_round(event).tables.filter(decision="").first()
    with pytest.raises(KnockoutNeedsPlacesError):
        decide_table(actor=event.run_by, table=table, decision=TableDecision.CANCELLED)


def test_where_a_club_asks_for_confirmation_the_organiser_can_give_it(event, table):
    ClubConfirmation.objects.create(club=event.club, rule=ConfirmationRule.ALL)
    play_table(event, table)
    assert state_of(event, table) == TableState.WAITING
    with pytest.raises(TablesMissingError):
        draw_round(actor=event.run_by, event=event, number=2)
    accept_result(actor=event.run_by, table=table)
    assert state_of(event, table) == TableState.PLAYED


def test_a_result_taken_off_leaves_the_table_open(event, table):
    game = play_table(event, table)
    unlink_result(actor=event.run_by, table=table)
    unlink_result(actor=event.run_by, table=table)
    assert state_of(event, table) == TableState.OPEN
    game.refresh_from_db()
    assert game.counts


def test_a_void_game_leaves_its_table_to_another(event, table):
    void_game(actor=keeper(), game=play_table(event, table))
    assert state_of(event, table) == TableState.OPEN
    play_table(event, EventTable.objects.get(pk=table.pk))
    assert state_of(event, table) == TableState.PLAYED


class TestCorrection:
    def test_standings_follow_and_drawn_rounds_stay(self):
        event = event_of(players=8)
        first = play_round(event)
        second = posted_round(event)
        tables = [[seat.participant_id for seat in table.seats.all()] for table in second.tables.all()]
        table = first.tables.get(number=1)
        table.round.event = event
        correct(table.game, [3, 2, 1, 0])
        refresh_event(event)
        last = table.seats.get(index=3).participant
        assert StageStandingsRow.objects.get(participant=last).points == "5"
        assert tables == [[seat.participant_id for seat in one.seats.all()] for one in second.tables.all()]
        effects = correction_effects(table)
        assert (effects.drawn_since, effects.may_redraw, effects.is_finished) == ([2], 2, False)
        line = event.audit.filter(kind="result_changed").get()
        assert (line.detail["round"], line.detail["drawn_since"]) == (1, 1)

    def test_who_went_on_stays_and_it_is_said_who_would_have(self):
        stages = (Stage(kind=Kind.SWISS, rounds=1, advance=2), Stage(kind=Kind.FINAL))
        event = event_of(players=4, stages=stages)
        first = play_round(event)
        play_round(event)
        table = first.tables.get()
        table.round.event = event
        correct(table.game, [3, 0, 1, 2])
        effects = correction_effects(EventTable.objects.select_related("round__stage").get(pk=table.pk))
        assert effects.next_stage_has_begun
        assert effects.may_redraw is None
        assert [participant.pk for participant in effects.would_go_on] == [
            table.seats.get(index=3).participant_id
        ]
        assert [participant.pk for participant in effects.would_not] == [
            table.seats.get(index=1).participant_id
        ]

    def test_a_finished_event_is_frozen(self, event, table):
        game = play_table(event, table)
        finish_event(actor=event.run_by, event=event, early=True)
        before = list(event.participants.order_by("pk").values_list("pk", "final_place"))
        correct(game, [3, 2, 1, 0])
        refresh_event(event)
        assert list(event.participants.order_by("pk").values_list("pk", "final_place")) == before
        assert StageStandingsRow.objects.get(order=1).participant == table.seats.get(index=0).participant
        assert event.audit.filter(kind="result_changed").get().detail["frozen"]
        with pytest.raises(EventFinishedError):
            undo_round(actor=event.run_by, event=event, number=1)


def test_points_are_taken_and_given_with_a_reason(event, table):
    play_table(event, table)
    stage, participant = event.stages.get(), table.seats.get(index=0).participant
    with pytest.raises(NoPointsError):
        adjust_points(actor=event.run_by, stage=stage, participant=participant, points="many", reason="late")
    with pytest.raises(NoReasonError):
        adjust_points(actor=event.run_by, stage=stage, participant=participant, points="-1", reason=" ")
    made = adjust_points(
        actor=event.run_by, stage=stage, participant=participant, points="-4.5", reason="Late twice"
    )
    refresh_event(event)
    assert StageStandingsRow.objects.get(participant=participant).points == "1/2"
    undo_adjustment(actor=event.run_by, adjustment=made)
    undo_adjustment(actor=event.run_by, adjustment=made)
    assert not EventAdjustment.objects.exists()
    assert [line.detail["undone"] for line in event.audit.filter(kind="adjusted")] == [True, False]


def test_judges_notes_are_for_those_who_run_the_event(event, table):
    note = write_note(actor=event.run_by, event=event, text=" Slow play ", table=table)
    assert note.text == "Slow play"
    with pytest.raises(EmptyNoteError):
        write_note(actor=event.run_by, event=event, text=" ")
    with pytest.raises(NotAllowedError):
        write_note(actor=member_of(event.club), event=event, text="Hm")
    delete_note(actor=event.run_by, note=note)
    assert not event.notes.exists()


def test_a_correction_that_puts_other_people_there_is_no_result_any_more(event, table):
    game = play_table(event, table)
    people = [Person(player=seat.player) for seat in game.seats.order_by("index")]
    people[0] = Person(player=PlayerFactory())
    correct_game(
        game=game, expected_version=1, sheet=game.versions.get().sheet, people=people, actor=keeper(),
        circumstances=Circumstances(played_on=DAY), warnings_confirmed=True,
    )  # fmt: skip
    assert state_of(event, table) == TableState.OTHER_PLAYERS
    assert round_view(event, 1, event.run_by).missing
    assert stage_state(event, event.stages.get()).results == ()
    with pytest.raises(TablesMissingError):
        draw_round(actor=event.run_by, event=event, number=2)
