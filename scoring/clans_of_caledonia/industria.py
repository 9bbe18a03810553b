"""The lines the Industria expansion adds to a game of two to four people."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scoring.clans_of_caledonia.lines import Ranking, line
from scoring.clans_of_caledonia.sheet import ENTERED_MEASURES, Claims, Columns, Counts
from scoring.clans_of_caledonia.tables import (
    DELIVERY_VP,
    MILESTONE_VP,
    MILESTONE_VP_TWO_PLAYERS,
    REWARD_TIERS,
)
from scoring.kept import kept
from scoring.types import Explanation, ScoreLine, params

_REWARD = Ranking("reward", REWARD_TIERS)


def measures(reward: str, people: Columns) -> Counts:
    """What a reward tile counts at each seat: read off the sheet where it can be, entered otherwise."""
    if reward == "imports_of_one_kind":
        return tuple(map(max, people.cotton, people.tobacco, people.sugar_cane))
    column: Counts = getattr(people, "reward_value" if reward in ENTERED_MEASURES else reward)
    return column


def reward(values: Sequence[int]) -> list[ScoreLine]:
    """Reward tile: the best of the people 12 VP, the second 6 (two people: 8 and 0); ties share."""
    return _REWARD.lines(values)


@kept
def deliveries(number: int) -> ScoreLine:
    """Deliveries of the train module: 2/5/9/14/20 VP for 1/2/3/4/5."""
    return line("deliveries", number, None, DELIVERY_VP[number], Explanation("deliveries"))


def milestone_tiers(humans: int, train: str) -> tuple[int, ...]:
    """VP of a milestone by claim place: 8/4/2/0.

    Two people: 6/2, unless simplified trains have them play on the side of the board for 3 and 4.
    """
    return MILESTONE_VP_TWO_PLAYERS if humans == 2 and train != "simplified" else MILESTONE_VP


@kept
def milestones(tiers: tuple[int, ...]) -> Callable[[Claims], ScoreLine]:
    """Milestones: VP for each, by as which player the seat claimed it (0: not claimed)."""

    def line_of(places: Claims) -> ScoreLine:
        # A place beyond the tiers cannot pass validation, but a half-filled sheet is scored all the same.
        points = tuple(tiers[place - 1] if 0 < place <= len(tiers) else 0 for place in places)
        claimed = sum(place > 0 for place in places)
        explanation = Explanation("milestones_by_place", params(places=places, points=points))
        return line("milestones", claimed, None, sum(points), explanation)

    return kept(line_of)
