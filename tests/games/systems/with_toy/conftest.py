"""A club of curlers with one of everything, and a season of games behind them."""

import logging
import random
from datetime import date, timedelta

import pytest

from caledonia_site.common.api.throttling import FixedWindowRate
from caledonia_site.common.jobs.rebuild import rebuild
from games.results.services.results import Circumstances, Person
from games.systems import system_of
from tests.factories.clubs import members_of
from tests.factories.games import keeper, recorded_game
from tests.games.stats.helpers import fit_all, refresh_statistics
from tests.security.world import World

SYSTEM = "loch_curling"
PLAYED_BEFORE = 40
FIRST_DAY = date(2025, 10, 1)


def curling_seat(rink: str, order: int, *stones: int, cups: int = 0, shots: tuple[str, ...] = ()):
    ends = ("first_end", "last_end")
    return {
        "home_rink": rink,
        "throw_order": order,
        "rounds": {end: {"near_stones": count} for end, count in zip(ends, stones, strict=True)},
        "toddy_cups": cups,
        "trick_shots": list(shots),
    }


def curling_sheet():
    """By hand 3 + 4 stones, 2 cups and 2 × 2 VP of shots against 5 + 1, 1 and 0: 13 to 7."""
    return {
        "options": {"hot_toddy": True, "ice_kind": "keen_ice"},
        "setup": {"drawn_shots": ["long_guard", "black_ice"]},
        "seats": [
            curling_seat("kelso_rink", 2, 3, 4, cups=2, shots=("hit_and_roll", "black_ice")),
            curling_seat("perth_rink", 1, 5, 1, cups=1),
        ],
    }


def play_many(club) -> None:
    rng = random.Random(5)
    people = members_of(club, 6)
    invent = system_of(SYSTEM).demo.invent_sheet
    for number in range(PLAYED_BEFORE):
        sheet = invent(rng)
        recorded_game(
            *(Person(player=player) for player in rng.sample(people, len(sheet["seats"]))),
            sheet=sheet,
            system=SYSTEM,
            club=club,
            recorder=keeper(),
            circumstances=Circumstances(played_on=FIRST_DAY + timedelta(days=5 * number)),
            warnings_confirmed=True,
        )


@pytest.fixture(scope="module")
def made_world(file_data):
    """Whose people may ask as often as a test likes."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("most_of_an_account", "most_of_a_visitor"):
            patch.setattr(FixedWindowRate, name, 1_000_000)
        # Refusals of what is not filled in are asked for by the hundred.
        patch.setattr(logging.root.manager, "disable", logging.CRITICAL)
        with file_data():
            made = World(system=SYSTEM, faction="kelso_rink", sheet=curling_sheet())
            play_many(made.club)
            list(rebuild(topic="ratings"))
            refresh_statistics()
            fit_all()
        yield made


@pytest.fixture
def world(db, made_world):
    return made_world
