"""Limits hold when many come at the same moment, to several processes."""

from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from email.utils import parsedate_to_datetime
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tests.processes.at_once import TwoWebProcesses, at_once

pytestmark = pytest.mark.processes

MOST_OF_A_PROCESS = 150_000
# One draws while the other may still keep some of what it had; both at once would take more.
MOST_TOGETHER = 200_000


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    site = TwoWebProcesses(tmp_path_factory.mktemp("at-once"))
    try:
        site.prepare()
        site.start()
        yield site
    finally:
        site.close()


def test_each_request_of_a_program_is_counted(site):
    told = at_once(345, lambda _: site.ask("GET", "/api/v1/rulesets/"))
    assert {one.status for one in told} <= {200, 429}
    minutes = defaultdict(list)
    for one in told:
        # A minute may end meanwhile; when it does says which one was counted.
        ends = parsedate_to_datetime(one.headers["date"]).timestamp() + int(one.headers["ratelimit-reset"])
        minutes[round(ends / 60)].append(one)
    for answers in minutes.values():
        left = [int(one.headers["ratelimit-remaining"]) for one in answers if one.status == 200]
        assert len(left) == len(set(left)), "two were counted as one"
        assert len(left) <= 300


def test_wrong_passwords_at_once(site):
    form = b"login=ann%40example.org&password=guess"
    told = at_once(20, lambda _: site.ask("POST", "/account/login/", form))
    assert {one.status for one in told} == {200}
    assert sum("do not belong together" in one.text for one in told) == 5
    assert sum("Too many wrong attempts" in one.text for one in told) == 15


def test_wrong_links_at_once(site):
    told = at_once(60, lambda number: site.ask("GET", f"/clubs/invitations/abc.{number}/"))
    assert sorted(one.status for one in told) == [404] * 30 + [429] * 30


def drawn(form, mode, side, **options):
    file = BytesIO()
    Image.new("RGB", (side, side), "peru").convert(mode).save(file, form, **options)
    return file.getvalue()


def memory(site, name):
    """Of each process, in kilobytes: as it is (VmRSS), or the most it has been (VmHWM)."""
    lines = [Path(f"/proc/{pid}/status").read_text().split() for pid in site.workers()]
    return [int(words[words.index(f"{name}:") + 1]) for words in lines]


def forget_the_most(site):
    for pid in site.workers():
        Path(f"/proc/{pid}/clear_refs").write_text("5")


@pytest.mark.parametrize(
    "picture",
    [
        drawn("JPEG", "RGB", 4_940),
        drawn("JPEG", "CMYK", 3_990),
        drawn("JPEG", "RGB", 3_660, progressive=True, subsampling=0),
        drawn("PNG", "RGBA", 2_900),
        drawn("WEBP", "RGB", 2_300),
        drawn("JPEG", "RGB", 7_700),
    ],
    ids=["jpeg", "cmyk", "progressive", "png", "webp", "far too large"],
)
def test_four_photos_at_once_take_little_memory(site, picture):
    game = site.run("tests.processes.record_game")
    at_once(4, lambda _: site.send_photo(game, drawn("JPEG", "RGB", 30)))
    idle = memory(site, "VmRSS")
    forget_the_most(site)
    with ThreadPoolExecutor(1) as beside:
        sent = beside.submit(at_once, 4, lambda _: site.send_photo(game, picture))
        together = [sum(idle)]
        while not sent.done():
            together.append(sum(memory(site, "VmRSS")))
    assert [one.status for one in sent.result()] == [302] * 4
    for before, most in zip(idle, memory(site, "VmHWM"), strict=True):
        assert most - before < MOST_OF_A_PROCESS
    assert max(together) - sum(idle) < MOST_TOGETHER
