"""The lines that are the Automa's own. It scores the rest as people do."""

from __future__ import annotations

from scoring.clans_of_caledonia.constants import AUTOMA_POUNDS_PER_VP, AUTOMA_VP
from scoring.clans_of_caledonia.lines import line, money_line
from scoring.types import Explanation, ScoreLine, params


def glory(level: int) -> ScoreLine:
    """The Automa's glory: 10/20/30/40/50 by its level."""
    steps = _by_level(level)
    return line("glory", steps, 1, steps, Explanation("automa_glory", params(level=level)))


def money(pounds: int) -> ScoreLine:
    """The Automa's money: 1 VP for every full £5."""
    return money_line(pounds, AUTOMA_POUNDS_PER_VP)


def train(level: int) -> ScoreLine:
    """With the train module the Automa gets 10/20/30/40/50 VP by its level."""
    return line("train", None, None, _by_level(level), Explanation("automa_train", params(level=level)))


def _by_level(level: int) -> int:
    """A level not entered yet is 0 and counts nothing."""
    return AUTOMA_VP[level - 1] if level else 0
