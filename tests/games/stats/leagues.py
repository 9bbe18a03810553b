"""Invented leagues with a known truth, in which strong players prefer strong clans."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.stats.estimators import Observations
from games.stats.intervals import win_index

CLANS = 18


@dataclass(frozen=True)
class League:
    """`worth` is the truth, against the mean clan."""

    observed: Observations
    worth: NDArray[np.float64]


def invent_league(
    seed: int,
    *,
    games: int,
    players: int,
    preference: float = 1.0,
    worth_sd: float = 4.0,
    skill_sd: float = 10.0,
    mastery_sd: float = 3.0,
    noise_sd: float = 12.0,
) -> League:
    """Each game offers one clan more than it has players; the stronger choose first, the strong clans more often
    the stronger the `preference`.
    """
    rng = np.random.default_rng(seed)
    worth = rng.normal(0, worth_sd, CLANS)
    worth -= worth.mean()
    skill = rng.normal(0, skill_sd, players)
    mastery = rng.normal(0, mastery_sd, (players, CLANS))
    sizes = rng.integers(2, 5, games)
    seat_player, seat_clan, seat_position = [], [], []
    appeal = np.exp(preference * worth / worth_sd)
    for size in sizes:
        table = rng.choice(players, size, replace=False)
        table = table[np.argsort(-skill[table])]
        offered = list(rng.choice(CLANS, size + 1, replace=False))
        turns = rng.permutation(size) + 1
        for player, turn in zip(table, turns, strict=True):
            weights = appeal[offered] / appeal[offered].sum()
            seat_clan.append(offered.pop(int(rng.choice(len(offered), p=weights))))
            seat_player.append(player)
            seat_position.append(100 * size + turn)
    player, clan = np.array(seat_player), np.array(seat_clan)
    game = np.repeat(np.arange(games), sizes)
    vp = 110 + rng.normal(0, 10, games)[game] + skill[player] + worth[clan] + mastery[player, clan]
    vp = np.round(vp + rng.normal(0, noise_sd, len(game))).astype(np.int64)
    return League(
        Observations(
            game=game + 1, player=player + 1, faction=clan + 1, position=np.array(seat_position), vp=vp
        ),
        worth,
    )


def raw_win_index_covers(league: League, truth: NDArray[np.float64]) -> list[bool]:
    """Whether the interval of the plain win index holds what the clan would have among equal players."""
    observed = league.observed
    best = np.full(observed.game.max() + 1, -(10**6))
    np.maximum.at(best, observed.game, observed.vp)
    won = observed.vp == best[observed.game]
    winners = np.bincount(observed.game[won], minlength=len(best))
    size = np.bincount(observed.game)
    covered = []
    for clan in range(CLANS):
        mine = observed.faction == clan + 1
        if mine.any():
            wins = float((won[mine] / winners[observed.game[mine]]).sum())
            interval = win_index(wins, int(mine.sum()), float((1 / size[observed.game[mine]]).sum()))
            covered.append(interval.low <= truth[clan] <= interval.high)
    return covered


def true_win_index(
    worth: NDArray[np.float64], *, mastery_sd: float = 3.0, noise_sd: float = 12.0, games: int = 15_000
) -> NDArray[np.float64]:
    """By playing many games of equal players with random clans."""
    rng = np.random.default_rng(1886)
    wins, par = np.zeros(CLANS), np.zeros(CLANS)
    for size in (2, 3, 4):
        clans = rng.random((games, CLANS)).argsort(axis=1)[:, :size]
        vp = worth[clans] + rng.normal(0, np.hypot(mastery_sd, noise_sd), clans.shape)
        winner = clans[np.arange(games), vp.argmax(axis=1)]
        wins += np.bincount(winner, minlength=CLANS)
        par += np.bincount(clans.ravel(), minlength=CLANS) / size
    return wins / par
