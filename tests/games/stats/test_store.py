import pytest

from games.stats.columns import store
from games.stats.models import StatsBlock
from tests.games.stats.helpers import SYSTEM, refresh_statistics, two

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(store, "_latest", {})
    return tmp_path / "statistics"


def fresh_process():
    store._latest.clear()


def test_a_look_costs_one_query_while_nothing_changes(django_assert_num_queries):
    two()
    refresh_statistics()
    first = store.snapshot_of(SYSTEM)
    with django_assert_num_queries(1):
        assert store.snapshot_of(SYSTEM) is first


def test_another_process_takes_the_file(own_folder, django_assert_num_queries):
    two()
    refresh_statistics()
    assert store.snapshot_of(SYSTEM).blocks[0].games == 1
    assert len(list(own_folder.glob("*.block"))) == 1
    fresh_process()
    with django_assert_num_queries(1):
        assert store.snapshot_of(SYSTEM).blocks[0].games == 1


def test_a_changed_block_is_another_file(own_folder):
    two()
    refresh_statistics()
    before = store.snapshot_of(SYSTEM)
    two()
    refresh_statistics()
    after = store.snapshot_of(SYSTEM)
    assert after.name != before.name
    assert (before.blocks[0].games, after.blocks[0].games) == (1, 2), "whoever still reads the old one can"
    assert len(list(own_folder.glob("*.block"))) == 2


def test_whoever_is_slower_takes_the_file_of_the_faster_one(own_folder):
    """Otherwise each process would have a copy of its own in memory."""
    two()
    refresh_statistics()
    store.snapshot_of(SYSTEM)
    (path,) = own_folder.glob("*.block")
    before = path.stat().st_ino
    assert store._written(path, path.read_bytes()).games == 1
    assert path.stat().st_ino == before
    assert list(own_folder.iterdir()) == [path]


def test_a_damaged_file_is_made_anew(own_folder):
    two()
    refresh_statistics()
    store.snapshot_of(SYSTEM)
    (path,) = own_folder.glob("*.block")
    whole = path.read_bytes()
    path.write_bytes(whole[:50])
    fresh_process()
    assert store.snapshot_of(SYSTEM).blocks[0].games == 1
    assert path.read_bytes() == whole


def test_a_folder_that_cannot_be_written(own_folder):
    own_folder.parent.mkdir(exist_ok=True)
    own_folder.write_text("in the way")
    two()
    refresh_statistics()
    assert store.snapshot_of(SYSTEM).blocks[0].games == 1


def test_files_of_replaced_blocks_go_after_a_day(own_folder, monkeypatch):
    two()
    refresh_statistics()
    store.snapshot_of(SYSTEM)
    monkeypatch.setattr(store, "KEEP_SECONDS", -1)
    two()
    refresh_statistics()
    store.snapshot_of(SYSTEM)
    (path,) = own_folder.glob("*.block")
    assert path.stem == StatsBlock.objects.get().digest


def test_a_block_of_another_layout_is_not_read():
    two()
    refresh_statistics()
    StatsBlock.objects.update(layout="older")
    assert store.snapshot_of(SYSTEM).blocks == ()
