import pytest

from games.stats.intervals import wilson, win_index


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(7, 20, 0.18119, 0.56715), (0, 10, 0.0, 0.27753), (10, 10, 0.72247, 1.0)],
)
def test_wilson_interval(wins, games, low, high):
    found = wilson(wins, games)
    assert found.value == wins / games
    assert (round(found.low, 5), round(found.high, 5)) == (low, high)


def test_win_index_of_par_is_one():
    """Twelve games at tables of three and four wins: exactly what an average player wins."""
    found = win_index(4, 12, 12 / 3)
    assert found.value == 1
    assert found.low < 1 < found.high


def test_shared_wins_count_in_parts():
    assert win_index(0.5, 1, 0.5).value == 1
