"""Who goes on, and the final order."""

from __future__ import annotations

from dataclasses import replace

from tests.tournaments.formats.events import finished, played, stage, state
from tournaments.formats.ranking import advancing, event_order, stage_order
from tournaments.formats.rounds import FixedTables, next_round
from tournaments.formats.stages import Kind
from tournaments.formats.state import StageState


def played_out(now: StageState) -> StageState:
    while (plan := next_round(now, seed="s")) is not None:
        assert isinstance(plan, FixedTables)
        now = played(now, plan)
    return now


def test_a_swiss_is_ordered_by_its_standings() -> None:
    one = state(stage(Kind.SWISS, advance=2), 4)
    after = replace(
        one, rounds=((finished(["p01", "p02", "p03", "p04"], "1", ["p03", "p01", "p04", "p02"]),),)
    )
    assert stage_order(after) == ("p03", "p01", "p04", "p02")
    assert advancing(after) == ("p03", "p01")


def test_groups_are_ordered_by_place_in_the_group_first() -> None:
    after = played_out(state(stage(Kind.GROUPS, group_size=5, advance=4), 10))
    assert set(stage_order(after)[:2]) == {"p01", "p02"}
    assert set(stage_order(after)[2:4]) == {"p03", "p04"}
    assert len(advancing(after)) == 4


def test_a_knockout_is_ordered_by_how_far_one_came() -> None:
    after = played_out(state(stage(Kind.KNOCKOUT), 16))
    order = stage_order(after)
    assert order[:4] == ("p01", "p02", "p03", "p04")
    assert set(order[4:8]) == {"p05", "p06", "p07", "p08"}
    assert set(order[8:]) == {f"p{seed:02}" for seed in range(9, 17)}


def test_who_dropped_out_does_not_go_on_and_the_next_takes_the_place() -> None:
    one = state(stage(Kind.SWISS, advance=2), 4)
    after = replace(
        one,
        rounds=((finished(["p01", "p02", "p03", "p04"], "1"),),),
        participants=tuple(each._replace(withdrawn=each.player == "p01") for each in one.participants),
    )
    assert advancing(after) == ("p02", "p03")
    assert stage_order(after)[-1] == "p01"


def test_whoever_reached_a_later_stage_stands_before_who_did_not() -> None:
    swiss = state(stage(Kind.SWISS, advance=2), 4)
    swiss = replace(swiss, rounds=((finished(["p01", "p02", "p03", "p04"], "1"),),))
    final = state(stage(Kind.FINAL), 2)
    final = replace(final, rounds=((finished(["p01", "p02"], "f", ["p02", "p01"]),),))
    assert event_order([swiss, final]) == ("p02", "p01", "p03", "p04")
