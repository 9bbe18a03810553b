"""Who goes on, and the final order of an event."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.rounds import groups
from tournaments.formats.stages import Kind
from tournaments.formats.state import StageState
from tournaments.standings.results import ResultKind


def stage_order(state: StageState) -> tuple[str, ...]:
    """Everyone of a stage, the best first; who withdrew comes last.

    - Groups: first all the first, then all the second, each by their points for a game.
    - Knockout: who got further, then the place at the last table, then the seed.
    - Otherwise as the standings say.
    """
    match state.stage.kind:
        case Kind.GROUPS:
            return _by_group_places(state)
        case Kind.KNOCKOUT:
            return _by_rounds_survived(state)
        case _:
            return tuple(line.player for line in state.standings().lines)


def advancing(state: StageState) -> tuple[str, ...]:
    """Those who go on to the next stage, in the order of their seeds there."""
    there = {one.player for one in state.participants if one.active and not one.withdrawn}
    return tuple(player for player in stage_order(state) if player in there)[: state.stage.advance]


def event_order(stages: Sequence[StageState]) -> tuple[str, ...]:
    """The final ranking of an event: whoever reached a later stage stands before who did not."""
    order: dict[str, None] = {}
    for state in reversed(stages):
        order |= dict.fromkeys(stage_order(state))
    return tuple(order)


def _by_group_places(state: StageState) -> tuple[str, ...]:
    whole = state.standings()
    overall = {line.player: index for index, line in enumerate(whole.lines)}
    ranked = []
    for group in groups(state):
        for place, line in enumerate(state.standings(group).lines):
            mean = line.points / line.counted if line.counted else line.points
            ranked.append((line.place is None, place, -mean, overall[line.player], line.player))
    return tuple(player for *_, player in sorted(ranked))


def _by_rounds_survived(state: StageState) -> tuple[str, ...]:
    last_round = {one.player: -1 for one in state.participants}
    last_place = dict.fromkeys(last_round, 0)
    for number, results in enumerate(state.rounds):
        for result in results:
            for seat in result.seats:
                last_round[seat.player] = number
                last_place[seat.player] = 0 if result.kind is ResultKind.BYE else seat.place
    ranked = [
        (one.withdrawn, -last_round[one.player], last_place[one.player], one.seed, one.player)
        for one in state.participants
    ]
    return tuple(player for *_, player in sorted(ranked))
