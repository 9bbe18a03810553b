"""Settlements counted on small maps drawn by hand."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.clans_of_caledonia.settlements import Board, Hex, MapCount, River, Terrain, count

# Shipping levels
NONE, RIVER, ONE_LOCH, TWO_LOCH = range(4)

TERRAIN: dict[str, Terrain] = {".": "land", "~": "loch", "P": "port"}


def board(*rows: str, rivers: tuple[River, ...] = ()) -> Board:
    """A map as rows of text; row r is shifted half a hex to the right of row r-1, column q."""
    terrain = {
        Hex(q, r): TERRAIN[letter]
        for r, row in enumerate(rows)
        for q, letter in enumerate(row)
        if letter != " "
    }
    return Board(terrain, rivers)


def river(*edges: tuple[tuple[int, int], tuple[int, int]], waterfall: tuple[int, int] | None = None) -> River:
    return River(
        frozenset(frozenset((Hex(*one), Hex(*other))) for one, other in edges),
        Hex(*waterfall) if waterfall else None,
    )


def units(*places: tuple[int, int]) -> list[Hex]:
    return [Hex(*place) for place in places]


def settlements(board: Board, placed: list[Hex], shipping: int, clan: str | None = None) -> int:
    return count(board, placed, shipping, clan).settlements


def test_the_worked_example_of_the_rulebook() -> None:
    # Base rulebook, settlement scoring: red has a settlement of three units, two single units above it that a
    # river separates, and one far to the left. With 1-loch shipping one loch hex between the three and the two
    # is crossed, and three of the four settlements count; the far one needs more.
    map_ = board(
        "......",
        "...~~.",
        "~~~...",
        ".~....",
        rivers=(river(((3, 0), (4, 0))),),
    )
    top = [(3, 0), (4, 0)]
    cluster = [(3, 2), (4, 2), (3, 3)]
    far = [(0, 3)]
    red = units(*top, *cluster, *far)
    assert count(map_, red, ONE_LOCH).all_settlements == 4
    assert settlements(map_, red, ONE_LOCH) == 3
    # Without loch shipping only the two across the river are connected; without any, none.
    assert settlements(map_, red, RIVER) == 2
    assert settlements(map_, red, NONE) == 1
    # Two loch hexes lie between the far one and the cluster.
    assert settlements(map_, red, TWO_LOCH) == 4


def test_the_second_case_of_the_rulebook() -> None:
    # Base rulebook, settlement scoring: with 2-loch shipping black has five settlements within reach. The book
    # gives the number only; here the outer ones lie behind two loch hexes, the others closer together.
    map_ = board(".~~.~..~~.", rivers=(river(((5, 0), (6, 0))),))
    black = units((0, 0), (3, 0), (5, 0), (6, 0), (9, 0))
    assert count(map_, black, TWO_LOCH).all_settlements == 5
    assert settlements(map_, black, TWO_LOCH) == 5
    # One loch hex less and both outer ones are out of reach; across the river there are only two.
    assert settlements(map_, black, ONE_LOCH) == 3
    assert settlements(map_, black, RIVER) == 2
    assert settlements(map_, black, NONE) == 1


def test_no_units_make_no_settlement() -> None:
    assert count(board("..."), [], TWO_LOCH) == MapCount(0, 0, 0, 0, 0, 0)


def test_a_lone_unit_is_a_settlement_of_its_own() -> None:
    assert count(board("..."), units((0, 0)), NONE) == MapCount(1, 1, 1, 1, 0, 0)


def test_neighbours_are_one_settlement_and_a_river_parts_them() -> None:
    pair = units((0, 0), (1, 0))
    assert count(board(".."), pair, NONE).all_settlements == 1
    parted = board("..", rivers=(river(((0, 0), (1, 0))),))
    assert count(parted, pair, NONE) == MapCount(1, 2, 2, 1, 2, 0)
    assert settlements(parted, pair, RIVER) == 2


def test_two_units_on_one_hex_are_one_settlement() -> None:
    found = count(board("..."), units((0, 0), (0, 0), (2, 0)), NONE)
    assert found == MapCount(1, 2, 3, 2, 0, 0)


def test_shipping_never_crosses_land() -> None:
    assert settlements(board(".~.~."), units((0, 0), (4, 0)), 5) == 1
    # Not even along a river.
    along = board("...", "...", rivers=(river(((0, 0), (0, 1)), ((1, 0), (0, 1)), ((1, 0), (1, 1))),))
    assert settlements(along, units((0, 0), (2, 0)), RIVER) == 1


@pytest.mark.parametrize(
    ("shipping", "connected"), [(NONE, 1), (RIVER, 1), (ONE_LOCH, 1), (TWO_LOCH, 2), (4, 2)]
)
def test_lochs_are_crossed_up_to_the_level(shipping: int, connected: int) -> None:
    assert settlements(board(".~~."), units((0, 0), (3, 0)), shipping) == connected


def test_a_port_is_crossed_like_a_loch() -> None:
    assert settlements(board(".P."), units((0, 0), (2, 0)), ONE_LOCH) == 2


def test_connections_go_by_way_of_others_and_the_largest_group_counts() -> None:
    map_ = board(".~.~.", ".....", ".....", ".....")
    chain = units((0, 0), (2, 0), (4, 0))
    assert settlements(map_, chain, ONE_LOCH) == 3
    assert settlements(map_, [*chain, Hex(2, 3)], ONE_LOCH) == 3
    assert count(map_, [*chain, Hex(2, 3)], ONE_LOCH).all_settlements == 4


def test_a_fisherman_neighbours_the_land_around_and_ships_from_his_loch() -> None:
    map_ = board("..~~..")
    assert count(map_, units((1, 0), (2, 0)), NONE, "macdonald").all_settlements == 1
    assert settlements(map_, units((0, 0), (2, 0)), NONE, "macdonald") == 1
    # One loch hex lies between the fisherman and the land on the right.
    assert settlements(map_, units((2, 0), (4, 0)), RIVER, "macdonald") == 1
    assert settlements(map_, units((2, 0), (4, 0)), ONE_LOCH, "macdonald") == 2


def test_a_fisherman_joins_the_land_on_both_sides_to_one_settlement() -> None:
    map_ = board("..~..")
    shores = units((1, 0), (3, 0))
    assert count(map_, shores, NONE, "macdonald").all_settlements == 2
    joined = count(map_, [*shores, Hex(2, 0)], NONE, "macdonald")
    assert (joined.all_settlements, joined.units_in_one_settlement, joined.loch_units) == (1, 3, 3)


def test_a_fisherman_on_a_port_neighbours_the_land_as_well() -> None:
    assert count(board(".P."), units((0, 0), (1, 0), (2, 0)), NONE, "macdonald").all_settlements == 1


CANAL = river(((0, 0), (0, 1)), ((1, 0), (0, 1)), ((1, 0), (1, 1)), ((2, 0), (1, 1)), waterfall=(2, 0))


def test_macfarlane_reaches_along_a_river() -> None:
    map_ = board("...", "...", rivers=(CANAL,))
    ends = units((0, 0), (1, 1))
    assert settlements(map_, ends, RIVER) == 1
    assert settlements(map_, ends, RIVER, "macfarlane") == 2
    assert settlements(map_, ends, NONE, "macfarlane") == 1


def test_macfarlane_does_not_reach_a_waterfall_or_another_river() -> None:
    map_ = board("...", "...", rivers=(CANAL,))
    assert settlements(map_, units((0, 0), (2, 0)), RIVER, "macfarlane") == 1
    other = river(((0, 2), (0, 3)))
    two_rivers = board("...", "...", "...", "...", rivers=(CANAL, other))
    assert settlements(two_rivers, units((1, 0), (0, 3)), RIVER, "macfarlane") == 1


def test_a_waterfall_neighbours_both_hexes_at_the_spring() -> None:
    # Industria 4.1: A is the waterfall, B and C have the river between them; units on all three are one
    # settlement, and A does not lie along the river.
    a, b, c = (1, 0), (0, 1), (1, 1)
    map_ = board("..", "..", rivers=(river((b, c), waterfall=a),))
    found = count(map_, units(a, b, c), NONE)
    assert (found.all_settlements, found.river_units) == (1, 2)
    assert count(map_, units(b, c), NONE).all_settlements == 2


def test_sinclair_connects_what_is_within_two_hexes() -> None:
    map_ = board(".....")
    near, far = units((0, 0), (2, 0)), units((0, 0), (3, 0))
    assert settlements(map_, near, RIVER) == 1
    assert settlements(map_, near, RIVER, "sinclair") == 2
    assert settlements(map_, far, RIVER, "sinclair") == 1
    bent = board("...", "...")
    assert settlements(bent, units((0, 0), (1, 1)), RIVER, "sinclair") == 2


def test_the_counts_for_rewards() -> None:
    map_ = board("...~", "....", rivers=(river(((0, 0), (0, 1))),))
    found = count(map_, units((0, 0), (1, 0), (1, 0), (2, 0), (3, 0), (0, 1)), NONE, "macdonald")
    assert found.units == 6
    assert found.units_in_one_settlement == 6
    assert found.river_units == 2
    assert found.loch_units == 2


def test_a_hex_has_six_adjacent_ones_at_distance_one() -> None:
    around = set(Hex(0, 0).adjacent())
    assert len(around) == 6
    assert {Hex(0, 0).distance(one) for one in around} == {1}
    assert Hex(0, 0).distance(Hex(2, -1)) == 2
    assert Hex(0, 0).distance(Hex(-3, -1)) == 4


def test_a_unit_off_the_map_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="off the map"):
        count(board("."), units((1, 0)), NONE)


# What cannot be


@pytest.mark.parametrize("clan", [None, "gordon", "sinclair"])
def test_nobody_but_macdonald_stands_on_water(clan: str | None) -> None:
    for letter in "~P":
        with pytest.raises(ValueError, match="only MacDonald's fishermen stand on lochs and ports"):
            count(board("." + letter), units((1, 0)), RIVER, clan)
        assert count(board("." + letter), units((1, 0)), RIVER, "macdonald").units == 1


@pytest.mark.parametrize("second", [(0, 0), (1, 0), (0, 1)])
def test_fishermen_keep_their_distance(second: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="fishermen stand on different lochs that do not touch"):
        count(board("~~~", "~~~"), units((0, 0), second), NONE, "macdonald")
    assert count(board("~~~", "~~~"), units((0, 0), (2, 0)), NONE, "macdonald").all_settlements == 2


def test_a_hex_holds_two_units_at_most() -> None:
    with pytest.raises(ValueError, match="a hex holds 2 units of a player at most"):
        count(board("..."), units((0, 0), (0, 0), (0, 0)), NONE)


def test_a_player_has_33_units_with_the_station() -> None:
    map_ = board("." * 34)
    everything = [Hex(q, 0) for q in range(33)]
    assert count(map_, everything, NONE) == MapCount(1, 1, 33, 33, 0, 0)
    with pytest.raises(ValueError, match="a player has 33 units at most"):
        count(map_, [*everything, Hex(33, 0)], NONE)


def test_shipping_is_never_below_zero() -> None:
    with pytest.raises(ValueError, match="shipping begins at level 0"):
        count(board("."), units((0, 0)), -1)


@pytest.mark.parametrize("shipping", [NONE, ONE_LOCH, TWO_LOCH])
def test_sinclairs_shipping_stays_at_river_crossing(shipping: int) -> None:
    with pytest.raises(ValueError, match="Sinclair ships across rivers and never changes that"):
        count(board("."), units((0, 0)), shipping, "sinclair")


def test_a_clan_is_one_of_those_in_the_boxes() -> None:
    with pytest.raises(ValueError, match="there is no such clan"):
        count(board("."), units((0, 0)), NONE, "MacDonald")


def test_a_hex_is_land_loch_or_port() -> None:
    swamp: Any = {Hex(0, 0): "swamp"}
    with pytest.raises(ValueError, match="a hex is land, a loch or a port"):
        count(Board(swamp), [], NONE)


@pytest.mark.parametrize("edge", [((0, 0), (2, 0)), ((0, 0), (0, 0))])
def test_a_river_runs_between_hexes_that_touch(edge: tuple[tuple[int, int], tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="a river runs between two hexes that touch"):
        count(board("...", rivers=(river(edge),)), [], NONE)
