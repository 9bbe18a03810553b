"""The lines the Industria expansion adds to a game of two to four people."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.clans_of_caledonia.constants import (
    DELIVERY_VP,
    MILESTONE_VP,
    MILESTONE_VP_TWO_PLAYERS,
    REWARD_TIERS,
)
from scoring.clans_of_caledonia.lines import line, ranking
from scoring.clans_of_caledonia.sheet import Claims, Seat
from scoring.types import Explanation, ScoreLine, params, shared

# The reward tiles that count what other lines count as well, each with those lines
MEASURED_LINES = {
    "imports_of_one_kind": ("cotton", "tobacco", "sugar_cane"),
    "glory": ("glory",),
    "money": ("money",),
    "basic_goods": ("basic_goods",),
    "processed_goods": ("processed_goods",),
}


def measure(reward: str, seat: Seat) -> int:
    """What a reward tile counts at a seat: five follow from the sheet, four are counted on the map and entered."""
    on_the_sheet = {
        "imports_of_one_kind": max(seat.cotton, seat.tobacco, seat.sugar_cane),
        "glory": seat.glory,
        "money": seat.money,
        "basic_goods": seat.basic_goods,
        "processed_goods": seat.processed_goods,
    }
    return on_the_sheet.get(reward, seat.reward_value)


def reward(values: Sequence[int]) -> list[ScoreLine]:
    """Reward tile: the best of the people 12 VP, the second 6 (two people: 8 and 0); ties share."""
    return ranking("reward", values, REWARD_TIERS)


@shared
def deliveries(number: int) -> ScoreLine:
    """Deliveries of the train module: 2/5/9/14/20 VP for 1/2/3/4/5."""
    return line("deliveries", number, None, DELIVERY_VP[number], Explanation("deliveries"))


def milestone_tiers(humans: int, train: str) -> tuple[int, ...]:
    """VP of a milestone by claim place: 8/4/2/0.

    Two people: 6/2, unless simplified trains have them play on the side of the board for 3 and 4.
    """
    return MILESTONE_VP_TWO_PLAYERS if humans == 2 and train != "simplified" else MILESTONE_VP


@shared
def milestones(places: Claims, tiers: tuple[int, ...]) -> ScoreLine:
    """Milestones: VP for each, by as which player the seat claimed it (0: not claimed)."""
    # A place beyond the tiers cannot pass validation, but a half-filled sheet is scored all the same.
    claimed = tuple([place for place in places if place])
    points = tuple([tiers[place - 1] if place <= len(tiers) else 0 for place in claimed])
    counting = tuple([vp for vp in points if vp])
    explanation = Explanation("milestones_without_vp", params(places=claimed))
    if counting:
        explanation = Explanation("milestones_by_place", params(places=claimed, points=counting))
    return milestone_line(explanation, points)


def milestone_line(explanation: Explanation, points: tuple[int, ...]) -> ScoreLine:
    """`points` are those of the milestones that were claimed."""
    if not points:
        explanation = Explanation("milestones_unclaimed")
    return line("milestones", len(points), None, sum(points), explanation)
