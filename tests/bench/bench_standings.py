"""How fast the standings of a season are worked out anew."""

from __future__ import annotations

import json
import random
import time
from datetime import date, timedelta

from tournaments.standings.history import race
from tournaments.standings.results import Result, Seat
from tournaments.standings.rules import Rules
from tournaments.standings.schemes import SCHEMES
from tournaments.standings.table import standings
from tournaments.standings.tiebreakers import TIE_BREAKERS

PLAYERS = 200
GAMES = 5_000
TARGET = 200
RUNS = 5

ALL = tuple(TIE_BREAKERS)
KINDS = {
    "5-3-2-1, usual tie-breakers": Rules(),
    "5-3-2-1, all tie-breakers": Rules(tie_breakers=ALL),
    "best 20 games, at most 3 against the same": Rules(best_games=20, games_per_opponent=3, tie_breakers=ALL),
    "share of VP, all tie-breakers": Rules(scheme=SCHEMES["vp_share"], tie_breakers=ALL),
}


def run() -> str:
    """A Markdown section with milliseconds for each kind of season."""
    results = season(PLAYERS, GAMES)
    entrants = sorted({seat.player for result in results for seat in result.seats})
    text = json.dumps([[one.game, one.played_on.isoformat(), one.seats] for one in results])
    yardstick = _milliseconds(lambda: json.dumps(json.loads(text)))
    rows = []
    for name, rules in KINDS.items():
        spent = _milliseconds(lambda rules=rules: standings(results=results, entrants=entrants, rules=rules))
        now = standings(results=results, entrants=entrants, rules=rules)
        course = _milliseconds(lambda now=now: race(now))
        rows.append(f"| {name} | {spent:.0f} | {TARGET} | {course:.0f} | {spent / yardstick:.1f} |")
    return "\n".join(
        [
            "## Standings",
            "",
            f"A season of {PLAYERS} players and {GAMES:,} games worked out from nothing, exactly, on one core: the",
            "best of five. The yardstick is parsing and printing the same results as JSON.",
            "",
            "| season | milliseconds | target | race over time | JSON round trips |",
            "| --- | ---: | ---: | ---: | ---: |",
            *rows,
        ]
    )


def season(players: int, games: int) -> list[Result]:
    """Games of two to four, a score of games a day."""
    chance = random.Random(1887)
    names = [f"p{number}" for number in range(players)]
    results = []
    for number in range(games):
        table = chance.sample(names, chance.choice([2, 3, 4, 4, 4]))
        vps = [chance.randint(60, 200) for _ in table]
        seats = tuple(
            Seat(player, 1 + sum(other > vp for other in vps), vp, position)
            for position, (player, vp) in enumerate(zip(table, vps, strict=True), start=1)
        )
        results.append(Result(f"g{number}", date(2026, 1, 1) + timedelta(days=number // 20), seats))
    return results


def _milliseconds(work: object) -> float:
    # Processor time, and the best of some, so that a busy machine does not look like a slow engine.
    spent = []
    for _ in range(RUNS):
        start = time.process_time()
        work()  # type: ignore[operator]
        spent.append(time.process_time() - start)
    return 1000 * min(spent)
