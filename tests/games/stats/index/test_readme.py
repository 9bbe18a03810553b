"""The worked example beside the index is run as it stands there, with the games of its own table."""

import doctest
import re
from datetime import date
from pathlib import Path

from games.stats import index
from games.stats.index import Snapshot, layout_of
from tests.games.stats.frames import RawGame, RawSeat, encode
from tests.games.stats.helpers import SYSTEM

README = Path(index.__file__).with_name("README.md")
ROW = re.compile(r"\| (\d+) \| (\d) \| (\w+) \| (\d+) \| (\d+) \|")


def games_of_the_table():
    games = []
    for key, players, edition, *totals in ROW.findall(README.read_text()):
        vp = [*map(int, totals), 50, 40][: int(players)]
        clans = ["campbell", "stewart", "buchanan", "fergusson"]
        seats = [
            RawSeat(False, None, clan, total, 1 + sum(other > total for other in vp), {}, {})
            for clan, total in zip(clans, vp, strict=False)
        ]
        options = {"train": "full"} if edition == "industria" else {}
        games.append(RawGame(int(key), date(2026, 5, 2), None, False, options, {}, seats))
    return games


def test_the_example_of_eight_games():
    games = games_of_the_table()
    assert len(games) == 8
    snapshot = Snapshot(SYSTEM, (), (), (encode(layout_of(SYSTEM), games),))
    example = doctest.testfile(str(README), module_relative=False, globs={"snapshot": snapshot})
    assert example.attempted > 20
    assert example.failed == 0
