"""Places, margins, and how ties share tiers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.ranking import Share, margin, places, share_tiers

counts = st.lists(st.integers(0, 12), min_size=1, max_size=6)
tiers = st.lists(st.integers(0, 20), max_size=6).map(lambda values: tuple(sorted(values, reverse=True)))


def test_a_single_leader_takes_the_first_tier() -> None:
    assert share_tiers([3, 5, 1], (12, 6)) == (
        Share(2, 2, (6,), 6),
        Share(1, 1, (12,), 12),
        Share(3, 3, (0,), 0),
    )


def test_tied_participants_share_the_tiers_of_all_their_places_rounded_down() -> None:
    assert share_tiers([4, 4, 4, 0], (12, 7)) == (*[Share(1, 3, (12, 7, 0), 6)] * 3, Share(4, 4, (0,), 0))


def test_places_beyond_the_tiers_are_worth_nothing() -> None:
    assert share_tiers([2, 2], (12,)) == (Share(1, 2, (12, 0), 6),) * 2


def test_sharers_are_counted_by_places() -> None:
    assert Share(2, 4, (6, 0, 0), 2).sharers == 3
    assert Share(2, 2, (6,), 6).sharers == 1


# A slow machine is no reason to fail.
patient = settings(deadline=None)


@patient
@given(counts, tiers)
def test_never_more_than_the_tiers_is_paid_and_less_than_one_lost_per_tied_seat(
    counts: list[int], tiers: tuple[int, ...]
) -> None:
    shares = share_tiers(counts, tiers)
    available = sum(tiers[: len(counts)])
    paid = sum(share.each for share in shares)
    tied = sum(share.sharers > 1 for share in shares)
    assert available - tied <= paid <= available
    assert paid == available or tied


@patient
@given(counts, tiers)
def test_a_better_count_never_gets_less(counts: list[int], tiers: tuple[int, ...]) -> None:
    paid = sorted(zip(counts, (share.each for share in share_tiers(counts, tiers)), strict=True))
    assert [vp for _, vp in paid] == sorted(vp for _, vp in paid)


@pytest.mark.parametrize(
    ("standings", "expected"),
    [
        ([(5,)], (1,)),
        ([(5,), (7,), (6,)], (3, 1, 2)),
        ([(7,), (7,), (6,)], (1, 1, 3)),
        ([(7, 1), (7, 2), (6, 9)], (2, 1, 3)),
        ([(1,), (1,), (1,), (1,)], (1, 1, 1, 1)),
        ([(1,), (2,), (1,), (3,)], (3, 2, 3, 1)),
    ],
)
def test_places(standings: list[tuple[int, ...]], expected: tuple[int, ...]) -> None:
    assert places(standings) == expected


@pytest.mark.parametrize(
    ("totals", "expected"), [([90], None), ([90, 80], 10), ([80, 90, 85], 5), ([90, 90, 10], 0)]
)
def test_margin(totals: list[int], expected: int | None) -> None:
    assert margin(totals) == expected
