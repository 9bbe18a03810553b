"""Plausible sheets of Glen More II."""

import random
from typing import Any

ROUNDS = ("a", "b", "c", "d")
# How many landmark cards are out by each round; the base game alone has no more.
LANDMARKS = {"a": 3, "b": 6, "c": 8, "d": 11}
# Chronicles that need nothing beyond what is invented below.
PLAIN_CHRONICLES = ("dragon_boat_races", "highlander", "single_cask_reserve", "haggis")


def invent_sheet(rng: random.Random) -> dict[str, Any]:
    people = rng.choices((2, 3, 4), weights=(35, 35, 30))[0]
    options = {chronicle: True for chronicle in PLAIN_CHRONICLES if rng.random() < 0.25}
    seats = [_ending(rng) for _ in range(people)]
    held = [{"landmarks": 0, "persons": 0} for _ in range(people)]
    for name in ROUNDS:
        _take_landmarks(rng, held, LANDMARKS[name])
        for seat, have in zip(seats, held, strict=True):
            have["persons"] += rng.choices((0, 1, 2), weights=(4, 4, 1))[0]
            seat["rounds"][name] = _round(rng, name, options) | have
    if "dragon_boat_races" in options:
        results = ["winner", "second", "third"][: people - 1]
        results += ["last"] * (people - len(results))
        for seat, result in zip(seats, rng.sample(results, people), strict=True):
            seat["race_result"] = result
    return {"options": options, "seats": seats}


def _ending(rng: random.Random) -> dict[str, Any]:
    return {
        "vp_tokens": max(0, round(rng.gauss(28, 10))),
        "coins": rng.randint(0, 14),
        "territory": rng.randint(11, 21),
        "resources": rng.randint(0, 9),
        "rounds": {},
    }


def _take_landmarks(rng: random.Random, held: list[dict[str, int]], out: int) -> None:
    for _ in range(out - sum(have["landmarks"] for have in held)):
        if rng.random() < 0.8:
            rng.choice(held)["landmarks"] += 1


def _round(rng: random.Random, name: str, options: dict[str, Any]) -> dict[str, int]:
    played = {"castle_scots": rng.randint(0, 5), "barrels": rng.randint(0, 7)}
    if "haggis" in options and name != "a":
        tokens = rng.randint(0, 3)
        played |= {"haggis_tokens": tokens, "haggis_sum": rng.randint(tokens, 3 * tokens)}
    return played
