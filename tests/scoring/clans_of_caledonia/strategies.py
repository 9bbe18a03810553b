"""Random raw sheets that keep all rules, of every mode and mix of options.

Hypothesis chooses the shape of a game; the many numbers come from a seed, which is a hundred times faster.
"""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from scoring.clans_of_caledonia import pieces
from scoring.clans_of_caledonia.contracts import CONTRACTS
from scoring.clans_of_caledonia.sheet import ENTERED_MEASURES

REWARDS = [str(card["key"]) for card in pieces.REWARDS]
CLANS = [str(clan["key"]) for clan in pieces.CLANS]


@st.composite
def good_sheets(draw: st.DrawFn) -> dict[str, Any]:
    humans = draw(st.integers(1, 4))
    with_automa = humans < 4 and draw(st.booleans())
    options = draw(_options(humans, with_automa))
    chance = random.Random(draw(st.integers(0, 2**32)))
    tiles = chance.sample([contract.key for contract in CONTRACTS], len(CONTRACTS))
    clans = chance.sample(CLANS, humans)
    claims = [_claims(chance, humans) for _ in range(4)]
    seats = []
    for index in range(humans):
        seat = {"kind": "human", "player": f"player {index}", "glory": chance.randint(0, 120)}
        seat |= _goods(chance) | _contracts(chance, tiles[10 * index : 10 * index + 10])
        if not options["without_clans"]:
            seat["clan"] = clans[index]
        if options["auction"]:
            seat["bid"] = chance.randint(0, 30) if index else 0
        if options["reward"] in ENTERED_MEASURES:
            seat["reward_value"] = chance.randint(0, 30)
        if options["train"]:
            seat |= _train(chance, options["train"], humans, [places[index] for places in claims])
        seats.append(seat)
    if with_automa:
        automa = {"kind": "automa", "level": chance.randint(1, 5)} | _contracts(chance, tiles[40:])
        seats.append(automa)
    chance.shuffle(seats)
    return {"options": options, "seats": seats}


@st.composite
def _options(draw: st.DrawFn, humans: int, with_automa: bool) -> dict[str, Any]:
    seats = humans + with_automa
    people_only = humans >= 2 and not with_automa
    trains = [None, "full", *(["milestones_only", "simplified"] if people_only else [])]
    without_clans = draw(st.booleans())
    return {
        "reward": draw(st.sampled_from([None, *REWARDS])),
        "train": draw(st.sampled_from(trains)),
        "static_imports": draw(st.booleans()),
        "close_second_exports": seats == 2 and draw(st.booleans()),
        "close_second_settlements": seats == 2 and draw(st.booleans()),
        "without_clans": without_clans,
        "auction": humans >= 2 and not without_clans and draw(st.booleans()),
    }


def _claims(chance: random.Random, humans: int) -> list[int]:
    """Who claimed one milestone as which player: the first few places without a gap, 0 for the others."""
    claimed = chance.randint(0, humans)
    places = [place if place <= claimed else 0 for place in range(1, humans + 1)]
    chance.shuffle(places)
    return places


def _goods(chance: random.Random) -> dict[str, int]:
    one_by_one = ("wool", "milk", "grain", "bread", "cheese", "whisky")
    keys = chance.choice([one_by_one, ("basic_goods", "processed_goods")])
    return {key: chance.randint(0, 9) for key in keys}


def _contracts(chance: random.Random, tiles: list[int]) -> dict[str, Any]:
    seat: dict[str, Any] = {"money": chance.randint(0, 99), "settlements": chance.randint(0, 9)}
    if chance.random() < 0.5:
        return seat | {"contract_tiles": tiles[: chance.randint(1, 10)]}
    return seat | {
        key: chance.randint(0, 9) for key in ("contracts", "hops", "cotton", "tobacco", "sugar_cane")
    }


def _train(chance: random.Random, train: str, humans: int, places: list[int]) -> dict[str, int]:
    if humans == 1:
        claims = {f"milestone_{slot}_round": chance.randint(0, 5) for slot in range(1, 5)}
    else:
        claims = {f"milestone_{slot}": place for slot, place in enumerate(places, start=1)}
    if train == "full":
        claims["deliveries"] = chance.randint(sum(map(bool, claims.values())), 5)
    return claims


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just(10**400),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
