"""Values that are accepted after a second look."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scoring.glen_more_2.sheets import Raw, evaluate, sheet, warnings, with_column
from tests.scoring.glen_more_2.test_chronicles import RACES, TOME
from tests.scoring.glen_more_2.test_penny_mobs import mobs


def found(raw: Raw, through: str | None = None) -> list[tuple[str, str, dict[str, Any]]]:
    outcome = evaluate(raw, through)
    assert outcome.violations == ()
    assert outcome.breakdown is not None
    return [(one.code, one.path, dict(one.params)) for one in outcome.warnings]


def test_a_plain_sheet_has_none() -> None:
    assert found(sheet()) == []


@pytest.mark.parametrize(
    ("key", "usual"), [("castle_scots", 9), ("landmarks", 10), ("barrels", 15), ("persons", 10)]
)
def test_unusual_counts_of_a_round(key: str, usual: int) -> None:
    raw = with_column(sheet(2), key, (usual, 0), "d")
    assert [warning for warning in found(raw) if warning[0] == "unusual"] == []
    raw = with_column(raw, key, (usual + 1, 0), "d")
    path = f"seats[0].rounds.d.{key}"
    assert ("unusual", path, {"value": usual + 1, "usual": usual}) in found(raw)


@pytest.mark.parametrize(
    ("key", "usual"),
    [("vp_tokens", 150), ("coins", 40), ("territory", 30), ("resources", 40), ("landmark_vp", 20)],
)
def test_unusual_counts_of_the_end(key: str, usual: int) -> None:
    assert found(with_column(sheet(2), key, (usual, None))) == []
    raw = with_column(sheet(2), key, (usual + 1, None))
    assert found(raw) == [("unusual", f"seats[0].{key}", {"value": usual + 1, "usual": usual})]


@pytest.mark.parametrize("key", ["landmarks", "persons", "event_sides"])
def test_what_nobody_loses(key: str) -> None:
    raw = sheet(2, options=TOME)
    for played, value in zip("abcd", (1, 1, 0, 1), strict=True):
        raw = with_column(raw, key, (value, None), played)
    assert found(raw) == [("fewer_than_before", f"seats[0].rounds.c.{key}", {"value": 0, "before": 1})]


def test_a_blank_round_is_not_fewer() -> None:
    raw = with_column(sheet(2), "persons", (4, None), "a")
    for played in "bcd":
        del raw["seats"][0]["rounds"][played]["persons"]
    assert warnings(raw, partial=True) == []


def test_scots_and_barrels_come_and_go() -> None:
    raw = with_column(with_column(sheet(2), "barrels", (0, 0), "c"), "castle_scots", (0, 0), "d")
    assert found(raw) == []


@pytest.mark.parametrize(("played", "path"), [("a", "a"), ("c", "c"), ("d", "")])
def test_castle_moil_is_a_tile_of_the_last_pile(played: str, path: str) -> None:
    raw = with_column(sheet(2), "castle_moil", (None, True), played)
    expected = [("early_castle_moil", f"seats[1].rounds.{path}.castle_moil", {})] if path else []
    assert found(raw) == expected


def test_gangsters_of_pile_b_are_not_there_in_round_a() -> None:
    raw = mobs(seats=2)
    raw["seats"][1]["rounds"]["a"]["gangsters"] = ["sibyl_macsponge", "joe_mcduff"]
    raw["seats"][1]["gangster_cost"] = 9
    path = "seats[1].rounds.a.gangsters"
    assert found(raw) == [("early_gangster", path, {"gangster": "sibyl_macsponge"})]


@pytest.mark.parametrize(
    ("gangster", "chronicle"),
    [
        ("calum_mcquack", "dragon_boat_races"),
        ("bully_mcmuscle", "dragon_boat_races"),
        ("fraser_mcstarve", "haggis"),
        ("oonagh_mchagg", "haggis"),
        ("elspeth_mctrick", "highlander"),
        ("erin_macmalt", "single_cask_reserve"),
        ("john_mcclaim", "dubious_tome"),
    ],
)
def test_gangsters_of_other_chronicles(gangster: str, chronicle: str) -> None:
    path = "seats[0].rounds.b.gangsters"
    detail = {"gangster": gangster, "chronicle": chronicle}
    assert found(mobs(seats=2, **{gangster: 0})) == [("gangster_without_chronicle", path, detail)]
    assert found(mobs(chronicle, seats=2, **{gangster: 0})) == []


@pytest.mark.parametrize(
    ("played", "options", "cards"),
    [
        ("a", (), 3),
        ("b", (), 6),
        ("c", (), 8),
        ("d", (), 11),
        ("d", ("hammer_of_the_scots",), 15),
        ("d", TOME, 15),
        ("a", ("hammer_of_the_scots", *TOME), 5),
        ("d", ("hammer_of_the_scots", *TOME), 19),
    ],
)
def test_landmark_cards_come_with_their_piles(played: str, options: tuple[str, ...], cards: int) -> None:
    third = (cards - 1) // 2
    counts = (1, third, cards - 1 - third)
    raw = with_column(sheet(options=options), "landmarks", counts, played)
    assert [code for code, *_ in found(raw, played)] == []
    counts = (1, third, cards - third)
    raw = with_column(raw, "landmarks", counts, played)
    path = f"seats[{counts.index(max(counts))}].rounds.{played}.landmarks"
    assert found(raw, played) == [("more_landmarks_than_cards", path, {"total": cards + 1, "cards": cards})]


def test_a_race_leaves_somebody_behind() -> None:
    raw = with_column(sheet(2, options=RACES), "race_result", ("second", "winner"))
    assert found(raw) == [("race_without_last", "seats[0].race_result", {})]


@pytest.mark.parametrize(("tiles", "codes"), [(0, ["small_territory"]), (1, ["small_territory"]), (2, [])])
def test_a_territory_has_its_two_home_tiles(tiles: int, codes: list[str]) -> None:
    raw = with_column(with_column(sheet(2), "vp_tokens", (5, 100)), "territory", (None, tiles))
    assert [code for code, *_ in found(raw)] == codes
    if codes:
        assert found(raw)[0][1:] == ("seats[1].territory", {"home": 2})


def test_a_blank_territory_is_not_small() -> None:
    raw = sheet(2)
    del raw["seats"][0]["territory"]
    assert warnings(raw, partial=True) == []


def test_gangsters_and_their_cost_go_together() -> None:
    raw = mobs(seats=2, joe_mcduff=0)
    raw["seats"][0]["gangster_cost"] = 0
    raw["seats"][1]["gangster_cost"] = 4
    assert found(raw) == [
        ("gangster_without_cost", "seats[0].gangster_cost", {}),
        ("cost_without_gangster", "seats[1].gangster_cost", {"cost": 4}),
    ]
    del raw["seats"][0]["gangster_cost"]
    assert warnings(raw, partial=True) == [("cost_without_gangster", "seats[1].gangster_cost")]
