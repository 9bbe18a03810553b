"""Answers that are kept."""

from __future__ import annotations

import pytest

from scoring.kept import kept


def test_an_answer_is_worked_out_once() -> None:
    asked: list[int] = []

    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    answer = kept(double)
    assert [answer(3), answer(4), answer(3)] == [6, 8, 6]
    assert asked == [3, 4]


def test_only_so_many_are_kept() -> None:
    asked: list[int] = []
    answer = kept(asked.append, most=2)
    for number in (1, 2, 2, 3, 3, 1):
        answer(number)
    assert asked == [1, 2, 3, 1]


def test_what_raises_is_not_kept() -> None:
    asked: list[int] = []

    def fail(number: int) -> int:
        asked.append(number)
        raise KeyError(number)

    answer = kept(fail)
    for _ in range(2):
        with pytest.raises(KeyError):
            answer(1)
    assert asked == [1, 1]
