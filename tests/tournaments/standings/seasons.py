"""Results for tests, by hand and by Hypothesis."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction

from hypothesis import strategies as st

from tournaments.standings.results import Result, ResultKind, Seat
from tournaments.standings.rules import ByePoints, Rules
from tournaments.standings.schemes import SCHEMES, SharedPlaces
from tournaments.standings.tiebreakers import TIE_BREAKERS

START = date(2026, 1, 1)
PLAYERS = tuple("abcdefg")


def game(key: str, *scores: tuple[str, int], day: int = 0, kind: ResultKind = ResultKind.PLAYED) -> Result:
    """A result by VP, the most first; equal VP share a place."""
    vps = [vp for _, vp in scores]
    seats = tuple(
        Seat(player, 1 + sum(other > vp for other in vps), vp, position)
        for position, (player, vp) in enumerate(scores, start=1)
    )
    return Result(key, START + timedelta(days=day), seats, kind)


def finish(key: str, order: str, *, day: int = 0) -> Result:
    """A result by finishing order, without VP."""
    seats = tuple(Seat(player, place) for place, player in enumerate(order, start=1))
    return Result(key, START + timedelta(days=day), seats)


@st.composite
def results(draw: st.DrawFn, *, most: int = 12) -> list[Result]:
    """Games of two to four of seven players; few different scores, so that places are often shared."""
    found = []
    for number in range(draw(st.integers(0, most))):
        players = draw(st.lists(st.sampled_from(PLAYERS), min_size=2, max_size=4, unique=True))
        vps = draw(st.lists(st.integers(-2, 6), min_size=len(players), max_size=len(players)))
        day = draw(st.integers(0, 5))
        found.append(game(f"g{number}", *zip(players, vps, strict=True), day=day))
    return found


rules = st.builds(
    Rules,
    scheme=st.sampled_from(sorted(SCHEMES)).map(SCHEMES.__getitem__),
    shared_places=st.sampled_from(SharedPlaces),
    scale_short_tables=st.booleans(),
    tie_breakers=st.permutations(sorted(TIE_BREAKERS)).flatmap(
        lambda keys: st.integers(0, len(keys)).map(lambda count: tuple(keys[:count]))
    ),
    best_games=st.none() | st.integers(1, 4),
    games_per_opponent=st.none() | st.integers(1, 3),
    minimum_games=st.integers(0, 3),
    bye_points=st.sampled_from(ByePoints),
    forfeit_points=st.integers(-1, 1).map(Fraction),
    lot_seed=st.sampled_from(["", "one", "two"]),
)
