"""Plausible sheets of curling on the loch."""

import random
from typing import Any

from scoring.loch_curling.ruleset import ENDS, RINKS, SHOT_KEYS


def invent_sheet(rng: random.Random) -> dict[str, Any]:
    people = rng.randint(2, 4)
    options: dict[str, Any] = {"ice_kind": rng.choice(("soft_ice", "keen_ice"))}
    if rng.random() < 0.5:
        options["hot_toddy"] = True
    shots = rng.sample(SHOT_KEYS, 3)
    seats = []
    for order, rink in enumerate(rng.sample(RINKS, people), start=1):
        seat: dict[str, Any] = {
            "home_rink": rink,
            "throw_order": order,
            "rounds": {end: {"near_stones": rng.randint(0, 8)} for end in ENDS},
            "trick_shots": [shots.pop()] if shots else [],
        }
        if options.get("hot_toddy"):
            seat["toddy_cups"] = rng.randint(0, 3)
        seats.append(seat)
    return {"options": options, "setup": {"drawn_shots": rng.sample(SHOT_KEYS, 2)}, "seats": seats}
