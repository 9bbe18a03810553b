"""Small segments, so that a handful of games does what a million would."""

import pytest

SIZES = {
    "services.replay.GAMES_PER_SEGMENT": 4,
    "services.replay.LONGEST_SEGMENT": 8,
    "services.replay.GAMES_BETWEEN_SNAPSHOTS": 6,
    "services.publish.GAMES_BETWEEN_SNAPSHOTS": 6,
}


@pytest.fixture
def small_segments(monkeypatch):
    for name, size in SIZES.items():
        monkeypatch.setattr(f"games.ratings.{name}", size)
