"""The Automa's seat (Automa booklet 7 and 8)."""

from __future__ import annotations

import pytest

from tests.scoring.clans_of_caledonia.sheets import (
    CLANS,
    automa,
    human,
    keys,
    line,
    points,
    raw_sheet,
    scored,
)


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_glory_and_train_points_by_level(level: int) -> None:
    breakdown = scored(human(deliveries=0), automa(level=level), train="full")
    glory = line(breakdown, 1, "glory")
    assert (glory.quantity, glory.unit, glory.vp) == (10 * level, 1, 10 * level)
    assert (glory.explanation.code, dict(glory.explanation.params)) == ("automa_glory", {"level": level})
    train = line(breakdown, 1, "train")
    assert (train.quantity, train.unit, train.vp) == (None, None, 10 * level)
    assert (train.explanation.code, dict(train.explanation.params)) == ("automa_train", {"level": level})


def test_a_level_not_entered_yet_counts_nothing_in_a_preview() -> None:
    raw = raw_sheet(human(deliveries=0), automa(level=None), train="full")
    breakdown = CLANS.evaluate(raw, partial=True).breakdown
    assert breakdown is not None
    assert (line(breakdown, 1, "glory").vp, line(breakdown, 1, "train").vp) == (0, 0)


def test_money_counts_by_full_fives() -> None:
    found = line(scored(human(), automa(money=24)), 1, "money")
    assert (found.quantity, found.vp, dict(found.explanation.params)) == (24, 4, {"per": 5, "left": 4})


def test_it_scores_neither_goods_nor_rewards_nor_milestones() -> None:
    breakdown = scored(human(deliveries=0), human(deliveries=0), automa(), train="full", reward="glory")
    assert keys(breakdown, 2) == [
        "glory",
        "money",
        "hops",
        "cotton",
        "tobacco",
        "sugar_cane",
        "exports",
        "settlements",
        "train",
    ]


def test_without_the_train_module_it_has_no_train_points() -> None:
    assert "train" not in keys(scored(human(), automa()), 1)


def test_its_imports_count_towards_rarity() -> None:
    breakdown = scored(human(contracts=2, cotton=2), automa(contracts=3, cotton=1, tobacco=4))
    # Cotton 3, tobacco 4, sugar cane 0.
    assert points(breakdown, "cotton") == [8, 4]
    assert points(breakdown, "tobacco") == [0, 12]


def test_it_is_a_seat_for_exports_and_settlements() -> None:
    breakdown = scored(
        human(contracts=5, settlements=9),
        human(contracts=4, settlements=4),
        automa(contracts=5, settlements=6),
    )
    assert points(breakdown, "exports") == [9, 0, 9]
    assert points(breakdown, "settlements") == [18, 6, 12]
    table_of_four = scored(
        human(contracts=5), human(contracts=4), human(contracts=3), automa(contracts=7, settlements=1)
    )
    assert points(table_of_four, "exports") == [6, 0, 0, 12]
    assert points(table_of_four, "settlements") == [6, 6, 6, 18]


def test_it_does_not_matter_where_it_sits() -> None:
    first = scored(automa(level=3, money=7), human(glory=20), human(glory=60))
    last = scored(human(glory=20), human(glory=60), automa(level=3, money=7))
    assert (first.seats[0], first.seats[1], first.seats[2]) == (last.seats[2], last.seats[0], last.seats[1])
