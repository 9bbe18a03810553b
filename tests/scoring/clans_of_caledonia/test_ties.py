"""Every pattern of ties for two, three and four seats in exports, settlements and rewards.

The values are worked out by hand from the tiers of the base rulebook's final scoring (12/6 and 18/12/6; two
players 8 and 12) and of Industria 5.2 (12/6; two players 8), shared evenly and rounded down.
"""

from __future__ import annotations

from itertools import permutations

import pytest

from scoring.clans_of_caledonia import industria, lines
from tests.scoring.clans_of_caledonia.sheets import automa, human, line, points, scored

# For each pattern of counts the VP of exports or a reward, and of settlements
PATTERNS = {
    (5, 4): ((8, 0), (12, 0)),
    (5, 5): ((4, 4), (6, 6)),
    (5, 4, 3): ((12, 6, 0), (18, 12, 6)),
    (5, 5, 3): ((9, 9, 0), (15, 15, 6)),
    (5, 3, 3): ((12, 3, 3), (18, 9, 9)),
    (5, 5, 5): ((6, 6, 6), (12, 12, 12)),
    (5, 4, 3, 2): ((12, 6, 0, 0), (18, 12, 6, 0)),
    (5, 5, 3, 2): ((9, 9, 0, 0), (15, 15, 6, 0)),
    (5, 4, 4, 2): ((12, 3, 3, 0), (18, 9, 9, 0)),
    (5, 4, 3, 3): ((12, 6, 0, 0), (18, 12, 3, 3)),
    (5, 5, 3, 3): ((9, 9, 0, 0), (15, 15, 3, 3)),
    (5, 5, 5, 2): ((6, 6, 6, 0), (12, 12, 12, 0)),
    (5, 4, 4, 4): ((12, 2, 2, 2), (18, 6, 6, 6)),
    (5, 5, 5, 5): ((4, 4, 4, 4), (9, 9, 9, 9)),
}


def test_the_table_lists_every_pattern() -> None:
    # Ordered ways to split n seats into tied groups: 2, 4 and 8.
    assert [sum(len(counts) == seats for counts in PATTERNS) for seats in (2, 3, 4)] == [2, 4, 8]


@pytest.mark.parametrize(("counts", "expected"), PATTERNS.items())
def test_exports_settlements_and_rewards_in_any_order_of_seats(
    counts: tuple[int, ...], expected: tuple[tuple[int, ...], tuple[int, ...]]
) -> None:
    small, large = (dict(zip(counts, vps, strict=True)) for vps in expected)
    for order in permutations(counts):
        seated = list(order)
        exports = lines.exports(seated)
        settlements = lines.settlements(seated)
        reward = industria.reward(seated)
        assert [one.vp for one in exports] == [small[count] for count in order]
        assert [one.vp for one in reward] == [small[count] for count in order]
        assert [one.vp for one in settlements] == [large[count] for count in order]
        assert [one.quantity for one in settlements] == seated


@pytest.mark.parametrize(
    ("counts", "exports", "settlements"),
    [
        # Industria 7.2.1 and 7.2.2
        ((9, 9), (4, 4), (6, 6)),
        ((9, 8), (8, 4), (12, 6)),
        ((9, 7), (8, 0), (12, 6)),
        ((9, 6), (8, 0), (12, 0)),
        ((1, 0), (8, 4), (12, 6)),
    ],
)
def test_close_second(
    counts: tuple[int, int], exports: tuple[int, int], settlements: tuple[int, int]
) -> None:
    seats = [human(contracts=count, settlements=count) for count in counts]
    both = scored(*seats, close_second_exports=True, close_second_settlements=True)
    assert tuple(points(both, "exports")) == exports
    assert tuple(points(both, "settlements")) == settlements
    # The two variants are switched separately.
    plain = (4, 4) if counts[0] == counts[1] else (8, 0)
    only_settlements = scored(*seats, close_second_settlements=True)
    assert tuple(points(only_settlements, "exports")) == plain
    assert tuple(points(only_settlements, "settlements")) == settlements
    only_exports = scored(*seats, close_second_exports=True)
    assert tuple(points(only_exports, "exports")) == exports
    # One person against the Automa always plays so.
    against = scored(seats[0], automa(contracts=counts[1], settlements=counts[1]))
    assert tuple(points(against, "exports")) == exports
    assert tuple(points(against, "settlements")) == settlements


def test_a_seat_with_nothing_takes_part_like_any_other() -> None:
    breakdown = scored(human(contracts=3), human(), human())
    assert points(breakdown, "exports") == [12, 3, 3]


def test_the_explanation_of_a_tie_names_places_tiers_and_shares() -> None:
    breakdown = scored(human(settlements=7), human(settlements=7), human(settlements=2))
    explanation = line(breakdown, 0, "settlements").explanation
    assert explanation.code == "ranked_tied"
    assert dict(explanation.params) == {
        "counts": (7, 7, 2),
        "first": 1,
        "last": 2,
        "tiers": (18, 12),
        "sharers": 2,
        "each": 15,
    }


def test_the_explanation_of_a_place_held_alone() -> None:
    breakdown = scored(human(settlements=7), human(settlements=7), human(settlements=2))
    explanation = line(breakdown, 2, "settlements").explanation
    assert explanation.code == "ranked_alone"
    assert dict(explanation.params) == {"counts": (7, 7, 2), "place": 3}


def test_the_explanation_of_a_close_second() -> None:
    breakdown = scored(human(settlements=7), human(settlements=5), close_second_settlements=True)
    explanation = line(breakdown, 1, "settlements").explanation
    assert explanation.code == "ranked_close_second"
    assert dict(explanation.params) == {"counts": (7, 5), "behind": 2}
    assert line(breakdown, 0, "settlements").explanation.code == "ranked_alone"


def test_against_the_automa_a_close_second_is_no_variant() -> None:
    seats = (human(contracts=4, settlements=7), automa(level=1, contracts=5, settlements=5))
    for options in ({}, {"close_second_exports": True, "close_second_settlements": True}):
        breakdown = scored(*seats, **options)
        assert [line(breakdown, 0, "exports").vp, line(breakdown, 1, "settlements").vp] == [4, 6]
        for seat, key in ((0, "exports"), (1, "settlements")):
            assert line(breakdown, seat, key).explanation.code == "ranked_close_second_automa"


def test_places_without_vp_are_explained_as_such() -> None:
    breakdown = scored(*(human(contracts=contracts) for contracts in (9, 7, 4, 3)))
    codes = [line(breakdown, seat, "exports").explanation.code for seat in range(4)]
    assert codes == ["ranked_alone", "ranked_alone", "ranked_low", "ranked_low"]
    tied = scored(*(human(contracts=contracts) for contracts in (9, 7, 3, 3)))
    assert line(tied, 2, "exports").explanation.code == "ranked_tied_low"
    assert points(tied, "exports") == [12, 6, 0, 0]
