import mmap
import os

import pytest
from django.db import connection
from django.test import Client

from games.stats.index import snapshot
from games.stats.index.segment import to_bytes
from games.stats.index.snapshot import write_file
from games.stats.models import StatsSegment
from tests.games.stats.helpers import SYSTEM, refresh_statistics, two
from tests.plugins.small_disk import fill

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(snapshot, "_latest", {})
    return tmp_path / "statistics"


def fresh_process():
    snapshot._latest.clear()


def test_a_look_costs_one_query_while_nothing_changes(django_assert_num_queries):
    two()
    refresh_statistics()
    first = snapshot.open_snapshot(SYSTEM)
    with django_assert_num_queries(1):
        assert snapshot.open_snapshot(SYSTEM) is first


def test_another_process_takes_the_file(own_folder, django_assert_num_queries):
    two()
    refresh_statistics()
    assert snapshot.open_snapshot(SYSTEM).segments[0].games == 1
    assert len(list(own_folder.glob("*.segment"))) == 1
    fresh_process()
    with django_assert_num_queries(1):
        assert snapshot.open_snapshot(SYSTEM).segments[0].games == 1


def test_a_changed_segment_is_another_file(own_folder):
    two()
    refresh_statistics()
    before = snapshot.open_snapshot(SYSTEM)
    two()
    refresh_statistics()
    after = snapshot.open_snapshot(SYSTEM)
    assert after.name != before.name
    assert (before.segments[0].games, after.segments[0].games) == (1, 2), (
        "whoever still reads the old one can"
    )
    assert len(list(own_folder.glob("*.segment"))) == 2


def test_whoever_is_slower_takes_the_file_of_the_faster_one(own_folder):
    """Otherwise each process would have a copy of its own in memory."""
    two()
    refresh_statistics()
    snapshot.open_snapshot(SYSTEM)
    (path,) = own_folder.glob("*.segment")
    before = path.stat().st_ino
    content = to_bytes(snapshot.open_snapshot(SYSTEM).segments[0])
    assert write_file(path, content).segment.games == 1
    assert path.stat().st_ino == before
    assert list(own_folder.iterdir()) == [path]


def test_a_damaged_file_is_made_anew(own_folder):
    two()
    refresh_statistics()
    snapshot.open_snapshot(SYSTEM)
    (path,) = own_folder.glob("*.segment")
    whole = path.read_bytes()
    middle = len(whole) // 2
    for damaged in (
        b"",
        whole[:50],
        whole[:-1],
        whole[:middle] + b"\xff" * 8 + whole[middle + 8 :],
        whole + b"x",
    ):
        # Another file, as a repaired disk has it: whoever has mapped the whole one is not touched.
        path.unlink()
        path.write_bytes(damaged)
        fresh_process()
        assert snapshot.open_snapshot(SYSTEM).segments[0].games == 1
        assert path.read_bytes() == whole


def test_a_file_under_a_wrong_name_is_not_taken(own_folder):
    two()
    refresh_statistics()
    snapshot.open_snapshot(SYSTEM)
    (path,) = own_folder.glob("*.segment")
    old = path.read_bytes()
    two()
    refresh_statistics()
    snapshot.open_snapshot(SYSTEM)
    (newer,) = set(own_folder.glob("*.segment")) - {path}
    newer.unlink()
    newer.write_bytes(old)
    fresh_process()
    assert snapshot.open_snapshot(SYSTEM).segments[0].games == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("left", [0, 5000])
def test_a_file_cut_short_under_a_running_process_costs_one_slow_answer(own_folder, client, left):
    """Tried in a copy of this process, which a missing page of memory would end."""
    two()
    refresh_statistics()
    before = client.get("/statistics/clans.csv").content
    assert b"campbell" in before.lower()
    (path,) = own_folder.glob("*.segment")
    whole = path.read_bytes()
    assert len(whole) > 2 * mmap.PAGESIZE + left
    os.truncate(path, left)
    connection.close()
    child = os.fork()
    if child == 0:
        try:
            # Another question, so that the figures are worked out anew.
            again = Client().get("/statistics/clans.csv?seats=2")
            os._exit(0 if again.status_code == 200 and snapshot.open_snapshot(SYSTEM).files[0].mapping else 1)
        finally:
            os._exit(2)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert path.read_bytes() == whole
    assert client.get("/statistics/clans.csv").content == before


def test_a_full_disk_leaves_no_pieces_of_files(settings, small_disk):
    settings.DATA_DIR = small_disk
    fill(small_disk, but_for=8192)
    two()
    refresh_statistics()
    assert snapshot.open_snapshot(SYSTEM).segments[0].games == 1
    assert list((small_disk / "statistics").iterdir()) == []


def test_a_folder_that_cannot_be_written(own_folder):
    own_folder.parent.mkdir(exist_ok=True)
    own_folder.write_text("in the way")
    two()
    refresh_statistics()
    assert snapshot.open_snapshot(SYSTEM).segments[0].games == 1


def test_files_of_replaced_segments_go_after_a_day(own_folder, monkeypatch):
    two()
    refresh_statistics()
    snapshot.open_snapshot(SYSTEM)
    monkeypatch.setattr(snapshot, "KEEP_SECONDS", -1)
    two()
    refresh_statistics()
    snapshot.open_snapshot(SYSTEM)
    (path,) = own_folder.glob("*.segment")
    assert path.stem == StatsSegment.objects.get().digest


def test_a_segment_of_another_layout_is_not_read():
    two()
    refresh_statistics()
    StatsSegment.objects.update(layout="older")
    assert snapshot.open_snapshot(SYSTEM).segments == ()
