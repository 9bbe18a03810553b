"""The engine in compiled form, for long replays.

The same operations in the same order as `engine.py`, and no freedom for the compiler to reorder them, so results are
equal to the last bit; tests compare the two. Import this module only where a long replay begins: numba takes a
quarter of a second to import and more memory than the rest of the site.

The file stands alone (even the exponential is written out again): numba keeps the compiled form until this file
changes, and would not notice a change elsewhere.
"""

import math
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

# More seats than any table has; the kernel's scratch space.
MOST_SEATS = 16
COMPONENTS = 3

LOG2_E = 1.4426950408889634
LN_2_HIGH = 0.693147180369123816490
LN_2_LOW = 1.90821492927058770002e-10
FURTHEST = 700.0
C3, C4, C5, C6, C7, C8 = 1 / 6, 1 / 24, 1 / 120, 1 / 720, 1 / 5040, 1 / 40320
C9, C10, C11, C12, C13 = 1 / 362880, 1 / 3628800, 1 / 39916800, 1 / 479001600, 1 / 6227020800


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compiled once and kept beside the source or in the user's cache folder; where neither can be written, once
    per process."""
    try:
        ready: Callable[..., Any] = numba.njit(cache=True)(function)
    except RuntimeError:
        ready = numba.njit(function)
    return ready


@compiled
def exponential(x):  # type: ignore[no-untyped-def]
    x = min(max(x, -FURTHEST), FURTHEST)
    k = math.floor(x * LOG2_E + 0.5)
    r = (x - k * LN_2_HIGH) - k * LN_2_LOW
    high = ((((((C13 * r + C12) * r + C11) * r + C10) * r + C9) * r + C8) * r + C7) * r + C6
    return math.ldexp(((((((high * r + C5) * r + C4) * r + C3) * r + 0.5) * r) + 1.0) * r + 1.0, k)


@compiled
def play_all(counts, places, components, means, variances, drift, outcomes):  # type: ignore[no-untyped-def]
    """Every game in order. `components` has a row per seat: indices of player, clan and position, or -1.

    `means` and `variances` are changed in place; `outcomes` gets a row per seat: the player's mean and variance
    before and after, and the sums over clan and position before.
    """
    seat_means, seat_variances = np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
    surprises, informations = np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
    before = np.zeros((MOST_SEATS, COMPONENTS))
    growth = drift * drift
    start = 0
    for game in range(len(counts)):
        count = counts[game]
        for seat in range(count):
            row = start + seat
            player = components[row, 0]
            outcomes[row, 0] = means[player]
            outcomes[row, 1] = variances[player]
            variances[player] += growth
            seat_means[seat] = 0.0 + means[player]
            seat_variances[seat] = 0.0 + variances[player]
            bonus_mean = 0.0
            bonus_variance = 0.0
            for part in range(1, COMPONENTS):
                component = components[row, part]
                if component >= 0:
                    seat_means[seat] += means[component]
                    seat_variances[seat] += variances[component]
                    bonus_mean += means[component]
                    bonus_variance += variances[component]
            outcomes[row, 4] = bonus_mean
            outcomes[row, 5] = bonus_variance
            surprises[seat] = 0.0
            informations[seat] = 0.0
        for one in range(count):
            for other in range(one + 1, count):
                chance = 1.0 / (1.0 + exponential(seat_means[other] - seat_means[one]))
                if places[start + one] < places[start + other]:
                    surprise = 1.0 - chance
                elif places[start + one] == places[start + other]:
                    surprise = 0.5 - chance
                else:
                    surprise = 0.0 - chance
                information = chance * (1.0 - chance)
                surprises[one] += surprise
                surprises[other] -= surprise
                informations[one] += information
                informations[other] += information
        # All seats move from the beliefs before the game, also when a component sits in two of them.
        for seat in range(count):
            for part in range(COMPONENTS):
                component = components[start + seat, part]
                if component >= 0:
                    before[seat, part] = variances[component]
        for seat in range(count):
            damping = 1.0 + seat_variances[seat] * informations[seat]
            gain = surprises[seat] / damping
            loss = informations[seat] / damping
            for part in range(COMPONENTS):
                component = components[start + seat, part]
                if component >= 0:
                    variance = before[seat, part]
                    means[component] += variance * gain
                    variances[component] -= variance * variance * loss
        for seat in range(count):
            player = components[start + seat, 0]
            outcomes[start + seat, 2] = means[player]
            outcomes[start + seat, 3] = variances[player]
        start += count


@compiled
def note_ratings(players, ratings, recent):  # type: ignore[no-untyped-def]
    """Each new rating goes to the end of its player's latest ones."""
    last = recent.shape[1] - 1
    for seat in range(len(players)):
        row = recent[players[seat]]
        for index in range(last):
            row[index] = row[index + 1]
        row[last] = ratings[seat]
