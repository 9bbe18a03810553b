"""How long answers about many games take, and whole pages with them.

`python -m tests.bench.stats_answers FOLDER` asks the statistics that `stats_scale` has stored, and prints rows of names
and figures as JSON. Nothing is remember from one question to the next.
"""

import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.bench.stats_scale import SYSTEM, set_up

QUESTIONS = 100
FACTION = "campbell"
API = f"/api/v1/statistics/{SYSTEM}"
OFFERS = ("campbell", "cunningham", "stewart", "buchanan", "fergusson")
ONLY_FIGURES = {"HX-Request": "true", "HX-Target": "statistics"}
# What is asked for, and the headers of a script that has the rest of the page already.
PAGES: dict[str, tuple[str, dict[str, str]]] = {
    "table of clans": ("/statistics/", {}),
    "table of clans, filter changed": ("/statistics/", ONLY_FIGURES),
    "a clan": (f"/statistics/clans/{FACTION}/", {}),
    "a clan, filter changed": (f"/statistics/clans/{FACTION}/", ONLY_FIGURES),
    "facts of the game": (f"/statistics/games/{SYSTEM}/", {}),
    "facts of the game, filter changed": (f"/statistics/games/{SYSTEM}/", ONLY_FIGURES),
    "draft help": ("/statistics/draft/", {}),
    "chart for other websites": ("/statistics/embed/pairs/", {}),
    "table of clans as CSV": ("/statistics/clans.csv", {}),
    "pairs as JSON": ("/statistics/pairs.json", {}),
    "pairs as SVG": ("/statistics/charts/pairs.svg", {}),
    "API: clans": (f"{API}/factions/", {}),
    "API: a clan": (f"{API}/factions/{FACTION}/", {}),
    "API: facts": (f"{API}/facts/", {}),
}


def main(folder: str) -> None:
    set_up(folder)
    print(json.dumps([*answers(), *pages(), memory()]))


def answers() -> list[tuple[str, str]]:
    """The figures alone."""
    from games.stats.selectors.faction import faction_profile
    from games.stats.selectors.factions import faction_pairs, faction_summary
    from games.stats.selectors.system import system_facts

    rng, clubs = random.Random(1886), _clubs()
    filters = [_random_filter(rng, clubs) for _ in range(QUESTIONS)]
    asked: dict[str, Callable[[Any], Any]] = {
        "clan table": lambda one: faction_summary(filters=one),
        "clan against clan": lambda one: faction_pairs(filters=one),
        "a clan's page": lambda one: faction_profile(filters=one, faction=FACTION),
        "facts of the game": lambda one: system_facts(filters=one),
    }
    return [
        (f"figures, {name}: median / 95th percentile", _middle_and_late(ask, filters))
        for name, ask in asked.items()
    ]


def pages() -> list[tuple[str, str]]:
    """From the first middleware to the last, as a visitor gets them."""
    from django.test import Client

    rng, clubs = random.Random(1887), _public_clubs()
    queries = [_query(_random_filter(rng, list(clubs)), clubs) for _ in range(QUESTIONS)]
    draft = urlencode({"seats": 4, "rating": 1550} | {f"clan_{at}": key for at, key in enumerate(OFFERS, 1)})
    client, number = Client(SERVER_NAME="localhost"), 0

    def fetch(address: str, query: str, headers: dict[str, str]) -> None:
        nonlocal number
        number += 1
        # Each from an address of its own: the limit for one address is not what is measured.
        asker = f"10.0.{number // 250}.{number % 250}"
        response = client.get(f"{address}?{query}", headers=headers, REMOTE_ADDR=asker)
        # A chart with nothing to draw does not exist.
        assert response.status_code in {200, 404}, (address, query, response.status_code)

    return [
        (
            f"whole page, {name}: median / 95th percentile",
            _middle_and_late(
                lambda query, address=address, headers=headers: fetch(
                    address, draft if "draft" in address else query, headers
                ),
                queries,
            ),
        )
        for name, (address, headers) in PAGES.items()
    ]


def memory() -> tuple[str, str]:
    """What a process that answered all this has to itself; files it has mapped are shared."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    own = sum(int(line.split()[1]) for line in lines if line.startswith("Anonymous:"))
    return "memory of the answering process, without shared files", f"{own / 1024:.0f} MiB"


def _middle_and_late(ask: Callable[[Any], Any], questions: Sequence[Any]) -> str:
    from games.stats.index.snapshot import open_snapshot

    taken = []
    for number, one in enumerate([questions[0], *questions]):
        open_snapshot(SYSTEM).answers.clear()
        began = time.process_time()
        ask(one)
        # The first time loads templates and maps files.
        if number:
            taken.append(1000 * (time.process_time() - began))
    taken.sort()
    return f"{taken[len(taken) // 2]:.0f} / {taken[len(taken) * 95 // 100]:.0f} ms"


def _query(filters: Any, clubs: dict[int, str]) -> str:
    """As it stands in the address."""
    club = filters.get("club")
    named = {"club": [clubs[club.pk]]} if club else {}
    return urlencode(filters.to_params() | named, doseq=True)


def _random_filter(rng: random.Random, clubs: list[int]) -> Any:
    """Each thing that can be filtered by is used now and then, alone and together."""
    from games.stats.filters.fields import filter_fields
    from games.stats.filters.filter_set import FilterSet
    from games.stats.filters.games import ChosenClub
    from games.stats.filters.ranges import RATING_BANDS

    fields = filter_fields(SYSTEM)
    chosen: dict[str, Any] = {}
    if rng.random() < 0.4:
        chosen["seats"] = rng.choice(fields.seats)
    if rng.random() < 0.3:
        chosen["edition"] = rng.choice(fields.editions)
    if rng.random() < 0.25:
        option = rng.choice(fields.options)
        chosen[f"option.{option.key}"] = (rng.choice(["none", "any"]),)
    if rng.random() < 0.3:
        field = rng.choice(fields.setup)
        chosen[f"setup.{field.key}"] = (str(rng.choice(field.choices)),)
    if rng.random() < 0.2:
        chosen["faction"] = tuple(sorted(rng.sample(fields.factions, rng.randint(1, 2))))
    if rng.random() < 0.3:
        chosen["since"] = date(2016, 1, 1) + timedelta(days=rng.randrange(3_900))
    if rng.random() < 0.15:
        chosen["until"] = date(2016, 1, 1) + timedelta(days=rng.randrange(3_900))
    if rng.random() < 0.15:
        chosen["club"] = ChosenClub(rng.choice(clubs))
    if rng.random() < 0.1:
        chosen["rating_from"], chosen["rating_to"] = rng.choice(RATING_BANDS)
    if rng.random() < 0.25:
        facet = rng.choice(fields.seat)
        chosen[f"seat.{facet.key}"] = (str(rng.choice(facet.choices)),)
    return FilterSet.of(SYSTEM, chosen)


def _clubs() -> list[int]:
    from games.clubs.models import Club

    return sorted(Club.objects.values_list("pk", flat=True))


def _public_clubs() -> dict[int, str]:
    """Those a visitor may filter by, with the part of the address."""
    from games.clubs.enums import ClubVisibility
    from games.clubs.models import Club

    clubs = Club.objects.filter(visibility=ClubVisibility.PUBLIC).order_by("pk")
    return dict(clubs.values_list("pk", "slug"))


if __name__ == "__main__":
    main(*sys.argv[1:])
