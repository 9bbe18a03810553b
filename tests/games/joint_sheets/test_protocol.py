"""What becomes of fields when several phones write them: the pure part."""

import pytest

from games.joint_sheets.protocol import (
    ANYONE,
    KEEPER,
    MOST_CLIENTS,
    OWN,
    Batch,
    Cell,
    Change,
    GapError,
    Phone,
    SheetState,
    TooManyClientsError,
    apply_batch,
    cells_as_json,
    cells_from_json,
    may_write,
)

MONEY = "seats[1].money"
KNOWN = {MONEY, "seats[0].money", "seats[1].player", "options.automa", "setup.port", "notes", "club"}
KEEPS, SITS, READS, OTHER = 1, 2, 3, 4


def table(**more):
    phones = {
        KEEPS: Phone(KEEPS, seat=0),
        SITS: Phone(SITS, seat=1),
        READS: Phone(READS),
        OTHER: Phone(OTHER, seat=2),
    }
    given = {"writing": ANYONE, "setup": KEEPER, "is_prepared": False, "cells": {}, "clients": {}} | more
    return SheetState(revision=10, keeper=KEEPS, phones=phones, **given)


def write(state, number, *values, name=MONEY, page=None, seq=None, **more):
    client = page or f"page-of-{number}"
    following = state.clients.get(client, 0) + 1
    change = Change(seq or following, name, values, **more)
    return apply_batch(state, number, Batch(client, state.revision, (change,)), KNOWN)


def beside(state, name=MONEY):
    return {other.by: other.values for other in state.cells[name].others}


class TestOneField:
    def test_the_last_to_arrive_wins_and_what_another_phone_wrote_stays_beside_it(self):
        state = write(table(), SITS, "34").state
        state = write(state, KEEPS, "43").state
        assert state.cells[MONEY] == Cell(("43",), 12, KEEPS, state.cells[MONEY].others)
        assert beside(state) == {SITS: ("34",)}

    def test_who_writes_again_has_nothing_beside_it(self):
        state = write(table(), SITS, "3").state
        state = write(state, SITS, "34").state
        assert beside(state) == {}
        state = write(write(state, KEEPS, "43").state, SITS, "34").state
        assert state.cells[MONEY].values == ("34",)
        assert beside(state) == {KEEPS: ("43",)}

    def test_a_value_that_comes_back_is_beside_itself_no_more(self):
        state = write(write(table(), SITS, "34").state, KEEPS, "43").state
        state = write(state, OTHER, "34").state
        assert beside(state) == {KEEPS: ("43",)}

    def test_who_agreed_is_remembered_when_the_value_is_replaced(self):
        state = write(write(table(), SITS, "34").state, KEEPS, "34").state
        assert beside(state) == {}
        assert beside(write(state, KEEPS, "50").state) == {SITS: ("34",)}
        assert beside(write(state, OTHER, "50").state) == {SITS: ("34",), KEEPS: ("34",)}

    def test_blanking_a_field_is_writing_too(self):
        state = write(write(table(), SITS, "34").state, KEEPS).state
        assert beside(state) == {SITS: ("34",)}
        assert beside(write(state, SITS, "5").state) == {KEEPS: ()}

    def test_settling_lets_go_of_what_was_seen_and_of_nothing_newer(self):
        state = write(write(table(), SITS, "34").state, KEEPS, "43").state
        seen = state.revision
        assert beside(write(state, OTHER, "43", settles=True, seen=seen).state) == {}
        state = write(state, READS, "77").state
        settled = write(state, OTHER, "43", settles=True, seen=seen).state
        assert settled.cells[MONEY].values == ("43",)
        assert beside(settled) == {READS: ("77",)}

    def test_what_is_kept_is_read_again_as_it_was(self):
        state = write(write(write(table(), SITS, "34").state, KEEPS, "43").state, OTHER, "43").state
        assert cells_from_json(cells_as_json(state.cells)) == state.cells


class TestBatches:
    def test_sent_twice_it_changes_nothing(self):
        once = write(table(), SITS, "34")
        again = apply_batch(once.state, SITS, Batch("page-of-2", 10, (Change(1, MONEY, ("34",)),)), KNOWN)
        assert (again.state, again.applied, again.refused) == (once.state, 0, ())

    def test_only_the_new_part_of_a_batch_is_taken(self):
        state = write(table(), SITS, "3").state
        state = write(state, KEEPS, "43").state
        batch = Batch("page-of-2", 10, (Change(1, MONEY, ("3",)), Change(2, "seats[1].player", ("Rory",))))
        outcome = apply_batch(state, SITS, batch, KNOWN)
        assert outcome.applied == 1
        assert outcome.state.cells[MONEY].values == ("43",)
        assert outcome.state.cells["seats[1].player"].values == ("Rory",)

    def test_with_a_gap_nothing_is_taken(self):
        with pytest.raises(GapError):
            write(table(), SITS, "34", seq=2)

    def test_what_was_refused_counts_as_taken(self):
        state = table(writing=OWN)
        refused = write(state, OTHER, "34")
        assert [one.code for one in refused.refused] == ["not_yours"]
        assert refused.state.clients == {"page-of-4": 1}
        assert refused.state.cells == {}

    def test_each_change_and_each_sign_of_life_is_one_revision(self):
        two = Batch("page", 10, (Change(1, MONEY, ("1",)), Change(2, MONEY, ("12",))))
        state = apply_batch(table(), SITS, two, KNOWN).state
        assert state.revision == 12
        assert apply_batch(state, SITS, Batch("page", 12), KNOWN).state.revision == 13

    def test_pages_without_end_are_refused(self):
        state = table(clients={f"page-{number}": 1 for number in range(MOST_CLIENTS)})
        with pytest.raises(TooManyClientsError):
            write(state, SITS, "34")
        assert write(state, SITS, "34", page="page-7").applied == 1

    @pytest.mark.parametrize(
        ("name", "values", "code"),
        [
            ("seats[1].gold", ["1"], "unknown_field"),
            ("entry_key", ["1"], "unknown_field"),
            ("seats[1].kind", ["automa"], "not_yours"),
            ("prepared", ["events:x"], "not_yours"),
            (MONEY, ["1" * 101], "too_long"),
            (MONEY, ["1"] * 101, "too_long"),
            ("notes", ["n" * 2_001], "too_long"),
        ],
    )
    def test_what_no_sheet_holds_is_refused_also_to_the_keeper(self, name, values, code):
        outcome = write(table(), KEEPS, *values, name=name)
        assert [one.code for one in outcome.refused] == [code]
        assert outcome.state.cells == {}

    def test_notes_may_be_long(self):
        assert write(table(), KEEPS, "n" * 2_000, name="notes").applied == 1


class TestDone:
    def test_it_is_of_ones_own_seat(self):
        state = apply_batch(table(), SITS, Batch("p", 10, done=True), KNOWN).state
        assert [number for number, phone in state.phones.items() if phone.done] == [SITS]
        assert not apply_batch(table(), READS, Batch("p", 10, done=True), KNOWN).state.phones[READS].done

    def test_another_phone_that_changes_the_column_takes_it_back(self):
        state = apply_batch(table(), SITS, Batch("p", 10, done=True), KNOWN).state
        assert not write(state, KEEPS, "1").state.phones[SITS].done
        assert write(state, SITS, "1").state.phones[SITS].done
        assert write(state, KEEPS, "1", name="seats[0].money").state.phones[SITS].done

    def test_the_same_value_once_more_does_not(self):
        state = write(table(), SITS, "34").state
        state = apply_batch(state, SITS, Batch("p", state.revision, done=True), KNOWN).state
        assert write(state, KEEPS, "34").state.phones[SITS].done

    def test_it_is_not_said_of_what_the_phone_has_not_seen(self):
        state = write(table(), KEEPS, "34").state
        assert not apply_batch(state, SITS, Batch("p", 10, done=True), KNOWN).state.phones[SITS].done
        assert apply_batch(state, SITS, Batch("p", 11, done=True), KNOWN).state.phones[SITS].done

    def test_it_is_taken_back_by_saying_so(self):
        state = apply_batch(table(), SITS, Batch("p", 10, done=True), KNOWN).state
        assert not apply_batch(state, SITS, Batch("p", 10, done=False), KNOWN).state.phones[SITS].done


RIGHTS = [
    # name, writing, setup, who may
    (MONEY, OWN, KEEPER, {KEEPS, SITS}),
    (MONEY, ANYONE, KEEPER, {KEEPS, SITS, READS, OTHER}),
    ("seats[1].player", OWN, KEEPER, {KEEPS, SITS}),
    ("options.automa", ANYONE, KEEPER, {KEEPS}),
    ("options.automa", OWN, ANYONE, {KEEPS, SITS, READS, OTHER}),
    ("setup.port", OWN, ANYONE, {KEEPS, SITS, READS, OTHER}),
    ("game.round", OWN, ANYONE, {KEEPS, SITS, READS, OTHER}),
    ("notes", ANYONE, ANYONE, {KEEPS}),
    ("club", ANYONE, ANYONE, {KEEPS}),
    ("seats[1].kind", ANYONE, ANYONE, set()),
    ("seated_people", ANYONE, ANYONE, set()),
]


@pytest.mark.parametrize(("name", "writing", "setup", "who"), RIGHTS)
def test_who_may_write_what(name, writing, setup, who):
    state = table(writing=writing, setup=setup)
    assert {number for number in (*state.phones, 9) if may_write(state, number, name)} == who


def test_in_a_prepared_sheet_nobody_changes_names():
    state = table(is_prepared=True)
    assert not any(may_write(state, number, "seats[1].player") for number in state.phones)
    assert may_write(state, SITS, MONEY)
