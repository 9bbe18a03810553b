"""How many games of Glen More II the engine checks, scores and explains in a second."""

import json
import random
from collections.abc import Callable
from time import process_time
from typing import Any

from scoring import registry
from scoring.glen_more_2 import pieces
from scoring.glen_more_2.constants import HAGGIS_ROUNDS, RACE_PLACES, ROUNDS

GAMES = 5_000


def run() -> str:
    """A Markdown section with games per second, and what the same sheets cost as mere JSON."""
    system = registry.get("glen_more_2")
    rows = []
    for name, all_chronicles in {"base game": False, "all eight chronicles": True}.items():
        chance = random.Random(1745)
        games = [_sheet(chance, all_chronicles=all_chronicles) for _ in range(GAMES)]
        texts = [json.dumps(game) for game in games]
        assert all(system.evaluate(game).breakdown for game in games[:100])
        yardstick = _per_second(lambda text: json.dumps(json.loads(text)), texts)
        check = _per_second(system.check, games)
        full = _per_second(system.evaluate, games)
        rows.append(f"| {name} | {full:,.0f} | {check:,.0f} | {yardstick:,.0f} | {full / yardstick:.2f} |")
    return "\n".join(
        [
            "## Scoring engine: Glen More II",
            "",
            "4 seats, all four scoring rounds and the final scoring, each game different, seconds of one core: raw",
            "sheet in, validated, scored, ranked and explained (76 lines without chronicles, about 120 with all",
            "of them). The yardstick is parsing and printing the same sheet as JSON.",
            "",
            "| sheets | games a second | check alone | JSON round trips a second | games per round trip |",
            "| --- | ---: | ---: | ---: | ---: |",
            *rows,
        ]
    )


def _per_second(work: Callable[[Any], object], inputs: list[Any]) -> float:
    start = process_time()
    for one in inputs:
        work(one)
    return len(inputs) / (process_time() - start)


def _sheet(chance: random.Random, *, all_chronicles: bool) -> dict[str, object]:
    seats: list[dict[str, object]] = []
    gangsters = [str(gangster["key"]) for gangster in pieces.GANGSTERS]
    chance.shuffle(gangsters)
    places = [*RACE_PLACES, "last"]
    chance.shuffle(places)
    cards = chance.sample(pieces.keys(pieces.COUNCIL_CARDS), 5)
    for index in range(4):
        rounds = {name: _round(chance, name, all_chronicles=all_chronicles) for name in ROUNDS}
        seat: dict[str, object] = {
            "player": f"player {index}",
            "vp_tokens": chance.randrange(80),
            "coins": chance.randrange(25),
            "territory": chance.randrange(12, 24),
            "resources": chance.randrange(8),
            "rounds": rounds,
        }
        if all_chronicles:
            rounds["b"]["gangsters"] = gangsters[index : index + 1]
            seat["race_result"] = places[index]
            seat |= {"gangster_cost": chance.randrange(1, 12), "minus_pennies": 2, "plus_pennies": 3}
            typed = [card for card in cards if card in pieces.TYPED_COUNCIL_CARDS]
            seat |= {f"council_{card}": chance.randrange(8) for card in typed}
        seats.append(seat)
    sheet: dict[str, object] = {"ruleset": "glen_more_2", "seats": seats}
    if all_chronicles:
        ayes = {card: chance.randrange(2, 4) for card in cards}
        votes = {f"ayes_{card}": number for card, number in ayes.items()}
        votes |= {f"nays_{card}": 4 - number for card, number in ayes.items()}
        sheet["options"] = dict.fromkeys(pieces.CHRONICLES, True)
        sheet["game"] = {"council_cards": cards, **votes}
    return sheet


def _round(chance: random.Random, name: str, *, all_chronicles: bool) -> dict[str, object]:
    values: dict[str, object] = {
        "castle_scots": chance.randrange(7),
        "landmarks": chance.randrange(1, 6),
        "barrels": chance.randrange(8),
        "persons": chance.randrange(6),
    }
    if all_chronicles:
        values["event_sides"] = chance.randrange(2)
        if name in HAGGIS_ROUNDS:
            tokens = chance.randrange(4)
            values |= {"haggis_tokens": tokens, "haggis_sum": tokens * 2}
    return values
