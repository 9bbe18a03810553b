"""The engine in compiled form, for long replays.

The same operations in the same order as `engine.py`, and no freedom for the compiler to reorder them, so results are
equal to the last bit; tests compare the two. Import this module only where ratings are replayed: numba takes a
second to import and more memory than the rest of the site.

The file stands alone (even the exponential is written out again): numba keeps the compiled form until this file
changes, and would not notice a change elsewhere. Tables of two to four seats, which nearly all are, are written
out pair by pair: their sums stay in registers, and a loop over so few pairs costs as much as the pairs.
"""

import math
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import types

# More seats than any table has; the kernel's scratch space.
MOST_SEATS = 16

CENTRE, POINTS_PER_LOGIT, STEPS_PER_POINT = 1500.0, 400.0 / math.log(10.0), 10.0
LOWEST_BONUS, HIGHEST_BONUS, HIGHEST_STEP = -(2**15), 2**15 - 1, 2**16 - 1

LOG2_E = 1.4426950408889634
LN_2_HIGH = 0.693147180369123816490
LN_2_LOW = 1.90821492927058770002e-10
FURTHEST = 700.0
C3, C4, C5, C6, C7, C8 = 1 / 6, 1 / 24, 1 / 120, 1 / 720, 1 / 5040, 1 / 40320
C9, C10, C11, C12, C13 = 1 / 362880, 1 / 3628800, 1 / 39916800, 1 / 479001600, 1 / 6227020800
# Every power of two an exponential may need; multiplying by one is exact, as `ldexp` is.
LOWEST_POWER = -1011
POWERS = np.ldexp(1.0, np.arange(LOWEST_POWER, -LOWEST_POWER + 1))

# What is only read may come straight from the bytes of a segment.
BYTES, NUMBERS = (types.Array(kind, 1, "C", readonly=True) for kind in (types.uint8, types.int32))
FLOATS, COUNTS = (types.Array(kind, 1, "C") for kind in (types.float64, types.int32))
FLAGS, STEPS = types.Array(types.boolean, 1, "C"), types.Array(types.uint16, 2, "C")
PLAY_ALL = types.void(
    *(NUMBERS, BYTES, NUMBERS, BYTES, BYTES, BYTES),
    *(NUMBERS, NUMBERS, types.int64, FLOATS, FLOATS, types.float64),
    *(FLAGS, COUNTS, COUNTS, STEPS, STEPS),
)


def compiled(signature: Any = None, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Compiled once and kept beside the source or in the user's cache folder; where neither can be written, once
    per process."""

    def wrap(function: Callable[..., Any]) -> Callable[..., Any]:
        # Division by zero needs no check: every divisor is at least one.
        settings = {"error_model": "numpy", **options}
        try:
            ready: Callable[..., Any] = numba.njit(signature, cache=True, **settings)(function)
        except RuntimeError:
            ready = numba.njit(signature, **settings)(function)
        return ready

    return wrap


@compiled()
def exponential(x):  # type: ignore[no-untyped-def]
    x = min(max(x, -FURTHEST), FURTHEST)
    k = math.floor(x * LOG2_E + 0.5)
    r = (x - k * LN_2_HIGH) - k * LN_2_LOW
    high = ((((((C13 * r + C12) * r + C11) * r + C10) * r + C9) * r + C8) * r + C7) * r + C6
    return (((((((high * r + C5) * r + C4) * r + C3) * r + 0.5) * r) + 1.0) * r + 1.0) * POWERS[
        np.uint64(k - LOWEST_POWER)
    ]


@compiled(inline="always")
def compared(mean, other_mean, place, other_place):  # type: ignore[no-untyped-def]
    """The surprise of one seat about another, and the information in it."""
    chance = 1.0 / (1.0 + exponential(other_mean - mean))
    result = 1.0 if place < other_place else 0.5 if place == other_place else 0.0
    return result - chance, chance * (1.0 - chance)


@compiled(inline="always")
def stepped(points):  # type: ignore[no-untyped-def]
    step = math.floor(points * STEPS_PER_POINT + 0.5)
    return np.uint16(min(max(step, 0), HIGHEST_STEP))


@compiled(PLAY_ALL)
def play_all(  # type: ignore[no-untyped-def]
    days, counts, players, clans, positions, places,
    index_of, clan_of, nothing, means, variances, drift,
    used, games, last_days, recent, outcomes,
):  # fmt: skip
    """Every game in order. First the columns of a segment; then where its players (by number), clans (by code) and
    positions (`nothing` and their code) are in `means` and `variances`. What a seat does not have is at `nothing`: a
    component without mean and variance, which nothing moves.

    `means`, `variances`, `used`, `games`, `last_days` and `recent` are changed in place. `outcomes` gets a column per
    seat, in tenths of a point: the player's rating and deviation before and after, what clan and position were
    believed to be worth before (a negative worth as its two's complement), and the deviation of that.
    """
    # Looking players up, and at the end noting what they reached, in loops of their own: there the machine fetches
    # many players at once, while each game waits for the one before.
    indices = np.empty(len(players), np.int32)
    for one in range(len(players)):
        indices[one] = index_of[players[one]]
    seat_means, seat_variances = np.empty(MOST_SEATS), np.empty(MOST_SEATS)
    surprises, informations = np.empty(MOST_SEATS), np.empty(MOST_SEATS)
    player_variances, clan_variances = np.empty(MOST_SEATS), np.empty(MOST_SEATS)
    position_variances = np.empty(MOST_SEATS)
    first_term = np.uint64(len(games))
    growth = drift * drift
    start = np.int64(0)
    for game in range(len(counts)):
        count = np.int64(counts[game])
        # All seats move from the beliefs before the game, also when a component sits in two of them.
        for seat in range(count):
            row = start + seat
            player, clan = np.uint64(indices[row]), np.uint64(clan_of[clans[row]])
            position = np.uint64(nothing + positions[row])
            used[clan - first_term] = used[position - first_term] = True
            outcomes[0, row] = stepped(CENTRE + POINTS_PER_LOGIT * means[player])
            outcomes[1, row] = stepped(POINTS_PER_LOGIT * math.sqrt(variances[player]))
            player_variances[seat] = variances[player] + growth
            clan_variances[seat] = variances[clan]
            position_variances[seat] = variances[position]
            seat_means[seat] = (means[player] + means[clan]) + means[position]
            seat_variances[seat] = (player_variances[seat] + variances[clan]) + variances[position]
            bonus = math.floor(POINTS_PER_LOGIT * (means[clan] + means[position]) * STEPS_PER_POINT + 0.5)
            outcomes[4, row] = np.uint16(min(max(bonus, LOWEST_BONUS), HIGHEST_BONUS) & HIGHEST_STEP)
            outcomes[5, row] = stepped(POINTS_PER_LOGIT * math.sqrt(variances[clan] + variances[position]))
        if count == 2:
            s01, h01 = compared(seat_means[0], seat_means[1], places[start], places[start + 1])
            surprises[0], informations[0] = s01, h01
            surprises[1], informations[1] = -s01, h01
        elif count == 3:
            s01, h01 = compared(seat_means[0], seat_means[1], places[start], places[start + 1])
            s02, h02 = compared(seat_means[0], seat_means[2], places[start], places[start + 2])
            s12, h12 = compared(seat_means[1], seat_means[2], places[start + 1], places[start + 2])
            surprises[0], informations[0] = s01 + s02, h01 + h02
            surprises[1], informations[1] = -s01 + s12, h01 + h12
            surprises[2], informations[2] = -s02 - s12, h02 + h12
        elif count == 4:
            s01, h01 = compared(seat_means[0], seat_means[1], places[start], places[start + 1])
            s02, h02 = compared(seat_means[0], seat_means[2], places[start], places[start + 2])
            s03, h03 = compared(seat_means[0], seat_means[3], places[start], places[start + 3])
            s12, h12 = compared(seat_means[1], seat_means[2], places[start + 1], places[start + 2])
            s13, h13 = compared(seat_means[1], seat_means[3], places[start + 1], places[start + 3])
            s23, h23 = compared(seat_means[2], seat_means[3], places[start + 2], places[start + 3])
            surprises[0], informations[0] = (s01 + s02) + s03, (h01 + h02) + h03
            surprises[1], informations[1] = (-s01 + s12) + s13, (h01 + h12) + h13
            surprises[2], informations[2] = (-s02 - s12) + s23, (h02 + h12) + h23
            surprises[3], informations[3] = (-s03 - s13) - s23, (h03 + h13) + h23
        else:
            for seat in range(count):
                surprises[seat], informations[seat] = 0.0, 0.0
            for one in range(count):
                for other in range(one + 1, count):
                    surprise, information = compared(
                        seat_means[one], seat_means[other], places[start + one], places[start + other]
                    )
                    surprises[one] += surprise
                    surprises[other] -= surprise
                    informations[one] += information
                    informations[other] += information
        for seat in range(count):
            row = start + seat
            damping = 1.0 + seat_variances[seat] * informations[seat]
            gain, loss = surprises[seat] / damping, informations[seat] / damping
            player, clan = np.uint64(indices[row]), np.uint64(clan_of[clans[row]])
            position = np.uint64(nothing + positions[row])
            variance = clan_variances[seat]
            means[clan] += variance * gain
            variances[clan] -= variance * variance * loss
            variance = position_variances[seat]
            means[position] += variance * gain
            variances[position] -= variance * variance * loss
            variance = player_variances[seat]
            means[player] += variance * gain
            variances[player] = variance - variance * variance * loss
            outcomes[2, row] = stepped(CENTRE + POINTS_PER_LOGIT * means[player])
            outcomes[3, row] = stepped(POINTS_PER_LOGIT * math.sqrt(variances[player]))
        start += count
    used[np.uint64(nothing) - first_term] = False
    latest = np.uint64(recent.shape[1] - 1)
    start = np.int64(0)
    for game in range(len(counts)):
        count = np.int64(counts[game])
        for seat in range(count):
            row = start + seat
            player = np.uint64(indices[row])
            recent[player, np.uint64(games[player]) & latest] = outcomes[2, row]
            games[player] += 1
            last_days[player] = days[game]
        start += count
