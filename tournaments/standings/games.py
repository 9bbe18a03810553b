"""A season's games as each player sees them, with points and whether they count."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from tournaments.standings.points import Payer
from tournaments.standings.results import Result, ResultKind
from tournaments.standings.rules import Rules
from tournaments.standings.schemes import Ratio
from tournaments.standings.selection import Verdict, verdicts
from tournaments.standings.tiebreakers import TableVp


class GamePoints(NamedTuple):
    """One game of one player: the place, how many shared it, and what it brought.

    `table` is there when the seat's VP can be compared with others'.
    """

    game: str
    played_on: date
    kind: ResultKind
    seats: int
    place: int
    sharers: int
    vp: int | None
    worth: Ratio
    forfeited: bool
    opponents: tuple[str, ...]
    table: TableVp | None
    verdict: Verdict

    @property
    def points(self) -> Fraction:
        return Fraction(*self.worth)


def games_by_player(
    results: Sequence[Result], players: Iterable[str], rules: Rules
) -> dict[str, tuple[GamePoints, ...]]:
    """Each player's games in the order of `results`, which is the order of play."""
    payer = Payer(rules)
    counts = Verdict.COUNTS
    # The constructor of a named tuple is slow, and there is one for every seat of a season.
    new = tuple.__new__
    games: dict[str, list[GamePoints]] = {player: [] for player in players}
    for result in results:
        game, played_on, seats, kind, _ = result
        count = len(seats)
        names, places, vps, _, forfeits, _ = zip(*seats, strict=True)
        table = _table_vp(vps, forfeits) if kind is ResultKind.PLAYED else None
        for index, points in enumerate(payer.pay(result)):
            mine = games.get(names[index])
            if mine is None:
                continue
            place, forfeited = places[index], forfeits[index]
            own = (
                game,
                played_on,
                kind,
                count,
                place,
                places.count(place),
                vps[index],
                points,
                forfeited,
                names[:index] + names[index + 1 :],
                None if forfeited else table,
                counts,
            )
            mine.append(new(GamePoints, own))
    return {player: _judged(ones, rules) for player, ones in games.items()}


def _judged(games: list[GamePoints], rules: Rules) -> tuple[GamePoints, ...]:
    """The games with their verdicts, which can only be given when all of a player's games are known."""
    if rules.best_games is None and rules.games_per_opponent is None:
        return tuple(games)
    worth, _ = whole_numbers([one.worth for one in games])
    found = verdicts([one.opponents for one in games], worth, rules)
    return tuple(
        [
            one if verdict is Verdict.COUNTS else GamePoints._make((*one[:-1], verdict))
            for one, verdict in zip(games, found, strict=True)
        ]
    )


def whole_numbers(ratios: Sequence[Ratio]) -> tuple[list[int], int]:
    """The same values over one common denominator, to be compared and added up, and that denominator."""
    scale = math.lcm(*{below for _, below in ratios})
    return [above * (scale // below) for above, below in ratios], scale


def _table_vp(vps: Sequence[int | None], forfeits: Sequence[bool]) -> TableVp | None:
    """The VP of those who did not forfeit; None where there is nothing to compare."""
    playing = vps
    if True in forfeits:
        playing = [vp for vp, forfeited in zip(vps, forfeits, strict=True) if not forfeited]
    known = sorted([vp for vp in playing if vp is not None])
    if len(known) < len(playing) or len(known) < 2:
        return None
    whole = sum(known) if known[0] >= 0 else sum(vp for vp in known if vp > 0)
    return TableVp(whole, known[-1], known[-2], len(known))
