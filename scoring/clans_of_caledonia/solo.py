"""The lines of a person playing alone, or alone against the Automa."""

from __future__ import annotations

from scoring.clans_of_caledonia.constants import (
    MILESTONE_ROUND_VP,
    REWARD_CARD_VP,
    SOLO_EXPORTS,
    SOLO_LOWEST_TITLE,
    SOLO_RAILWAY_VP,
    SOLO_SETTLEMENTS,
    SOLO_TITLES,
)
from scoring.clans_of_caledonia.industria import milestone_line
from scoring.clans_of_caledonia.lines import line
from scoring.clans_of_caledonia.pieces import REWARDS
from scoring.types import Explanation, ScoreLine, params

_CARDS = {str(card["key"]): (int(card["zero_from"]), int(card["plus_from"])) for card in REWARDS}


def exports(contracts: int) -> ScoreLine:
    """Solo exports: 12 VP from 7 contracts, 8 from 6, 4 from 5."""
    return _threshold("exports", contracts, SOLO_EXPORTS)


def settlements(connected: int) -> ScoreLine:
    """Solo settlements: 18 VP from 14, 12 from 11, 6 from 8."""
    return _threshold("settlements", connected, SOLO_SETTLEMENTS)


def reward_card(reward: str, value: int) -> ScoreLine:
    """Reward card: +4 VP from the upper threshold, 0 from the lower one, -4 below."""
    zero_from, plus_from = _CARDS[reward]
    vp = REWARD_CARD_VP if value >= plus_from else 0 if value >= zero_from else -REWARD_CARD_VP
    explanation = Explanation("reward_card", params(zero_from=zero_from, plus_from=plus_from))
    return line("reward", value, None, vp, explanation)


def milestones(rounds: tuple[int, ...]) -> ScoreLine:
    """Milestones against the clock: 10/8/6/4/2 VP when claimed in round 1/2/3/4/5 (0: not claimed)."""
    claimed = tuple([played for played in rounds if played])
    points = tuple([MILESTONE_ROUND_VP[played - 1] for played in claimed])
    return milestone_line(Explanation("milestones_by_round", params(rounds=claimed, points=points)), points)


def railway() -> ScoreLine:
    """Solo with the railway board: the final score loses 30."""
    return line("railway", None, None, SOLO_RAILWAY_VP, Explanation("solo_railway"))


def title(total: int) -> str:
    """The title a solo total earns."""
    return next((name for least, name in SOLO_TITLES if total >= least), SOLO_LOWEST_TITLE)


def _threshold(key: str, count: int, steps: tuple[tuple[int, int], ...]) -> ScoreLine:
    for least, vp in steps:
        if count >= least:
            return line(key, count, None, vp, Explanation("solo_threshold", params(least=least)))
    return line(key, count, None, 0, Explanation("solo_below_thresholds", params(least=steps[-1][0])))
