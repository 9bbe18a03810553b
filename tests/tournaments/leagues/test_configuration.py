"""Settings of a season: what is stored comes back, and what cannot be is named."""

from dataclasses import replace

import pytest

from tournaments.leagues.configuration import Configuration, check_configuration
from tournaments.standings.rules import Rules

CLANS = "clans_of_caledonia"


def test_what_is_stored_comes_back():
    wanted = Configuration(rules=Rules(best_games=8), seat_counts=(3, 4), required=("auction:yes",))
    assert Configuration.from_stored(wanted.as_stored()) == wanted


def test_the_defaults_are_valid_for_every_system():
    for system in (CLANS, "glen_more_2"):
        assert check_configuration(Configuration(), system=system) == ()


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"least_members": 0}, "least_members"),
        ({"least_members": 5}, "least_members"),
        ({"seat_counts": ()}, "seat_counts"),
        ({"seat_counts": (5,)}, "seat_counts"),
        ({"seats": 2}, "seats"),
        ({"group_size": 3, "promoted": 1, "relegated": 1}, "group_size"),
        ({"promoted": 4, "relegated": 4}, "relegated"),
        ({"remind_days": 31}, "remind_days"),
        ({"required": ("penny_mobs:yes",)}, "required"),
        ({"required": ("auction:yes",), "excluded": ("auction:yes",)}, "excluded"),
    ],
)
def test_each_mistake_names_its_setting(changes, path):
    (violation,) = check_configuration(replace(Configuration(), **changes), system=CLANS)
    assert violation.path == path
