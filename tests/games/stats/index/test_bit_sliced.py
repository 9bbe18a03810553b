"""Measures that share a column come out as if each had been added up alone."""

import numpy as np
import pytest

from games.stats.index.bit_sliced import PackedMeasures
from games.stats.selectors.faction_people import _numbered


@pytest.mark.parametrize("seats", [0, 1, 40, 5_000])
@pytest.mark.parametrize("most", [1, 60, 30_000])
@pytest.mark.parametrize("seed", range(5))
def test_sums_are_those_of_each_measure(seats, most, seed):
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 5, seats)
    measures = rng.integers([[0], [10], [-most], [-5]], [[60], [31], [most], [5]], (4, seats)).astype(
        np.int16
    )
    expected = [
        [int((codes == code).sum()), *(int(measure[codes == code].sum()) for measure in measures.astype(int))]
        for code in range(5)
    ]
    assert PackedMeasures(measures).sum_by(codes, 5).tolist() == expected


def test_several_measures_share_a_column():
    assert len(PackedMeasures(np.ones((5, 1_000), dtype=np.int16)).columns) < 5


def test_what_is_too_large_to_share_has_its_own_column():
    measures = np.array([[1 << 40, 1 << 40], [-(1 << 40), 3], [1, 2]], dtype=np.int64)
    assert PackedMeasures(measures).sum_by(np.array([0, 0]), 1).tolist() == [[2, 1 << 41, 3 - (1 << 40), 3]]


@pytest.mark.parametrize("players", [[7, 0, 7, 3], [9_000_000_000, 4, 9_000_000_000]])
def test_players_are_numbered_whether_their_row_numbers_are_close_or_far(players):
    names, at = _numbered(np.array(players))
    assert names[at].tolist() == players
