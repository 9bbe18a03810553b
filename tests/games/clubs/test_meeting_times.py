"""The clock on the club's wall."""

# ruff: noqa: DTZ001 - a time on a wall has no zone

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.clubs.enums import Repeat
from games.clubs.meeting_times import SkippedTimeError, from_wall, on_wall, repeated, span_from_wall

LONDON = "Europe/London"
ZONES = st.sampled_from([LONDON, "America/Sao_Paulo", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC"])
WALLS = st.datetimes(min_value=datetime(2020, 1, 1), max_value=datetime(2035, 1, 1))


def test_summer_and_winter():
    assert from_wall(datetime(2026, 7, 1, 19), LONDON) == datetime(2026, 7, 1, 18, tzinfo=UTC)
    assert from_wall(datetime(2026, 12, 1, 19), LONDON) == datetime(2026, 12, 1, 19, tzinfo=UTC)


def test_a_time_the_clocks_skip_does_not_exist():
    with pytest.raises(SkippedTimeError):
        from_wall(datetime(2026, 3, 29, 1, 30), LONDON)


def test_of_an_hour_that_comes_twice_the_first_is_meant():
    assert from_wall(datetime(2026, 10, 25, 1, 30), LONDON) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_every_week_stays_at_seven_when_the_clocks_change():
    walls = list(repeated(datetime(2026, 10, 22, 19), Repeat.WEEKLY, 2))
    assert [from_wall(wall, LONDON).hour for wall in walls] == [18, 19]


@pytest.mark.parametrize(
    ("first", "repeat", "expected"),
    [
        (datetime(2026, 11, 12, 19), Repeat.NEVER, ["2026-11-12"]),
        (datetime(2026, 11, 12, 19), Repeat.WEEKLY, ["2026-11-12", "2026-11-19", "2026-11-26"]),
        (datetime(2026, 11, 12, 19), Repeat.FORTNIGHTLY, ["2026-11-12", "2026-11-26", "2026-12-10"]),
        # The second Thursday, also into the next year.
        (datetime(2026, 11, 12, 19), Repeat.MONTHLY, ["2026-11-12", "2026-12-10", "2027-01-14"]),
        # The fifth Saturday, or the last where there is none.
        (datetime(2026, 10, 31, 19), Repeat.MONTHLY, ["2026-10-31", "2026-11-28", "2026-12-26"]),
    ],
)
def test_repetitions(first, repeat, expected):
    walls = list(repeated(first, repeat, 3))
    assert [wall.date().isoformat() for wall in walls] == expected
    assert {wall.time() for wall in walls} == {first.time()}


@settings(max_examples=50)
@given(wall=WALLS, zone=ZONES)
def test_there_and_back(wall, zone):
    try:
        assert on_wall(from_wall(wall, zone), zone) == wall
    except SkippedTimeError:
        moved, _ = span_from_wall(wall, wall + timedelta(hours=1), zone)
        assert on_wall(moved, zone) > wall


@settings(max_examples=50)
@given(wall=WALLS, zone=ZONES, length=st.timedeltas(timedelta(minutes=1), timedelta(days=3)))
def test_a_span_always_ends_after_its_beginning(wall, zone, length):
    begins, ends = span_from_wall(wall, wall + length, zone)
    assert ends > begins


def test_a_short_span_inside_the_skipped_hour():
    begins, ends = span_from_wall(datetime(2026, 3, 29, 1, 45), datetime(2026, 3, 29, 2, 15), LONDON)
    assert ends > begins
