"""How fast the scoring engine is: whole games from the raw sheet to every line explained."""

from __future__ import annotations

import json
import random
import time
from typing import Any

from scoring import registry
from scoring.clans_of_caledonia.contracts import CONTRACTS
from scoring.clans_of_caledonia.pieces import CLANS

GAMES = 20_000
# The best of so many is what counts: a machine busy with something else only ever makes things slower.
BATCHES = 20


def run() -> str:
    """A Markdown section with games per second, and what the same sheets cost as mere JSON."""
    clans = registry.get("clans_of_caledonia")
    kinds = {"totals typed": _typed_game, "goods one by one, contracts as tiles": _ticked_game}
    rows = []
    for name, make in kinds.items():
        chance = random.Random(1887)
        games = [make(chance) for _ in range(GAMES)]
        texts = [json.dumps(game) for game in games]
        assert len(set(texts)) == GAMES
        assert all(clans.evaluate(make(chance)).breakdown for _ in range(100))
        yardstick = _per_second(lambda text: json.dumps(json.loads(text)), texts)
        check = _per_second(clans.check, games)
        full = _per_second(clans.evaluate, games)
        rows.append(f"| {name} | {full:,.0f} | {check:,.0f} | {yardstick:,.0f} | {full / yardstick:.2f} |")
    return "\n".join(
        [
            "## Scoring engine",
            "",
            f"Clans of Caledonia, 4 seats with all modules (reward, full train, auction): {GAMES:,} games, no two",
            "alike, each scored once, in seconds of one core: raw sheet in, validated, scored, ranked and explained.",
            f"The best of {BATCHES} batches counts. The yardstick is parsing and printing the same sheets as JSON.",
            "",
            "| sheets | games a second | check alone | JSON round trips a second | games per round trip |",
            "| --- | ---: | ---: | ---: | ---: |",
            *rows,
        ]
    )


def _per_second(work: Any, inputs: list[Any]) -> float:
    size = len(inputs) // BATCHES
    seconds = []
    for first in range(0, len(inputs), size):
        batch = inputs[first : first + size]
        # Processor time, so that a busy machine does not look like a slow engine.
        start = time.process_time()
        for one in batch:
            work(one)
        seconds.append(time.process_time() - start)
    return size / min(seconds)


def _typed_game(chance: random.Random) -> dict[str, Any]:
    seats = []
    for _ in range(4):
        contracts = chance.randint(3, 9)
        seats.append(
            {
                "basic_goods": chance.randint(0, 9),
                "processed_goods": chance.randint(0, 9),
                "contracts": contracts,
                "hops": chance.randint(0, 20),
                "cotton": chance.randint(0, contracts),
                "tobacco": chance.randint(0, contracts),
                "sugar_cane": chance.randint(0, contracts),
            }
        )
    return _game(chance, seats)


def _ticked_game(chance: random.Random) -> dict[str, Any]:
    tiles = chance.sample(range(1, len(CONTRACTS) + 1), 28)
    goods = ("wool", "milk", "grain", "bread", "cheese", "whisky")
    return _game(
        chance,
        [
            {good: chance.randint(0, 4) for good in goods} | {"contract_tiles": tiles[start : start + 7]}
            for start in (0, 7, 14, 21)
        ],
    )


def _game(chance: random.Random, contracts: list[dict[str, Any]]) -> dict[str, Any]:
    clans = chance.sample([str(clan["key"]) for clan in CLANS], 4)
    claims = [chance.sample([1, 2, 3, 4], 4) for _ in range(4)]
    seats = [
        {
            "player": f"player {index}",
            "clan": clans[index],
            "bid": 3 * index,
            "glory": chance.randint(10, 80),
            "money": chance.randint(0, 90),
            "settlements": chance.randint(3, 14),
            "reward_value": chance.randint(4, 16),
            "deliveries": chance.randint(4, 5),
            **{f"milestone_{slot + 1}": claims[slot][index] for slot in range(4)},
            **contracts[index],
        }
        for index in range(4)
    ]
    options = {"reward": "river_units", "train": "full", "auction": True}
    return {"ruleset": "clans_of_caledonia", "options": options, "seats": seats}
