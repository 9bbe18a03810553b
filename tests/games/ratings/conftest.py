"""Small blocks, so that a handful of games does what a million would."""

import pytest

SIZES = {
    "services.replay.BLOCK": 4,
    "services.replay.LONGEST_BLOCK": 8,
    "services.replay.GAMES_BETWEEN_SNAPSHOTS": 6,
    "services.publish.GAMES_BETWEEN_SNAPSHOTS": 6,
}


@pytest.fixture
def small_blocks(monkeypatch):
    for name, size in SIZES.items():
        monkeypatch.setattr(f"games.ratings.{name}", size)
