"""The file broker: messages arrive whole, once, in order, and a broken file harms nobody."""

import os
import threading
from queue import Empty

import pytest
from kombu import Connection, Queue
from kombu.exceptions import OperationalError

from caledonia_site.embedded.broker import FileTransport
from tests.plugins.small_disk import fill

FAST, BULK = Queue("fast", routing_key="fast"), Queue("bulk", routing_key="bulk")


@pytest.fixture
def connect(tmp_path):
    def connection():
        return Connection(
            "embedded://localhost",
            transport=FileTransport,
            transport_options={"folder": str(tmp_path / "broker"), "polling_interval": 0.01},
        )

    return connection


def take_all(connection, queue):
    """What a worker gets, each message acknowledged."""
    taken = []
    simple = connection.SimpleQueue(queue)
    while True:
        try:
            message = simple.get(block=False)
        except Empty:
            return taken
        message.ack()
        taken.append(message.payload)


def test_messages_arrive_in_order_at_their_queue_only(connect):
    with connect() as web, connect() as worker:
        for number in range(3):
            web.Producer().publish({"n": number}, routing_key="fast", declare=[FAST])
        web.Producer().publish({"n": 99}, routing_key="bulk", declare=[BULK])
        assert take_all(worker, "fast") == [{"n": 0}, {"n": 1}, {"n": 2}]
        assert take_all(worker, "bulk") == [{"n": 99}]
        assert take_all(worker, "fast") == []


def test_a_message_of_a_worker_that_stops_goes_to_the_next(connect):
    with connect() as web:
        web.Producer().publish({"n": 1}, routing_key="fast", declare=[FAST])
    with connect() as worker:
        worker.SimpleQueue("fast").get(block=False)
    with connect() as next_worker:
        assert take_all(next_worker, "fast") == [{"n": 1}]


@pytest.mark.parametrize("content", [b"", b'{"body": "ab', b"\xff\xfe", b"[1, 2]", b'{"some": "json"}'])
def test_an_unreadable_file_is_set_aside_and_the_rest_arrives(connect, tmp_path, content):
    folder = tmp_path / "broker" / "fast"
    folder.mkdir(parents=True)
    (folder / "00000000000000000000-broken.message").write_bytes(content)
    with connect() as web, connect() as worker:
        web.Producer().publish({"n": 1}, routing_key="fast", declare=[FAST])
        assert take_all(worker, "fast") == [{"n": 1}]
    assert [path.read_bytes() for path in (tmp_path / "broker" / "unreadable").iterdir()] == [content]


def make_folder(path):
    (path / "inside").mkdir(parents=True)


def make_pipe(path):
    os.mkfifo(path)


def make_link_to_nothing(path):
    path.symlink_to(path.parent / "gone")


@pytest.mark.parametrize("make", [make_folder, make_pipe, make_link_to_nothing])
def test_what_is_only_named_like_a_message_is_set_aside_and_the_rest_arrives(connect, tmp_path, make):
    folder = tmp_path / "broker" / "fast"
    folder.mkdir(parents=True)
    for _ in range(2):
        # A second one of the same name finds its place taken.
        make(folder / "00000000000000000000-rubbish.message")
        with connect() as web, connect() as worker:
            web.Producer().publish({"n": 1}, routing_key="fast", declare=[FAST])
            assert take_all(worker, "fast") == [{"n": 1}]
            assert worker.default_channel._size("fast") == 0
    make(folder / "00000000000000000000-rubbish.message")
    with connect() as worker:
        worker.default_channel.queue_purge("fast")


def test_a_file_in_the_place_of_everything_is_an_empty_queue(connect, tmp_path):
    (tmp_path / "broker").write_text("a file in the way")
    with connect() as worker:
        assert take_all(worker, "fast") == []


def test_a_full_disk_leaves_no_half_message(tmp_path, small_disk):
    options = {"folder": str(small_disk / "broker"), "polling_interval": 0.01}
    (small_disk / "broker" / "fast").mkdir(parents=True)
    filler = fill(small_disk)
    with Connection("embedded://localhost", transport=FileTransport, transport_options=options) as web:
        with pytest.raises(OperationalError, match="could not be written"):
            web.Producer().publish({"n": 1}, routing_key="fast", declare=[FAST])
        assert list((small_disk / "broker" / "fast").iterdir()) == []
        filler.unlink()
        web.Producer().publish({"n": 2}, routing_key="fast", declare=[FAST])
        assert take_all(web, "fast") == [{"n": 2}]


def test_a_folder_that_cannot_be_written_is_an_operational_error(connect, tmp_path):
    (tmp_path / "broker").write_text("a file in the way")
    with connect() as web, pytest.raises(OperationalError, match="could not be written"):
        web.Producer().publish({"n": 1}, routing_key="fast")


def test_many_senders_and_many_takers_share_every_message_once(connect):
    each, taken, lock = 40, [], threading.Lock()
    sent = threading.Event()

    def send(sender):
        with connect() as web:
            for number in range(each):
                web.Producer().publish([sender, number], routing_key="fast", declare=[FAST])

    def take():
        with connect() as worker:
            while True:
                last_round = sent.is_set()
                mine = take_all(worker, "fast")
                with lock:
                    taken.extend(tuple(item) for item in mine)
                if last_round and not mine:
                    return

    senders = [threading.Thread(target=send, args=(number,)) for number in range(3)]
    takers = [threading.Thread(target=take) for _ in range(3)]
    for thread in senders + takers:
        thread.start()
    for thread in senders:
        thread.join()
    sent.set()
    for thread in takers:
        thread.join()
    assert sorted(taken) == [(sender, number) for sender in range(3) for number in range(each)]


def test_purging_counts_what_it_removed(connect):
    with connect() as web:
        for number in range(3):
            web.Producer().publish({"n": number}, routing_key="fast", declare=[FAST])
        assert web.default_channel.queue_purge("fast") == 3
        assert take_all(web, "fast") == []
