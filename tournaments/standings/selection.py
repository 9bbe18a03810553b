"""Which of a player's games count: the limit against one opponent first, then the best N of what is left."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from enum import StrEnum

from tournaments.standings.rules import Rules


class Verdict(StrEnum):
    """`DROPPED` games are not among the best; in `OVER_LIMIT` games an opponent was met once too often."""

    COUNTS = "counts"
    DROPPED = "dropped"
    OVER_LIMIT = "over_limit"


def verdicts(opponents: Sequence[Sequence[str]], worth: Sequence[int], rules: Rules) -> list[Verdict]:
    """The verdict on each game of one player, given in order of play.

    Against the same opponent the first games count, whatever came of them: a limit that let people choose the
    better ones would reward playing on until it goes well. Of equally good games the earlier one counts.
    """
    found = [Verdict.COUNTS] * len(worth)
    if rules.games_per_opponent is not None:
        met: defaultdict[str, int] = defaultdict(int)
        met_enough: set[str] = set()
        for index, others in enumerate(opponents):
            if not met_enough.isdisjoint(others):
                found[index] = Verdict.OVER_LIMIT
                continue
            for other in others:
                met[other] += 1
                if met[other] == rules.games_per_opponent:
                    met_enough.add(other)
    if rules.best_games is not None:
        left = [index for index, verdict in enumerate(found) if verdict is Verdict.COUNTS]
        # Equals keep their order, also from the greatest down.
        left.sort(key=worth.__getitem__, reverse=True)
        for index in left[rules.best_games :]:
            found[index] = Verdict.DROPPED
    return found
