"""Which wishes cannot be kept together, so that an organiser knows which to take back."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Literal, NamedTuple

from tournaments.pairing.request import DrawRequest, Method, Pair, Weights

# Each wish is tried by itself, which takes a draw: of very many only all are named.
MOST_WISHES = 16
NOTHING = Weights(repeat=0, score=0, short=0, club=0, family=0, seeding=0)


class Wish(NamedTuple):
    kind: Literal["together", "apart"]
    pair: Pair


def wishes_of(request: DrawRequest) -> tuple[Wish, ...]:
    return (
        *(Wish("together", pair) for pair in request.together),
        *(Wish("apart", pair) for pair in request.apart),
    )


def only_wishes(request: DrawRequest, wishes: tuple[Wish, ...]) -> DrawRequest:
    """The same players with nothing behind them and these wishes alone: it can be drawn if they can be kept."""
    return replace(
        request,
        entrants=tuple(one._replace(score=Fraction(0)) for one in request.entrants),
        method=Method.RANDOM,
        weights=NOTHING,
        meetings={},
        together=tuple(one.pair for one in wishes if one.kind == "together"),
        apart=tuple(one.pair for one in wishes if one.kind == "apart"),
    )
