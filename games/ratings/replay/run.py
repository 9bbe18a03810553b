"""Playing a run of games onto a state."""

from typing import Any

import numpy as np

from games.ratings.engine import (
    CENTRE,
    POINTS_PER_LOGIT,
    STEPS_PER_POINT,
    Belief,
    Parameters,
    play_game,
    strength,
)
from games.ratings.packing import OUTCOMES, pack
from games.ratings.replay.entries import Entries, Numbers
from games.ratings.replay.state import State

# Up to so many games plain Python is done before the compiled kernel is imported.
FEW_GAMES = 5_000
OUTCOME_COLUMNS = 6


def play(entries: Entries, state: State, parameters: Parameters) -> Numbers:
    """Play the games, in their order, onto the state, which must know all their players and clans.

    Returns a row per seat: the player's mean and variance before and after the game, and the sums over clan and
    position before it.
    """
    components = components_of(entries, state)
    players = components[:, 0]
    if len(entries) <= FEW_GAMES:
        outcomes = play_in_python(entries, components, state, parameters)
        _note_ratings(players, rating_steps(outcomes[:, 2]), state.recent)
    else:
        outcomes = play_compiled(entries, components, state, parameters)
    _note_terms(components, state)
    _note_games(entries, players, state)
    return outcomes


def play_in_python(entries: Entries, components: Numbers, state: State, parameters: Parameters) -> Numbers:
    """By the reference engine."""
    means, variances = state.means.tolist(), state.variances.tolist()
    places = entries.places.tolist()
    rows: list[list[float]] = []
    for count in entries.counts.tolist():
        start = len(rows)
        seats = [[one for one in line if one >= 0] for line in components[start : start + count].tolist()]
        before = []
        for player, *terms in seats:
            bonus = strength([Belief(means[term], variances[term]) for term in terms])
            before.append((means[player], variances[player], bonus))
        play_game(means, variances, seats, places[start : start + count], parameters.drift)
        for (mean, variance, bonus), (player, *_) in zip(before, seats, strict=True):
            rows.append([mean, variance, means[player], variances[player], *bonus])
    state.means[:], state.variances[:] = means, variances
    return np.array(rows).reshape(len(rows), OUTCOME_COLUMNS)


def play_compiled(entries: Entries, components: Numbers, state: State, parameters: Parameters) -> Numbers:
    from games.ratings.kernel import note_ratings, play_all

    outcomes = np.empty((len(components), OUTCOME_COLUMNS))
    # One fixed set of types, whatever the columns were read from: it is compiled once.
    counts, places = entries.counts.astype(np.int64), entries.places.astype(np.int64)
    play_all(counts, places, components, state.means, state.variances, parameters.drift, outcomes)
    note_ratings(components[:, 0], rating_steps(outcomes[:, 2]), state.recent)
    return outcomes


def components_of(entries: Entries, state: State) -> Numbers:
    """A row per seat: where the state keeps its player, clan and position; -1 for what a seat does not have."""
    clans, positions = entries.recoded(state.labels).astype(np.int64), entries.positions.astype(np.int64)
    first_clan = len(state.players)
    first_position = first_clan + len(state.labels)
    return np.column_stack(
        [
            state.index_of(entries.players),
            np.where(clans > 0, first_clan + clans - 1, -1),
            np.where(positions > 0, first_position + positions, -1),
        ]
    ).astype(np.int64)


def _note_terms(components: Numbers, state: State) -> None:
    for column in (components[:, 1], components[:, 2]):
        met = np.bincount(column[column >= 0], minlength=len(state.means))
        state.used |= met[len(state.players) :] > 0


def _note_games(entries: Entries, players: Numbers, state: State) -> None:
    state.games += np.bincount(players, minlength=len(state.games)).astype(np.int32)
    # Games are in order of play, and of several values for one index the last one stays.
    state.last_days[players] = np.repeat(entries.days, entries.counts)


def _note_ratings(players: Numbers, ratings: Numbers, recent: Numbers) -> None:
    """Each new rating goes to the end of its player's latest ones."""
    for player, rating in zip(players.tolist(), ratings.tolist(), strict=True):
        recent[player, :-1] = recent[player, 1:]
        recent[player, -1] = rating


def rating_steps(means: Numbers) -> Numbers:
    """As `Belief.rating`, in tenths of a point."""
    return _steps(CENTRE + POINTS_PER_LOGIT * means, np.uint16)


def deviation_steps(variances: Numbers) -> Numbers:
    return _steps(POINTS_PER_LOGIT * np.sqrt(variances), np.uint16)


def _steps(points: Numbers, kind: type[np.integer[Any]]) -> Numbers:
    limits = np.iinfo(kind)
    return np.clip(np.floor(points * STEPS_PER_POINT + 0.5), limits.min, limits.max).astype(kind)


def packed_outcomes(outcomes: Numbers) -> bytes:
    """For a block, at the precision people see."""
    before, before_variance, after, after_variance, bonus, bonus_variance = outcomes.T
    columns = {
        "before_rating": rating_steps(before),
        "before_deviation": deviation_steps(before_variance),
        "after_rating": rating_steps(after),
        "after_deviation": deviation_steps(after_variance),
        "bonus": _steps(POINTS_PER_LOGIT * bonus, np.int16),
        "bonus_deviation": deviation_steps(bonus_variance),
    }
    return pack(OUTCOMES, {"seats": len(outcomes)}, columns)
