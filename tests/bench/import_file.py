"""A file of BG Stats with as many games and names as one likes, the same for the same numbers."""

import json
import random
import sys
from collections.abc import Iterator
from datetime import date, timedelta

CLANS = (
    "Buchanan",
    "Campbell",
    "Cunningham",
    "Fergusson",
    "MacDonald",
    "MacEwen",
    "Mackenzie",
    "Robertson",
    "Stewart",
)
ROWS = ("glory", "basicgoods", "processedgoods", "money", "hops", "exportcontracts", "settlements")
FIRST_DAY = date(2016, 1, 1)
# One game in so many has a sheet with VP by line.
SHEETS = 4


def bgstats_file(*, games: int, names: int, seed: int = 1) -> bytes:
    """Two to four people at a table, over ten years."""
    plays = list(_plays(games, names, random.Random(seed)))
    export = {
        "games": [
            {"id": 1, "name": "Clans of Caledonia", "bggId": 216132},
            {"id": 2, "name": "Glen More II", "bggId": 265188},
        ],
        "players": [
            {"id": number, "uuid": f"u{number}", "name": f"Player {number:05}"}
            for number in range(1, names + 1)
        ],
        "plays": plays,
    }
    return json.dumps(export, indent=1).encode()


def _plays(games: int, names: int, dice: random.Random) -> Iterator[dict[str, object]]:
    for number in range(games):
        day = FIRST_DAY + timedelta(days=3_650 * number // games)
        # Everybody sits somewhere once; then the same people again and again.
        first = number * 2 % names + 1
        players = [first, first % names + 1, *dice.sample(range(1, names + 1), dice.randrange(3))]
        players = list(dict.fromkeys(players))
        lines = {f"u{player}": [dice.randrange(0, 40) * 2 for _ in ROWS] for player in players}
        is_clans = number % 5 != 0
        play: dict[str, object] = {
            "uuid": f"play-{number:07}",
            "gameRefId": 1 if is_clans else 2,
            "playDate": f"{day.isoformat()} 20:{number % 60:02}:00",
            "durationMin": 60 + number % 90,
            "comments": "",
            "playerScores": [
                {
                    "playerRefId": player,
                    "score": str(sum(lines[f"u{player}"])),
                    "role": CLANS[(number + player) % len(CLANS)] if is_clans else "",
                    "seatOrder": 0,
                    "winner": False,
                }
                for player in players
            ],
        }
        if is_clans and number % SHEETS == 0:
            rows = [
                {"id": row, "scores": {who: vp[index] for who, vp in lines.items()}}
                for index, row in enumerate(ROWS)
            ]
            play["scoreSheet"] = json.dumps({"groups": [{"rows": rows}]})
        yield play


if __name__ == "__main__":
    sys.stdout.buffer.write(bgstats_file(games=int(sys.argv[1]), names=int(sys.argv[2])))
