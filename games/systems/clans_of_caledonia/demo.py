"""Plausible sheets of Clans of Caledonia."""

import random
from typing import Any

from scoring import registry

DESCRIPTION = registry.get("clans_of_caledonia").description
# Some clans are easier to play well than others, so that their statistics differ.
STRONG, WEAK = {"macdonald", "campbell", "fergusson"}, {"cunningham", "gordon"}
ENTERED_REWARDS = {
    "units": (14, 30),
    "units_in_one_settlement": (3, 9),
    "river_units": (4, 15),
    "loch_units": (6, 18),
}
FEWEST_CONTRACTS, MOST_CONTRACTS = 4, 8


def _pieces(catalogue: str, *, industria: bool) -> list[Any]:
    pieces = DESCRIPTION.catalogues[catalogue]
    return [piece["key"] for piece in pieces if industria or piece["set"] == "base"]


def invent_sheet(rng: random.Random) -> dict[str, Any]:
    people = rng.choices((1, 2, 3, 4), weights=(5, 30, 35, 30))[0]
    automa = people == 1 and rng.random() < 0.7
    seats = people + automa
    industria = rng.random() < 0.35
    options = _options(rng, people, industria=industria)
    tiles = rng.sample([piece["key"] for piece in DESCRIPTION.catalogues["contracts"]], 50)
    clans = rng.sample(_pieces("clans", industria=industria), people)
    colours = rng.sample(("black", "blue", "red", "white"), seats)
    turns = rng.sample(range(1, seats + 1), seats)
    starting = rng.sample(_pieces("starting_tiles", industria=industria), people)
    drawn = []
    for index in range(seats):
        contracts = [tiles.pop() for _ in range(rng.randint(FEWEST_CONTRACTS, MOST_CONTRACTS))]
        seat = {"colour": colours[index], "turn_order": turns[index], "contract_tiles": contracts}
        if index < people:
            seat |= {"clan": clans[index], "starting_tile": starting[index]} | _stock(rng, clans[index])
        else:
            seat |= {"kind": "automa", "level": rng.randint(1, 5), "money": rng.randint(20, 90)}
        seat["settlements"] = rng.randint(5, 15)
        drawn.append(seat)
    _add_modules(rng, options, drawn[:people])
    return {"options": options, "setup": _setup(rng, options, industria=industria), "seats": drawn}


def _options(rng: random.Random, people: int, *, industria: bool) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if industria:
        options["reward"] = rng.choice(_pieces("rewards", industria=True))
        options["train"] = (
            "full" if people == 1 else rng.choice(("full", "full", "milestones_only", "simplified"))
        )
    if people > 1 and rng.random() < 0.2:
        options["auction"] = True
    if rng.random() < 0.05:
        options["static_imports"] = True
    return options


def _setup(rng: random.Random, options: dict[str, Any], *, industria: bool) -> dict[str, Any]:
    """Many tables do not write it down."""
    if rng.random() < 0.4:
        return {}
    sides = _pieces("map_sides", industria=industria)
    setup: dict[str, Any] = {f"map_{module}": rng.choice(sides) for module in "abcd"}
    setup["scoring_tiles"] = rng.sample(_pieces("scoring_tiles", industria=industria), 5)
    setup["port_tiles"] = rng.sample(_pieces("port_tiles", industria=industria), 4)
    if options.get("train"):
        setup["milestone_tiles"] = rng.sample(_pieces("milestones", industria=True), 4)
    return setup


def _stock(rng: random.Random, clan: str) -> dict[str, int]:
    better = 6 if clan in STRONG else -6 if clan in WEAK else 0
    stock = {
        good: rng.choices((0, 1, 2, 3, 4), weights=(5, 4, 3, 2, 1))[0] for good in ("wool", "milk", "grain")
    }
    stock |= {
        good: rng.choices((0, 1, 2, 3), weights=(5, 3, 2, 1))[0] for good in ("bread", "cheese", "whisky")
    }
    return stock | {"glory": max(8, round(rng.gauss(42 + better, 11))), "money": rng.randint(0, 60)}


def _add_modules(rng: random.Random, options: dict[str, Any], people: list[dict[str, Any]]) -> None:
    if options.get("auction"):
        free = rng.randrange(len(people))
        for index, seat in enumerate(people):
            seat["bid"] = 0 if index == free else rng.randint(0, 9)
        # Whoever gets the last clan for nothing is last in turn order.
        last = max(people, key=lambda seat: seat["turn_order"])
        last["turn_order"], people[free]["turn_order"] = people[free]["turn_order"], last["turn_order"]
    if options.get("reward") in ENTERED_REWARDS:
        for seat in people:
            seat["reward_value"] = rng.randint(*ENTERED_REWARDS[options["reward"]])
    if options.get("train"):
        _claim_milestones(rng, people, full=options["train"] == "full")


def _claim_milestones(rng: random.Random, people: list[dict[str, Any]], *, full: bool) -> None:
    """With the full train module nobody claims more milestones than they made deliveries."""
    markers = [4] * len(people)
    if full:
        for index, seat in enumerate(people):
            seat["deliveries"] = rng.randint(0, 5)
            markers[index] = min(4, seat["deliveries"])
    for slot in range(1, 5):
        able = [index for index, left in enumerate(markers) if left]
        claiming = rng.sample(able, rng.randint(0, len(able)))
        for place, index in enumerate(claiming, start=1):
            markers[index] -= 1
            if len(people) == 1:
                people[index][f"milestone_{slot}_round"] = rng.randint(1, 5)
            else:
                people[index][f"milestone_{slot}"] = place
