"""The lines of the base game, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.clans_of_caledonia import lines
from tests.scoring.clans_of_caledonia.sheets import human, keys, line, points, scored


def one_line(key: str, **values: Any) -> tuple[int | None, int | None, int, str]:
    found = line(scored(human(**values), human()), 0, key)
    assert found.round == "final"
    assert type(found.vp) is int
    return found.quantity, found.unit, found.vp, found.explanation.code


def test_glory_scores_one_a_step() -> None:
    assert one_line("glory", glory=57) == (57, 1, 57, "glory")


def test_basic_goods_score_one_each_as_a_total_or_one_by_one() -> None:
    assert one_line("basic_goods", basic_goods=6) == (6, 1, 6, "basic_goods")
    assert one_line("basic_goods", basic_goods=None, wool=1, milk=2, grain=3) == (6, 1, 6, "basic_goods")
    assert one_line("basic_goods", basic_goods=None, milk=2) == (2, 1, 2, "basic_goods")


def test_processed_goods_score_two_each_with_kilts() -> None:
    assert one_line("processed_goods", processed_goods=6) == (6, 2, 12, "processed_goods")
    by_kind = {"processed_goods": None, "bread": 1, "cheese": 2, "whisky": 3}
    assert one_line("processed_goods", **by_kind) == (6, 2, 12, "processed_goods")
    assert one_line("processed_goods", **by_kind, kilts=2, clan="fraser")[2] == 16


@pytest.mark.parametrize(
    ("pounds", "vp", "left"), [(0, 0, 0), (9, 0, 9), (10, 1, 0), (19, 1, 9), (20, 2, 0), (125, 12, 5)]
)
def test_money_scores_one_for_every_full_ten(pounds: int, vp: int, left: int) -> None:
    found = line(scored(human(money=pounds), human()), 0, "money")
    assert (found.quantity, found.unit, found.vp) == (pounds, None, vp)
    assert dict(found.explanation.params) == {"per": 10, "left": left}


def test_whisky_in_mackenzies_cellar_counts_like_that_in_stock() -> None:
    stock, cellar = 2, 1
    mackenzie = human(clan="mackenzie", processed_goods=None, whisky=stock + cellar)
    breakdown = scored(mackenzie, human(processed_goods=2), reward="processed_goods")
    assert points(breakdown, "processed_goods") == [6, 4]
    assert points(breakdown, "reward") == [8, 0]


def test_hops_score_one_each() -> None:
    assert one_line("hops", hops=13, contracts=5) == (13, 1, 13, "hops")


def test_a_bid_is_lost() -> None:
    breakdown = scored(human(bid=7), human(bid=0), auction=True)
    assert points(breakdown, "bid") == [-7, 0]
    found = line(breakdown, 0, "bid")
    assert (found.quantity, found.unit, found.explanation.code) == (7, -1, "bid")


def test_the_worked_example_of_the_rulebook_on_imports() -> None:
    # Base rulebook, final scoring: tobacco imported least, cotton most; 3 tobacco, 2 sugar cane and 6 cotton
    # give 15, 8 and 18.
    breakdown = scored(
        human(contracts=5, cotton=6, tobacco=3, sugar_cane=2), human(contracts=5, cotton=5, sugar_cane=4)
    )
    assert points(breakdown, "tobacco")[0] == 15
    assert points(breakdown, "sugar_cane")[0] == 8
    assert points(breakdown, "cotton")[0] == 18


# Totals of cotton, tobacco and sugar cane, and what a unit of each is worth: all orders and ties.
RARITIES = {
    (9, 8, 7): (3, 4, 5),
    (9, 7, 8): (3, 5, 4),
    (8, 9, 7): (4, 3, 5),
    (7, 9, 8): (5, 3, 4),
    (8, 7, 9): (4, 5, 3),
    (7, 8, 9): (5, 4, 3),
    (7, 7, 9): (5, 4, 3),
    (9, 9, 7): (4, 3, 5),
    (7, 9, 7): (5, 3, 4),
    (9, 7, 9): (4, 5, 3),
    (9, 7, 7): (3, 5, 4),
    (7, 9, 9): (5, 4, 3),
    (7, 7, 7): (5, 4, 3),
    (0, 0, 0): (5, 4, 3),
}


@pytest.mark.parametrize(("totals", "worths"), RARITIES.items())
def test_rarity(totals: tuple[int, int, int], worths: tuple[int, int, int]) -> None:
    found = lines.import_worths(*totals, static=False)
    assert tuple(worth.vp for worth in found) == worths
    assert [worth.good for worth in found] == ["cotton", "tobacco", "sugar_cane"]
    for worth, total in zip(found, totals, strict=True):
        tied = totals.count(total) > 1
        assert worth.explanation.code == ("import_rarity_tied" if tied else "import_rarity")
        named = dict(zip(("cotton", "tobacco", "sugar_cane"), totals, strict=True))
        assert dict(worth.explanation.params) == named


def test_all_seats_count_towards_rarity() -> None:
    breakdown = scored(
        human(cotton=1, contracts=9),
        human(cotton=6, tobacco=5, contracts=9),
        human(sugar_cane=6, contracts=9),
    )
    # Cotton 7, tobacco 5, sugar cane 6.
    assert points(breakdown, "cotton") == [3, 18, 0]
    assert points(breakdown, "tobacco") == [0, 25, 0]
    assert points(breakdown, "sugar_cane") == [0, 0, 24]
    assert [dict(note.params) for note in breakdown.notes] == [
        {"good": "cotton", "worth": 3},
        {"good": "tobacco", "worth": 5},
        {"good": "sugar_cane", "worth": 4},
    ]


def test_static_imports_are_worth_four_whatever_the_totals() -> None:
    seats = (human(cotton=3, tobacco=2, sugar_cane=1, contracts=5), human())
    breakdown = scored(*seats, static_imports=True)
    assert points(breakdown, "cotton") == [12, 0]
    assert points(breakdown, "tobacco") == [8, 0]
    assert points(breakdown, "sugar_cane") == [4, 0]
    found = line(breakdown, 0, "cotton")
    assert (found.unit, found.explanation.code, dict(found.explanation.params)) == (4, "import_static", {})


def test_the_lines_of_a_plain_game() -> None:
    assert keys(scored(human(), human()), 1) == [
        "glory",
        "basic_goods",
        "processed_goods",
        "money",
        "hops",
        "cotton",
        "tobacco",
        "sugar_cane",
        "exports",
        "settlements",
    ]


def test_variants_that_are_only_recorded_change_nothing() -> None:
    seats = (human(glory=40, contracts=4, cotton=7), human(glory=38, settlements=6))
    recorded = ("no_scoring_tiles", "no_port_tiles", "tighter_map", "random_prices", "farmers_markets")
    variants = dict.fromkeys((*recorded, "future_contracts", "without_clans"), True)
    assert scored(*seats, **variants) == scored(*seats)
