"""Sizes of tables for every number of players."""

from __future__ import annotations

import pytest

from tournaments.pairing.sizes import table_sizes


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (0, ()),
        (1, (1,)),
        (2, (2,)),
        (3, (3,)),
        (4, (4,)),
        (5, (3, 2)),
        (6, (3, 3)),
        (7, (4, 3)),
        (8, (4, 4)),
        (9, (3, 3, 3)),
        (10, (4, 3, 3)),
        (11, (4, 4, 3)),
        (13, (4, 3, 3, 3)),
    ],
)
def test_as_many_fours_as_possible(players: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(players) == sizes


def test_everyone_has_a_seat_and_twos_or_byes_are_the_last_resort() -> None:
    for players in range(300):
        fours, threes, twos = (table_sizes(players, largest) for largest in (4, 3, 2))
        for sizes, largest in ((fours, 4), (threes, 3), (twos, 2)):
            assert sum(sizes) == players
            assert all(1 <= size <= largest for size in sizes)
        if players not in (1, 2, 5):
            assert set(fours) <= {3, 4}
            assert fours.count(3) <= 3
        if players != 1:
            assert 1 not in fours
            assert 1 not in threes
        assert twos.count(1) == players % 2


def test_other_sizes_are_refused() -> None:
    for largest in (1, 5):
        with pytest.raises(ValueError, match="tables seat"):
            table_sizes(8, largest)
