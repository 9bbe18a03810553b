"""Clans of Caledonia in files of other programs: what they call its things, and what the VP of a sheet say about the
counts behind them.

A sheet of points alone does not show how many goods somebody imported, but often only one answer fits the rules: the
goods imported least are worth 5, the next 4, the most 3 VP a unit, over the whole table.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations

from games.systems.base import Contradiction, FileNames
from scoring.clans_of_caledonia.constants import IMPORT_VP, IMPORTS, PROCESSED_GOOD_VP, STATIC_IMPORT_VP
from scoring.clans_of_caledonia.lines import import_worths

Counts = dict[str, tuple[int, ...]]

FILE_NAMES = FileNames(
    # Rows of the published sheet, and those ours adds for Industria.
    rows={
        "glory": "glory",
        "basicgoods": "basic_goods",
        "processedgoods": "processed_goods",
        "money": "money",
        "hops": "hops",
        "cotton": "cotton",
        "tobacco": "tobacco",
        "sugarcane": "sugar_cane",
        "exportcontracts": "exports",
        "settlements": "settlements",
        "reward": "reward",
        "deliveries": "deliveries",
        "milestones": "milestones",
        "bid": "bid",
    },
    bots=frozenset({"automa", "the automa", "automa player"}),
    faction_prefixes=("clan", "cla"),
)


def possible_counts(vp: Mapping[str, Sequence[int]], *, static: bool = False) -> list[Counts]:
    """Every way to have come to these VP: units of each good by seat."""
    worths = [(STATIC_IMPORT_VP,) * 3] if static else list(permutations(IMPORT_VP))
    possible = []
    for worth in worths:
        if any(points % unit for good, unit in zip(IMPORTS, worth, strict=True) for points in vp[good]):
            continue
        counts = {
            good: tuple(points // unit for points in vp[good])
            for good, unit in zip(IMPORTS, worth, strict=True)
        }
        cotton, tobacco, sugar_cane = (sum(counts[good]) for good in IMPORTS)
        actual = import_worths(cotton, tobacco, sugar_cane, static)
        if tuple(good.vp for good in actual) == worth:
            possible.append(counts)
    return possible


def recover_counts(
    seats: Sequence[Mapping[str, int]], *, static: bool = False
) -> tuple[list[dict[str, int]], list[Contradiction]]:
    """For each seat the quantities its VP give away, and what contradicts the rules."""
    contradictions: list[Contradiction] = []
    quantities: list[dict[str, int]] = [{} for _ in seats]
    for index, lines in enumerate(seats):
        for key in ("glory", "basic_goods", "hops"):
            if key in lines:
                quantities[index][key] = lines[key]
        if "processed_goods" in lines:
            if lines["processed_goods"] % PROCESSED_GOOD_VP:
                contradictions.append(
                    Contradiction("line_impossible", {"seat": index, "line": "processed_goods"})
                )
            else:
                quantities[index]["processed_goods"] = lines["processed_goods"] // PROCESSED_GOOD_VP
    if all(good in lines for lines in seats for good in IMPORTS):
        possible = possible_counts(
            {good: [lines[good] for lines in seats] for good in IMPORTS}, static=static
        )
        if not possible:
            contradictions.append(Contradiction("imports_impossible", {}))
        elif len(possible) == 1:
            for good, counts in possible[0].items():
                for index, count in enumerate(counts):
                    quantities[index][good] = count
    return quantities, contradictions
