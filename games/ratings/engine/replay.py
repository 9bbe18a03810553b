"""Playing a run of games onto a state."""

import sys
from typing import Any

import numpy as np

from games.ratings.engine import FEW_GAMES, KERNEL
from games.ratings.engine.games import Numbers, RatedGames
from games.ratings.engine.packing import OUTCOMES, pack
from games.ratings.engine.reference import (
    CENTRE,
    POINTS_PER_LOGIT,
    STEPS_PER_POINT,
    Belief,
    Parameters,
    play_game,
    strength,
)
from games.ratings.engine.state import RECENT, State

OUTCOME_COLUMNS = len(OUTCOMES)


def play(rated_games: RatedGames, state: State, parameters: Parameters, *, compiled: bool) -> Numbers:
    """Play the games, in their order, onto the state, which must know all their players and clans.

    Returns what segments keep: a row per column of `OUTCOMES`, at the precision people see, and a column per seat.
    The result does not depend on which form played them.
    """
    if compiled:
        return play_compiled(rated_games, state, parameters)
    outcomes = shown(play_in_python(rated_games, state, parameters))
    _note_games(rated_games, state, outcomes[2])
    return outcomes


def is_worth_compiling(games: int) -> bool:
    """For a few games only where the kernel is there already, as in every worker."""
    return games > FEW_GAMES or hasattr(sys.modules.get(KERNEL), "play_all")


def play_in_python(rated_games: RatedGames, state: State, parameters: Parameters) -> Numbers:
    """By the reference engine. Returns a row per seat: the player's mean and variance before and after the game, and
    the sums over clan and position before it."""
    lines = _components(rated_games, state)
    means, variances = state.means.tolist(), state.variances.tolist()
    places = rated_games.places.tolist()
    rows: list[list[float]] = []
    for count in rated_games.counts.tolist():
        start = len(rows)
        seats = lines[start : start + count]
        before = []
        for player, *terms in seats:
            bonus = strength([Belief(means[term], variances[term]) for term in terms])
            before.append((means[player], variances[player], bonus))
        play_game(means, variances, seats, places[start : start + count], parameters.drift)
        for (mean, variance, bonus), (player, *_) in zip(before, seats, strict=True):
            rows.append([mean, variance, means[player], variances[player], *bonus])
    state.means[:], state.variances[:] = means, variances
    return np.array(rows).reshape(len(rows), OUTCOME_COLUMNS)


def play_compiled(rated_games: RatedGames, state: State, parameters: Parameters) -> Numbers:
    from games.ratings.engine.compiled import play_all

    outcomes = np.empty((OUTCOME_COLUMNS, len(rated_games.players)), dtype=np.uint16)
    play_all(
        *(
            rated_games.days,
            rated_games.counts,
            rated_games.players,
            rated_games.clans,
            rated_games.positions,
            rated_games.places,
        ),
        *(state.index, _clan_components(rated_games, state), state.nothing),
        *(state.means, state.variances, parameters.drift),
        *(state.used, state.games, state.last_days, state.recent, outcomes),
    )
    return outcomes


def _clan_components(rated_games: RatedGames, state: State) -> Numbers:
    """Where the state keeps the clan of each code."""
    first = len(state.players)
    found = [state.nothing, *(first + state.labels.index(label) for label in rated_games.labels)]
    return np.array(found, dtype=np.int32)


def _components(rated_games: RatedGames, state: State) -> list[list[int]]:
    """For each seat where the state keeps its player, its clan and its position, if it has them."""
    clans = _clan_components(rated_games, state)[rated_games.clans]
    columns = (
        state.index_of(rated_games.players),
        clans,
        state.nothing + rated_games.positions.astype(np.int64),
    )
    state.used[np.concatenate(columns[1:]) - len(state.players)] = True
    state.used[state.nothing - len(state.players)] = False
    return [
        [component for component in line if component != state.nothing]
        for line in np.column_stack(columns).tolist()
    ]


def _note_games(rated_games: RatedGames, state: State, ratings: Numbers) -> None:
    players = state.index_of(rated_games.players)
    days = np.repeat(rated_games.days, rated_games.counts)
    for player, day, rating in zip(players.tolist(), days.tolist(), ratings.tolist(), strict=True):
        state.recent[player, state.games[player] % RECENT] = rating
        state.games[player] += 1
        state.last_days[player] = day


def shown(beliefs: Numbers) -> Numbers:
    """As `Belief.rating` and `Belief.deviation`, in tenths of a point."""
    before, before_variance, after, after_variance, bonus, bonus_variance = beliefs.T
    return np.stack(
        [
            _steps(CENTRE + POINTS_PER_LOGIT * before, np.uint16),
            _steps(POINTS_PER_LOGIT * np.sqrt(before_variance), np.uint16),
            _steps(CENTRE + POINTS_PER_LOGIT * after, np.uint16),
            _steps(POINTS_PER_LOGIT * np.sqrt(after_variance), np.uint16),
            _steps(POINTS_PER_LOGIT * bonus, np.int16).view(np.uint16),
            _steps(POINTS_PER_LOGIT * np.sqrt(bonus_variance), np.uint16),
        ]
    )


def _steps(points: Numbers, kind: type[np.integer[Any]]) -> Numbers:
    limits = np.iinfo(kind)
    return np.clip(np.floor(points * STEPS_PER_POINT + 0.5), limits.min, limits.max).astype(kind)


def packed_outcomes(outcomes: Numbers) -> bytes:
    """For a segment."""
    columns = {name: row for (name, _, _), row in zip(OUTCOMES, outcomes, strict=True)}
    return pack(OUTCOMES, {"seats": outcomes.shape[1]}, columns)
