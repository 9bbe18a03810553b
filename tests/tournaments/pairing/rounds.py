"""Requests for draws in tests, by hand and by Hypothesis."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from tournaments.pairing.request import DrawRequest, Entrant, Method, circles_of, ordered


def names(count: int) -> list[str]:
    return [f"p{number:03}" for number in range(count)]


def request(count: int, **options: object) -> DrawRequest:
    """So many players with nothing behind them."""
    entrants = tuple(Entrant(player) for player in names(count))
    return DrawRequest(**({"entrants": entrants, "seed": "x"} | options))  # type: ignore[arg-type]


@st.composite
def requests(draw: st.DrawFn, *, most: int = 11) -> DrawRequest:
    """Small events in the middle of things, with wishes that can be met."""
    players = names(draw(st.integers(6, most)))
    entrants = tuple(
        Entrant(
            player,
            Fraction(draw(st.integers(0, 12)), 2),
            draw(st.none() | st.integers(1000, 2000)),
            draw(st.sampled_from([None, "north", "south"])),
            draw(st.sampled_from([None, None, "mac"])),
            tuple(draw(st.lists(st.integers(0, 3), min_size=4, max_size=4))),
            draw(st.integers(0, 2)),
            draw(st.integers(0, 1)),
        )
        for player in players
    )
    pairs = st.lists(st.sampled_from(players), min_size=2, max_size=2, unique=True).map(
        lambda two: ordered(two[0], two[1])
    )
    meetings = draw(st.dictionaries(pairs, st.integers(1, 2), max_size=20))
    together = tuple(draw(st.lists(pairs, max_size=1)))
    circles = circles_of(together)
    apart = tuple(
        pair for pair in draw(st.lists(pairs, max_size=1)) if pair[1] not in circles.get(pair[0], set())
    )
    return DrawRequest(
        entrants=entrants,
        seed=draw(st.sampled_from(["one", "two"])),
        method=draw(st.sampled_from(Method)),
        meetings=meetings,
        together=together,
        apart=apart,
    )
