"""Records of a season: who did something most often, longest or best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments.standings.games import GamePoints
from tournaments.standings.results import ResultKind
from tournaments.standings.table import Line, Standings
from tournaments.standings.tiebreakers import TableVp

# An average of one or two games says nothing about a season.
GAMES_FOR_AN_AVERAGE = 3


class Honour(NamedTuple):
    """A record, everyone who holds it, and the games it was made in."""

    key: str
    players: tuple[str, ...]
    value: Fraction
    games: tuple[str, ...]


class _Claim(NamedTuple):
    player: str
    value: Fraction
    games: Sequence[GamePoints] = ()


def honours(now: Standings) -> tuple[Honour, ...]:
    """Every record that somebody holds. All games played count, also those that brought no points."""
    claims: dict[str, list[_Claim]] = {}
    for line in now.lines:
        games = [one for one in line.games if one.kind is ResultKind.PLAYED and not one.forfeited]
        for key, claim in _claims(line, games):
            claims.setdefault(key, []).append(claim)
    order = (
        "most_wins",
        "longest_streak",
        "most_games",
        "best_average",
        "best_vp",
        "best_share",
        "widest_margin",
    )
    return tuple(_best(key, claims[key]) for key in order if key in claims)


def _claims(line: Line, games: list[GamePoints]) -> Iterator[tuple[str, _Claim]]:
    wins = [one for one in games if one.place == 1]
    if wins:
        yield (
            "most_wins",
            _Claim(line.player, sum((Fraction(1, one.sharers) for one in wins), Fraction(0)), wins),
        )
    streak = longest_streak(games)
    if len(streak) > 1:
        yield "longest_streak", _Claim(line.player, Fraction(len(streak)), streak)
    if games:
        yield "most_games", _Claim(line.player, Fraction(len(games)))
    if len(games) >= GAMES_FOR_AN_AVERAGE:
        mean = sum((one.points for one in games), Fraction(0)) / len(games)
        yield "best_average", _Claim(line.player, mean)
    for one in games:
        if one.vp is not None:
            yield "best_vp", _Claim(line.player, Fraction(one.vp), [one])
        if one.vp is not None and one.table is not None:
            yield from _against_the_table(line.player, one.vp, one, one.table)


def _against_the_table(player: str, vp: int, one: GamePoints, table: TableVp) -> Iterator[tuple[str, _Claim]]:
    if table.whole:
        yield "best_share", _Claim(player, Fraction(table.seats * vp, table.whole), [one])
    if vp == table.best > table.second:
        yield "widest_margin", _Claim(player, Fraction(vp - table.second), [one])


def longest_streak(games: list[GamePoints]) -> list[GamePoints]:
    """The longest run of won games (shared ones too), the earliest of several."""
    longest: list[GamePoints] = []
    run: list[GamePoints] = []
    for one in games:
        run = [*run, one] if one.place == 1 else []
        if len(run) > len(longest):
            longest = run
    return longest


def _best(key: str, claims: list[_Claim]) -> Honour:
    top = max(claim.value for claim in claims)
    holding = [claim for claim in claims if claim.value == top]
    games = {(one.played_on, one.game) for claim in holding for one in claim.games}
    players = sorted({claim.player for claim in holding})
    return Honour(key, tuple(players), top, tuple(game for _, game in sorted(games)))
