"""How standings came about: movement, the race over time, form."""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from tournaments.standings.games import GamePoints, whole_numbers
from tournaments.standings.results import Adjustment
from tournaments.standings.selection import Verdict
from tournaments.standings.table import Line, Standings


class Race(NamedTuple):
    """Points after each date, for every player of the standings."""

    dates: tuple[date, ...]
    points: dict[str, tuple[Fraction, ...]]


def movement(now: Standings, before: Standings) -> dict[str, int | None]:
    """Places won (or, below zero, lost) since then; None for whoever had no place before or has none now."""
    places, earlier = now.places, before.places
    return {
        line.player: earlier[line.player] - places[line.player]
        if line.player in places and line.player in earlier
        else None
        for line in now.lines
    }


def race(now: Standings, dates: Sequence[date] | None = None, adjustments: Sequence[Adjustment] = ()) -> Race:
    """Points after each date, as the standings showed them then; by default after each day with a game."""
    if dates is None:
        days = {one.played_on for line in now.lines for one in line.games} | {one.on for one in adjustments}
        dates = sorted(days)
    own: dict[str, list[Adjustment]] = {line.player: [] for line in now.lines}
    for one in adjustments:
        own.setdefault(one.player, []).append(one)
    best = now.rules.best_games
    return Race(
        tuple(dates), {line.player: _course(line, dates, own[line.player], best) for line in now.lines}
    )


def _course(
    line: Line, dates: Sequence[date], adjustments: Sequence[Adjustment], best: int | None
) -> tuple[Fraction, ...]:
    """A game over the limit is so from the day it was played; a dropped one may have counted for a while."""
    games = [one for one in line.games if one.verdict is not Verdict.OVER_LIMIT]
    worth, scale = whole_numbers([one.worth for one in games])
    counting: list[int] = []
    total = played = 0
    so_far = Fraction(0)
    course = []
    for day in sorted(dates):
        before = played
        while played < len(games) and games[played].played_on <= day:
            total += worth[played]
            if best is not None:
                bisect.insort(counting, worth[played])
                if len(counting) > best:
                    total -= counting.pop(0)
            played += 1
        if played > before:
            so_far = Fraction(total, scale)
        extra = [one.points for one in adjustments if one.on <= day]
        course.append(sum(extra, so_far) if extra else so_far)
    return tuple(course)


def form(line: Line, games: int = 5) -> tuple[GamePoints, ...]:
    """The latest games, the last one last."""
    return line.games[-games:]
