"""Divisions of the next season."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.pyramid import (
    SMALLEST_GROUP,
    Level,
    Move,
    NextPyramid,
    check_pyramid,
    first_pyramid,
    next_pyramid,
)


def level(*groups: str, up: int = 0, down: int = 0) -> Level:
    return Level(tuple(tuple(group) for group in groups), up, down)


def members(pyramid: NextPyramid) -> list[list[str]]:
    return [sorted(player for group in groups for player in group) for groups in pyramid.levels]


def test_the_first_go_up_and_the_last_go_down() -> None:
    after = next_pyramid(levels=[level("abcdefg", down=2), level("hijklmn", up=2)], group_size=7)
    assert members(after) == [sorted("abcdehi"), sorted("fgjklmn")]
    assert [after.moves[player] for player in "aghj"] == [
        Move.STAYED,
        Move.RELEGATED,
        Move.PROMOTED,
        Move.STAYED,
    ]


def test_who_comes_down_is_seeded_first_and_who_comes_up_last() -> None:
    after = next_pyramid(levels=[level("abcdefg", down=2), level("hijklmn", up=2)], group_size=7)
    assert after.levels[0] == (tuple("abcdehi"),)
    assert after.levels[1] == (tuple("fgjklmn"),)


def test_a_free_place_spares_the_best_of_those_going_down() -> None:
    after = next_pyramid(
        levels=[level("abcdefg", down=2), level("hijklmn", up=2)], group_size=7, withdrawn={"b"}
    )
    assert members(after) == [sorted("acdefhi"), sorted("gjklmn")]
    assert after.moves["f"] is Move.SPARED
    assert after.moves["b"] is Move.WITHDRAWN


def test_further_free_places_are_filled_from_below() -> None:
    after = next_pyramid(
        levels=[level("abcdefg", down=1), level("hijklmn", up=1)], group_size=7, withdrawn=set("abc")
    )
    assert members(after) == [sorted("defghij"), sorted("klmn")]
    assert [after.moves[player] for player in "ghijk"] == [
        Move.SPARED,
        Move.PROMOTED,
        Move.FILLED,
        Move.FILLED,
        Move.STAYED,
    ]


def test_a_level_that_lost_everybody_is_filled_from_further_down() -> None:
    after = next_pyramid(
        levels=[level("abcd"), level("efgh", down=1), level("ijkl", "mnop", up=1)],
        group_size=4,
        withdrawn=set("abcdefg"),
    )
    assert members(after) == [sorted("hijm"), sorted("klnop")]
    assert after.moves["h"] is Move.FILLED


def test_too_many_coming_up_displace_the_last_who_would_stay() -> None:
    after = next_pyramid(levels=[level("abcd", down=1), level("efgh", "ijkl", up=1)], group_size=4)
    assert members(after) == [sorted("abei"), sorted("cdfghjkl")]
    assert after.moves["c"] is Move.DISPLACED


def test_newcomers_enter_at_the_bottom_which_grows_by_groups() -> None:
    after = next_pyramid(
        levels=[level("abcd", down=1), level("efgh", up=1)], group_size=4, newcomers=tuple("wxyz")
    )
    assert members(after) == [sorted("abce"), sorted("dfghwxyz")]
    assert [len(group) for group in after.levels[1]] == [4, 4]
    assert after.moves["w"] is Move.NEW


def test_someone_who_withdrew_can_come_back_as_a_newcomer() -> None:
    after = next_pyramid(levels=[level("abcdefgh")], group_size=7, withdrawn={"a"}, newcomers=["a"])
    assert after.moves["a"] is Move.NEW
    assert members(after) == [sorted("abcdefgh")]


def test_a_bottom_too_small_for_a_table_joins_the_level_above() -> None:
    after = next_pyramid(
        levels=[level("abcdefg", down=1), level("hijk", up=1)], group_size=7, withdrawn=set("jk")
    )
    assert members(after) == [sorted("abcdefghi")]


def test_merit_decides_between_equal_places_of_groups_side_by_side() -> None:
    levels = [level("abcd", down=1), level("efgh", "ijkl", up=0)]
    merit = {"i": Fraction(3), "e": Fraction(2)}
    assert (
        next_pyramid(levels=levels, group_size=4, withdrawn={"a", "b"}, merit=merit).moves["i"] is Move.FILLED
    )
    assert next_pyramid(levels=levels, group_size=4, withdrawn={"a", "b"}).moves["e"] is Move.FILLED


@st.composite
def seasons(draw: st.DrawFn) -> tuple[list[Level], set[str], list[str]]:
    number = iter(range(1000))
    levels = []
    for _ in range(draw(st.integers(1, 4))):
        sizes = draw(st.lists(st.integers(4, 8), min_size=1, max_size=3))
        groups = tuple(tuple(f"p{next(number)}" for _ in range(size)) for size in sizes)
        levels.append(Level(groups, draw(st.integers(0, 2)), draw(st.integers(0, 2))))
    everyone = [player for one in levels for group in one.groups for player in group]
    gone = draw(st.sets(st.sampled_from(everyone), max_size=len(everyone) // 2))
    return levels, gone, [f"new{index}" for index in range(draw(st.integers(0, 9)))]


@settings(deadline=None, max_examples=50)
@given(seasons())
def test_everyone_plays_exactly_once_and_levels_keep_their_size(
    season: tuple[list[Level], set[str], list[str]],
) -> None:
    levels, gone, new = season
    after = next_pyramid(levels=levels, group_size=7, withdrawn=gone, newcomers=new)
    everyone = [player for one in levels for group in one.groups for player in group]
    placed = [player for groups in after.levels for group in groups for player in group]
    assert sorted(placed) == sorted((set(everyone) - gone) | set(new))
    assert len(placed) == len(set(placed))
    assert set(after.moves) == set(everyone) | set(new)
    assert all(len(group) >= SMALLEST_GROUP for groups in after.levels[1:] for group in groups)
    for groups in after.levels:
        sizes = [len(group) for group in groups]
        assert max(sizes, default=0) - min(sizes, default=0) <= 1
    if len(after.levels) == len(levels):
        for one, groups in zip(levels[:-1], after.levels, strict=False):
            # A neighbour too small for a table may have joined.
            assert sum(map(len, groups)) < sum(map(len, one.groups)) + SMALLEST_GROUP
    for index, groups in enumerate(after.levels):
        for player in (player for group in groups for player in group):
            was = next((at for at, one in enumerate(levels) if player in sum(one.groups, ())), None)
            if was is not None and len(after.levels) == len(levels):
                change = {Move.PROMOTED: -1, Move.FILLED: -1, Move.RELEGATED: 1, Move.DISPLACED: 1}
                assert abs(index - was) <= len(levels)
                if after.moves[player] in (Move.STAYED, Move.SPARED):
                    assert index == was
                elif after.moves[player] in change:
                    assert (index - was) * change[after.moves[player]] > 0


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (7, [[7]]),
        (14, [[7], [7]]),
        (17, [[7], [10]]),
        (9, [[9]]),
        (24, [[7], [7], [10]]),
        (25, [[7], [7], [7], [4]]),
    ],
)
def test_the_first_season_fills_from_the_top(count: int, sizes: list[list[int]]) -> None:
    levels = first_pyramid(players=[f"p{number:02}" for number in range(count)], group_size=7)
    assert [[len(group) for group in groups] for groups in levels] == sizes
    assert levels[0][0][0] == "p00"


def test_the_first_season_can_widen_downwards() -> None:
    levels = first_pyramid(players=[f"p{number:02}" for number in range(28)], group_size=4, growth=2)
    assert [len(groups) for groups in levels] == [1, 2, 4]
    assert levels[1] == (("p04", "p07", "p08", "p11"), ("p05", "p06", "p09", "p10"))
    assert SMALLEST_GROUP == 4


@pytest.mark.parametrize(
    ("levels", "codes"),
    [
        ([level("abcd", down=1), level("efgh", up=1)], []),
        ([level("abcd"), level("aefg")], ["pyramid.player_twice"]),
        ([level("abcd", down=3, up=2)], ["pyramid.too_many_move"]),
        ([level("abcd", down=-1), level("efgh")], ["pyramid.too_many_move", "pyramid.unequal"]),
        ([level("abcd", down=1), level("efgh", "ijkl", up=1)], ["pyramid.unequal"]),
    ],
)
def test_what_is_wrong_with_a_pyramid_is_named(levels: list[Level], codes: list[str]) -> None:
    assert [one.code for one in check_pyramid(levels, 4)] == codes


def test_groups_of_one_are_refused() -> None:
    assert [one.code for one in check_pyramid([level("abcd")], 1)] == ["pyramid.group_size"]
