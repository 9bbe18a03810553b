"""Which backups stay."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from caledonia_site.operations.backup.save import kept_backups, name_for, remove_old, time_in

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


def test_a_year_of_nights_becomes_days_and_weeks():
    nights = [NOON - timedelta(days=days) for days in range(365)]
    staying = kept_backups(nights, days=7, weeks=5)
    # The newest of this week and of last week are among the seven days.
    assert sorted(staying, reverse=True) == [
        *nights[:7],
        *(datetime(2026, 11, day, 12, tzinfo=UTC) for day in (8, 1)),
        *(datetime(2026, 10, day, 12, tzinfo=UTC) for day in (25, 18)),
    ]


def test_of_one_day_the_newest_stays():
    morning, evening = NOON - timedelta(hours=4), NOON + timedelta(hours=6)
    assert kept_backups([morning, evening, NOON], days=7, weeks=5) == {evening}


@pytest.mark.parametrize("number", range(0, 40, 3))
def test_the_newest_always_stays_and_nothing_is_invented(number):
    chance = Random(number)
    moments = {NOON - timedelta(hours=chance.randrange(3000)) for _ in range(number)}
    assert kept_backups(moments, days=1, weeks=0) == ({max(moments)} if moments else set())
    assert kept_backups(moments, days=3, weeks=2) <= moments


def test_only_our_own_files_are_removed(tmp_path):
    old, new = NOON - timedelta(days=400), NOON
    for moment in (old, new):
        (tmp_path / name_for(moment, is_sealed=moment is old)).touch()
    for stranger in ("notes.zip", "caledonia-photo.zip", "caledonia-20200101T000000Z.zip.part"):
        (tmp_path / stranger).touch()
    gone = remove_old(tmp_path, days=1, weeks=1)
    assert [path.name for path in gone] == ["caledonia-20251011T120000Z.zip.age"]
    assert len(list(tmp_path.iterdir())) == 4


def test_a_name_tells_its_time():
    assert time_in(name_for(NOON, is_sealed=False)) == NOON
    assert time_in("caledonia.zip") is None
