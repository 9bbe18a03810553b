"""The catalogues, against the totals and numbers of the books."""

from __future__ import annotations

import pytest

from scoring.clans_of_caledonia import pieces
from scoring.clans_of_caledonia.contracts import CATALOGUE, CONTRACTS


def test_the_fifty_contracts_add_up() -> None:
    assert [contract.key for contract in CONTRACTS] == list(range(1, 51))
    assert sum(contract.hops for contract in CONTRACTS) == 111
    assert sum(contract.cotton for contract in CONTRACTS) == 53
    assert sum(contract.tobacco for contract in CONTRACTS) == 49
    assert sum(contract.sugar_cane for contract in CONTRACTS) == 45
    assert sum(contract.meat for contract in CONTRACTS) == 36
    assert sum(contract.money for contract in CONTRACTS) == 174


def test_a_contract_row_by_row() -> None:
    # Contract 26: 2 cheese and 2 mutton for 9 hops, 2 tobacco and a free expansion.
    assert CONTRACTS[25]._asdict() == {
        "key": 26,
        "wool": 0,
        "bread": 0,
        "cheese": 2,
        "whisky": 0,
        "mutton": 2,
        "beef": 0,
        "hops": 9,
        "cotton": 0,
        "tobacco": 2,
        "sugar_cane": 0,
        "money": 0,
        "upgrades": 0,
        "free_expansions": 1,
    }
    assert CATALOGUE[45]["meat"] == 2
    assert CATALOGUE[0]["set"] == "base"


def test_a_contract_imports_one_rare_good_at_most() -> None:
    for contract in CONTRACTS:
        assert sum(map(bool, (contract.cotton, contract.tobacco, contract.sugar_cane))) <= 1


@pytest.mark.parametrize(
    ("catalogue", "base", "industria"),
    [
        (pieces.CLANS, 9, 9),
        (pieces.SCORING_TILES, 9, 9),
        (pieces.PORT_TILES, 9, 9),
        (pieces.STARTING_TILES, 9, 7),
        (pieces.MILESTONES, 0, 16),
        (pieces.REWARDS, 0, 9),
        (pieces.MAP_SIDES, 2, 1),
    ],
)
def test_how_many_pieces_each_box_has(catalogue: pieces.Catalogue, base: int, industria: int) -> None:
    boxes = [piece["set"] for piece in catalogue]
    assert (boxes.count("base"), boxes.count("industria")) == (base, industria)
    assert len(set(pieces.keys(catalogue))) == len(catalogue)
    numbers = [piece["number"] for piece in catalogue if "number" in piece]
    assert numbers in ([], list(range(1, len(catalogue) + 1)))


def test_numbers_on_the_pieces() -> None:
    scoring = {
        piece["number"]: (piece["key"], piece["glory"], piece["per"]) for piece in pieces.SCORING_TILES
    }
    assert scoring[2] == ("processed_goods", 3, 2)
    assert scoring[7] == ("meat", 2, 1)
    assert scoring[10] == ("neighbouring_animals", 4, 2)
    assert scoring[18] == ("settlements_of_two", 3, 1)
    ports = {piece["number"]: (piece["key"], piece["money"], piece["glory"]) for piece in pieces.PORT_TILES}
    assert ports[4] == ("upgrade_and_glory", 0, 3)
    assert ports[9] == ("use_another_port", -3, 0)
    assert ports[14] == ("processed_goods_for_money", 50, 0)
    milestones = {piece["number"]: (piece["key"], piece["least"]) for piece in pieces.MILESTONES}
    assert milestones[1] == ("rare_imports_of_one_kind", 6)
    assert milestones[10] == ("units", 15)
    assert milestones[16] == ("contracts_without_bonus", 2)
