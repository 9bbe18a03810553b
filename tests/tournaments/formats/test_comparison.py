"""Formats side by side are comparable: each takes the rounds it says."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tournaments.formats.comparison import PLAYERS, ROUNDS, candidates, compare
from tournaments.formats.simulation import play_event
from tournaments.formats.stages import check_stages


@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("players", PLAYERS)
def test_every_candidate_is_a_format_that_can_be_played(players, rounds):
    found = list(candidates(players, rounds))
    assert len({one.key for one in found}) == len(found) >= 5
    assert all(check_stages(one.stages) == () for one in found)


@pytest.mark.parametrize("rounds", [3, 5])
def test_every_candidate_takes_so_many_rounds(rounds):
    strengths = {f"p{number:02}": number / 10 for number in range(12)}
    for one in candidates(12, rounds):
        played = play_event(one.stages, strengths, seed="x")
        assert sum(len(stage.rounds) for stage in played.stages) == rounds, one.key
        assert sorted(played.order) == sorted(strengths)


def test_two_processes_find_what_one_finds():
    one, two = (compare(8, [3], events=2, seed="x", processes=count) for count in (1, 2))
    assert one == two


def test_the_command_prints_a_line_for_each_format():
    out = StringIO()
    call_command("simulate_tournament", players=[8], rounds=[3], events=1, stdout=out)
    lines = [line for line in out.getvalue().splitlines() if line.startswith("| ") and "%" in line]
    assert len(lines) == len(list(candidates(8, 3)))


@pytest.mark.parametrize("wrong", [{"rounds": [2]}, {"players": [4]}, {"events": -1}])
def test_the_command_refuses_what_cannot_be_played(wrong):
    with pytest.raises(CommandError):
        call_command("simulate_tournament", **wrong)
