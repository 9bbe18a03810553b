"""Answers that are kept for the next time they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

Question = TypeVar("Question", bound=Hashable)
Answer = TypeVar("Answer")

# Far more than the sheets of a season bring up, and a few megabytes at most.
MOST_KEPT = 8192


class _Answers(dict[Question, Answer]):
    """What a pure function answered, by its argument."""

    __slots__ = ("_most", "_work_out")

    def __init__(self, work_out: Callable[[Question], Answer], most: int) -> None:
        self._work_out = work_out
        self._most = most

    def __missing__(self, question: Question) -> Answer:
        answer = self._work_out(question)
        # Starting anew now and then costs less than noting with every answer when it was last of use.
        if len(self) >= self._most:
            self.clear()
        self[question] = answer
        return answer


def kept(work_out: Callable[[Question], Answer], most: int = MOST_KEPT) -> Callable[[Question], Answer]:
    """The same function, working out each answer once; what raises is not kept.

    What comes back is the lookup in a dictionary itself, the quickest thing there is to call: lines are asked
    for dozens of times in every game.
    """
    return _Answers(work_out, most).__getitem__
