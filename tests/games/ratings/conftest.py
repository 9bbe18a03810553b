"""Small blocks, so that a handful of games does what a million would."""

import pytest

SIZES = {
    "services.pieces.BLOCK": 4,
    "services.replay_pool.BLOCK": 4,
    "services.pieces.LONGEST_BLOCK": 8,
    "services.pieces.GAMES_BETWEEN_SNAPSHOTS": 6,
    "services.publish_ratings.GAMES_BETWEEN_SNAPSHOTS": 6,
}


@pytest.fixture
def small_blocks(monkeypatch):
    for name, size in SIZES.items():
        monkeypatch.setattr(f"games.ratings.{name}", size)
