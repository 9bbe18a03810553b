"""Hypothesis strategies: good sheets of every kind, and JSON of any kind."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from scoring.glen_more_2 import pieces
from scoring.glen_more_2.constants import (
    AYES_EACH,
    GANGSTERS_DRAWN,
    HAGGIS_ROUNDS,
    NAYS_EACH,
    PENNIES_EACH,
    RACE_PLACES,
    ROUNDS,
)

Raw = dict[str, Any]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)


@st.composite
def good_sheets(draw: st.DrawFn) -> Raw:
    """A finished sheet that keeps all rules, with any mix of chronicles."""
    players = draw(st.integers(2, 4))
    chronicles = [key for key in pieces.CHRONICLES if players > 2 or key != "hammer_of_the_scots"]
    chosen = draw(st.sets(st.sampled_from(chronicles)))
    raw: Raw = {
        "ruleset": "glen_more_2",
        "options": dict.fromkeys(sorted(chosen), True),
        "seats": [_seat(draw, chosen) for _ in range(players)],
    }
    seats = raw["seats"]
    for key in ("castle_moil", "david_hume"):
        _mark_owner(draw, seats, key)
    armadale = draw(st.none() | st.integers(0, players - 1))
    if armadale is not None:
        seats[armadale]["armadale_castle"] = True
    if "dubious_tome" in chosen:
        for key in ("old_man_of_storr_vp", "inverness_vp"):
            _card_table(draw, seats, key)
    if "dragon_boat_races" in chosen:
        _race(draw, seats)
    if "rock_and_hard_place" in chosen:
        raw["game"] = _council(draw, seats)
    if "penny_mobs" in chosen:
        _mobs(draw, seats)
    return raw


def _seat(draw: st.DrawFn, chosen: set[str]) -> Raw:
    small = st.integers(0, 12)
    seat: Raw = {
        "vp_tokens": draw(st.integers(0, 100)),
        "coins": draw(st.integers(0, 30)),
        "territory": draw(st.integers(2, 25)),
        "landmark_vp": draw(st.sampled_from((0, 0, 0, 3))),
        "resources": draw(st.integers(0, 3)),
        "rounds": {},
    }
    for name in ROUNDS:
        # At least as many landmarks and persons as the pieces a sheet may name.
        played = {
            "castle_scots": draw(small),
            "landmarks": draw(st.integers(5, 9)),
            "barrels": draw(small),
            "persons": draw(st.integers(1, 9)),
        }
        if "dubious_tome" in chosen:
            played["event_sides"] = draw(st.integers(2, 4))
        if "haggis" in chosen and name in HAGGIS_ROUNDS:
            tokens = draw(st.integers(0, 3))
            played |= {"haggis_tokens": tokens, "haggis_sum": draw(st.integers(tokens, 3 * tokens))}
        seat["rounds"][name] = played
    return seat


def _mark_owner(draw: st.DrawFn, seats: list[Raw], key: str) -> None:
    owner = draw(st.none() | st.integers(0, len(seats) - 1))
    if owner is not None:
        seats[owner]["rounds"][draw(st.sampled_from(ROUNDS))][key] = True


def _card_table(draw: st.DrawFn, seats: list[Raw], key: str) -> None:
    owner = draw(st.none() | st.integers(0, len(seats) - 1))
    if owner is not None:
        since = draw(st.integers(0, len(ROUNDS) - 1))
        for name in ROUNDS[since:]:
            seats[owner]["rounds"][name][key] = draw(st.integers(0, 12))


def _race(draw: st.DrawFn, seats: list[Raw]) -> None:
    home = draw(st.integers(0, min(len(seats), len(RACE_PLACES))))
    results = [*RACE_PLACES[:home], *["last"] * (len(seats) - home)]
    for seat, result in zip(seats, draw(st.permutations(results)), strict=True):
        seat["race_result"] = result


def _council(draw: st.DrawFn, seats: list[Raw]) -> Raw:
    players = len(seats)
    cards = draw(st.lists(st.sampled_from(pieces.keys(pieces.COUNCIL_CARDS)), unique=True, max_size=5))
    tokens = ["aye"] * players * AYES_EACH[players] + ["nay"] * players * NAYS_EACH[players]
    pool = draw(st.permutations(tokens))
    game: Raw = {"council_cards": cards}
    for index, card in enumerate(cards):
        votes = pool[index * players : (index + 1) * players] if draw(st.booleans()) else []
        game |= {f"ayes_{card}": votes.count("aye"), f"nays_{card}": votes.count("nay")}
        if card in pieces.TYPED_COUNCIL_CARDS:
            for seat in seats:
                seat[f"council_{card}"] = draw(st.integers(0, 5))
    return game


def _mobs(draw: st.DrawFn, seats: list[Raw]) -> None:
    players = len(seats)
    allowed = [
        key for key, facts in pieces.GANGSTER_BY_KEY.items() if int(facts["fewest_players"]) <= players
    ]
    # The three that change other lines come up more often than the rest.
    allowed.sort(key=lambda key: key not in {"mike_mccastle", "john_mcclaim", "sibyl_macsponge"})
    drawn = draw(st.lists(st.sampled_from(allowed), unique=True, max_size=GANGSTERS_DRAWN[players]))
    held = {gangster: (draw(st.integers(0, players - 1)), draw(st.integers(0, 3))) for gangster in drawn}
    for seat in seats:
        pennies = draw(st.integers(0, PENNIES_EACH))
        plus = draw(st.integers(0, pennies))
        seat |= {
            "gangster_cost": draw(st.integers(0, 9)),
            "plus_pennies": plus,
            "minus_pennies": pennies - plus,
        }
    for gangster, (holder, since) in held.items():
        seats[holder]["rounds"][ROUNDS[since]].setdefault("gangsters", []).append(gangster)
        for name in ROUNDS[since:]:
            if gangster == "mike_mccastle":
                host = draw(st.integers(0, players - 1))
                if host != holder:
                    seats[host]["rounds"][name]["mike_mccastle_here"] = True
            if gangster == "john_mcclaim":
                for seat in seats[:3]:
                    seat["rounds"][name]["claimed_landmarks"] = draw(st.integers(0, 1))


@st.composite
def spoiled_sheets(draw: st.DrawFn) -> Raw:
    """A good sheet with something else in a few places."""
    raw = draw(good_sheets())
    for _ in range(draw(st.integers(1, 4))):
        spot: Any = raw
        while True:
            keys = list(spot) if isinstance(spot, dict) else list(range(len(spot)))
            key = draw(st.sampled_from(keys))
            inner = spot[key]
            if not isinstance(inner, dict | list) or not inner or draw(st.integers(0, 5)) == 0:
                break
            spot = inner
        if draw(st.booleans()):
            spot[key] = draw(st.integers(-2, 12) | st.booleans() | json_values)
        elif isinstance(spot, dict) and len(spot) > 1:
            del spot[key]
    return raw
