"""What no sheet can have: each is a violation at its field."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.glen_more_2 import pieces
from tests.scoring.glen_more_2.sheets import Raw, evaluate, sheet, violations, with_column
from tests.scoring.glen_more_2.test_chronicles import COUNCIL, RACES, TOME
from tests.scoring.glen_more_2.test_penny_mobs import mobs


def found(raw: Raw, through: str | None = None) -> list[tuple[str, str, dict[str, Any]]]:
    return [(one.code, one.path, dict(one.params)) for one in evaluate(raw, through).violations]


# What the description alone refuses


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (-1, "too_small"),
        (10_000, "too_large"),
        (1.5, "not_a_whole_number"),
        (2.0, "not_a_whole_number"),
        (True, "not_a_whole_number"),
        ("3", "not_a_whole_number"),
    ],
)
@pytest.mark.parametrize("key", ["castle_scots", "landmarks", "barrels", "persons"])
def test_counts_are_whole_and_not_negative(key: str, value: object, code: str) -> None:
    raw = with_column(sheet(), key, (value, None, None), "b")
    assert violations(raw) == [(code, f"seats[0].rounds.b.{key}")]


@pytest.mark.parametrize("key", ["vp_tokens", "coins", "territory", "resources", "landmark_vp"])
def test_final_counts_are_not_negative(key: str) -> None:
    assert violations(with_column(sheet(), key, (None, -1, None))) == [("too_small", f"seats[1].{key}")]


@pytest.mark.parametrize(
    ("seats", "code"), [(0, "too_few_seats"), (1, "too_few_seats"), (5, "too_many_seats")]
)
def test_two_to_four_players(seats: int, code: str) -> None:
    raw = sheet(4)
    raw["seats"] = (raw["seats"] * 2)[:seats]
    assert violations(raw) == [(code, "seats")]


def test_hammer_of_the_scots_needs_three_players() -> None:
    assert violations(sheet(2, options=("hammer_of_the_scots",))) == [
        ("not_applicable", "options.hammer_of_the_scots")
    ]
    assert violations(sheet(3, options=("hammer_of_the_scots",))) == []


def test_more_than_five_council_cards() -> None:
    raw = sheet(options=COUNCIL, game={"council_cards": list(pieces.keys(pieces.COUNCIL_CARDS))[:6]})
    assert violations(raw) == [("wrong_length", "game.council_cards")]


@pytest.mark.parametrize("key", ["castle_scots", "landmarks", "barrels", "persons"])
@pytest.mark.parametrize("played", ["a", "d"])
def test_every_round_is_needed(key: str, played: str) -> None:
    raw = sheet()
    del raw["seats"][2]["rounds"][played][key]
    assert violations(raw) == [("required", f"seats[2].rounds.{played}.{key}")]


def test_fields_of_the_end_are_needed_at_the_end() -> None:
    raw = sheet()
    for key in ("vp_tokens", "coins", "territory"):
        del raw["seats"][1][key]
    paths = [("required", f"seats[1].{key}") for key in ("vp_tokens", "coins", "territory")]
    assert violations(raw) == paths
    assert violations(raw, "c") == []


@pytest.mark.parametrize(
    ("key", "played"), [("armadale_castle", ""), ("castle_moil", "d"), ("david_hume", "d")]
)
def test_no_card_has_two_owners(key: str, played: str) -> None:
    raw = with_column(with_column(sheet(), "landmarks", (2, 2, 2), "d"), key, (None, True, True), played)
    path = f"seats[2].rounds.{played}.{key}" if played else f"seats[2].{key}"
    assert found(raw) == [("taken", path, {"seat": 1})]


def test_fields_of_a_chronicle_that_is_off_do_not_apply() -> None:
    raw = sheet()
    raw["seats"][0] |= {"race_result": "winner", "plus_pennies": 2}
    raw["seats"][0]["rounds"]["b"] |= {"haggis_tokens": 1, "event_sides": 1, "gangsters": ["joe_mcduff"]}
    assert {code for code, _ in violations(raw)} == {"not_applicable"}
    assert len(violations(raw)) == 5


# Owners through the rounds


@pytest.mark.parametrize("key", ["castle_moil", "david_hume"])
def test_cards_stay_with_their_owner(key: str) -> None:
    raw = with_column(with_column(sheet(), key, (None, True, None), "b"), key, (True, None, None), "d")
    assert found(raw) == [("changed_hands", f"seats[0].rounds.d.{key}", {"seat": 1})]


def test_an_owner_may_be_marked_again() -> None:
    raw = with_column(
        with_column(sheet(), "david_hume", (None, True, None), "b"), "david_hume", (False, True, None), "d"
    )
    assert violations(raw) == []


def test_gangsters_stay_with_their_holder() -> None:
    raw = mobs(joe_mcduff=0)
    raw["seats"][0]["rounds"]["c"]["gangsters"] = ["joe_mcduff"]
    raw["seats"][2]["rounds"]["d"]["gangsters"] = ["joe_mcduff"]
    assert found(raw) == [("changed_hands", "seats[2].rounds.d.gangsters", {"seat": 0})]


@pytest.mark.parametrize("key", ["old_man_of_storr_vp", "inverness_vp"])
def test_a_cards_table_has_one_owner_to_the_end(key: str) -> None:
    raw = with_column(sheet(options=TOME), "event_sides", (1, 1, 1), "c")
    raw = with_column(raw, "event_sides", (1, 1, 1), "d")
    both = with_column(raw, key, (3, 3, None), "d")
    assert found(both) == [("taken", f"seats[1].rounds.d.{key}", {"seat": 0})]
    moved = with_column(with_column(raw, key, (None, 3, None), "c"), key, (0, 3, None), "d")
    assert ("changed_hands", f"seats[0].rounds.d.{key}", {"seat": 1}) in found(moved)
    dropped = with_column(raw, key, (None, 0, None), "c")
    assert found(dropped) == [("required", f"seats[1].rounds.d.{key}", {})]
    preview = evaluate(dropped, partial=True)
    assert (preview.violations, preview.missing) == ((), (f"seats[1].rounds.d.{key}",))


# Fewer pieces than the sheet names elsewhere


def test_named_landmark_cards_count_among_the_landmarks() -> None:
    raw = sheet()
    raw["seats"][0]["armadale_castle"] = True
    raw["seats"][0]["rounds"]["d"]["castle_moil"] = True
    path = "seats[0].rounds.d.landmarks"
    assert found(raw) == [("fewer_than_named", path, {"value": 1, "named": 2})]
    assert violations(raw, partial=True) == []
    raw["seats"][0]["rounds"]["d"]["landmarks"] = 2
    assert violations(raw) == []


def test_armadale_castle_is_only_looked_for_at_the_end() -> None:
    raw = with_column(sheet(), "landmarks", (0, 0, 0), "a")
    raw["seats"][0]["armadale_castle"] = True
    assert violations(raw) == []
    assert violations(raw, "a") == []


def test_david_hume_counts_among_the_persons() -> None:
    raw = with_column(with_column(sheet(), "persons", (0, 1, 1), "b"), "david_hume", (True, None, None), "b")
    assert found(raw) == [("fewer_than_named", "seats[0].rounds.b.persons", {"value": 0, "named": 1})]


def test_tables_in_use_count_among_landmarks_and_event_sides() -> None:
    raw = with_column(sheet(options=TOME), "event_sides", (1, 0, 0), "d")
    raw["seats"][0]["rounds"]["d"] |= {"old_man_of_storr_vp": 2, "inverness_vp": 2}
    assert found(raw) == [
        ("fewer_than_named", "seats[0].rounds.d.landmarks", {"value": 1, "named": 2}),
        ("fewer_than_named", "seats[0].rounds.d.event_sides", {"value": 1, "named": 2}),
    ]


def test_event_sides_are_landmarks() -> None:
    raw = with_column(sheet(options=TOME), "event_sides", (0, 1, 2), "b")
    detail = {"events": 2, "landmarks": 1}
    assert found(raw) == [("events_exceed_landmarks", "seats[2].rounds.b.event_sides", detail)]


# Races and haggis


@pytest.mark.parametrize("place", ["winner", "second", "third"])
def test_a_race_place_is_given_once(place: str) -> None:
    raw = with_column(sheet(4, options=RACES), "race_result", ("last", place, "last", place))
    assert ("taken", "seats[3].race_result", {"seat": 1}) in found(raw)


@pytest.mark.parametrize(
    ("results", "seat", "missing"),
    [
        (("last", "second", "last"), 1, "winner"),
        (("third", "winner", "last"), 0, "second"),
    ],
)
def test_no_race_place_is_skipped(results: tuple[str, ...], seat: int, missing: str) -> None:
    raw = with_column(sheet(options=RACES), "race_result", results)
    assert found(raw) == [("race_place_skipped", f"seats[{seat}].race_result", {"place": missing})]
    assert violations(raw, partial=True) == []


def test_everybody_may_be_last() -> None:
    assert violations(with_column(sheet(options=RACES), "race_result", ("last",) * 3)) == []


@pytest.mark.parametrize("tokens", [0, 1, 2, 3])
@pytest.mark.parametrize("total", range(10))
def test_haggis_sums_that_tokens_can_make(tokens: int, total: int) -> None:
    """Each token is worth 1, 2 or 3, so n of them make n to 3n."""
    possible = {0: [0], 1: [1, 2, 3], 2: [2, 3, 4, 5, 6], 3: [3, 4, 5, 6, 7, 8, 9]}[tokens]
    raw = with_column(sheet(options=("haggis",)), "haggis_tokens", (None, tokens, None), "c")
    raw = with_column(raw, "haggis_sum", (None, total, None), "c")
    detail = {"tokens": tokens, "least": tokens, "most": 3 * tokens}
    expected = [] if total in possible else [("impossible_haggis", "seats[1].rounds.c.haggis_sum", detail)]
    assert found(raw) == expected
    # While the sheet is being filled a nought may still be a blank.
    unmendable = [code for code, *_ in expected] if tokens and total else []
    assert [code for code, _ in violations(raw, partial=True)] == unmendable


@pytest.mark.parametrize(("key", "value"), [("haggis_tokens", 4), ("haggis_sum", 10), ("haggis_tokens", -1)])
def test_no_more_than_three_tokens(key: str, value: int) -> None:
    raw = with_column(sheet(options=("haggis",)), key, (value, None, None), "b")
    assert violations(raw)[0][1] == f"seats[0].rounds.b.{key}"


# The council


def voted(seats: int, votes: dict[str, tuple[int, int]]) -> Raw:
    game: Raw = {"council_cards": list(votes)}
    for card, (ayes, nays) in votes.items():
        game |= {f"ayes_{card}": ayes, f"nays_{card}": nays}
    raw = sheet(seats, options=COUNCIL, game=game)
    for seat in raw["seats"]:
        seat |= {f"council_{card}": 0 for card in votes if card in pieces.TYPED_COUNCIL_CARDS}
        seat["resources"] = 0
    return raw


@pytest.mark.parametrize(("seats", "possible"), [(2, {0, 2, 3, 4}), (3, {0, 3}), (4, {0, 4})])
@pytest.mark.parametrize("votes", range(6))
def test_everybody_votes_or_nobody(seats: int, possible: set[int], votes: int) -> None:
    """Page 28: one vote each; of two players each may give two."""
    ayes = (votes + 1) // 2
    raw = voted(seats, {"whisky_tiles": (ayes, votes - ayes)})
    detail = {"votes": votes, "least": min(possible - {0}), "most": max(possible)}
    expected = [] if votes in possible else [("impossible_votes", "game.ayes_whisky_tiles", detail)]
    assert found(raw) == expected
    too_many = [code for code, *_ in expected] if votes > max(possible) else []
    assert [code for code, _ in violations(raw, partial=True)] == too_many


CARDS = pieces.keys(pieces.COUNCIL_CARDS)[:5]


@pytest.mark.parametrize(
    ("seats", "ayes", "nays", "codes"),
    [
        (2, [2, 2, 2, 0, 0], [0, 0, 0, 2, 2], []),
        (2, [3, 2, 2, 0, 0], [0, 0, 0, 2, 2], [("too_many_ayes", {"total": 7, "most": 6})]),
        (2, [0, 0, 0, 2, 2], [3, 2, 2, 0, 0], [("too_many_nays", {"total": 7, "most": 6})]),
        (3, [3, 3, 3, 0, 0], [0, 0, 0, 3, 3], []),
        (3, [3, 3, 3, 1, 0], [0, 0, 0, 2, 3], [("too_many_ayes", {"total": 10, "most": 9})]),
        (3, [3, 3, 2, 0, 0], [0, 0, 1, 3, 3], [("too_many_nays", {"total": 7, "most": 6})]),
        (4, [4, 4, 4, 4, 0], [0, 0, 0, 0, 4], []),
        (4, [4, 4, 4, 4, 1], [0, 0, 0, 0, 3], [("too_many_ayes", {"total": 17, "most": 16})]),
        (4, [4, 4, 0, 0, 0], [0, 0, 4, 4, 4], []),
        (4, [4, 3, 0, 0, 0], [0, 1, 4, 4, 4], [("too_many_nays", {"total": 13, "most": 12})]),
    ],
)
def test_there_are_only_so_many_vote_tokens(
    seats: int, ayes: list[int], nays: list[int], codes: list[tuple[str, dict[str, int]]]
) -> None:
    """Page 28: 3 ayes and 3 nays each for two players, 3 and 2 for three, 4 and 3 for four."""
    raw = voted(seats, dict(zip(CARDS, zip(ayes, nays, strict=True), strict=True)))
    assert [(code, detail) for code, path, detail in found(raw) if path == "game.council_cards"] == codes
    assert len(found(raw)) == len(codes)


# Penny mobs


@pytest.mark.parametrize(("seats", "most"), [(2, 3), (3, 4), (4, 6)])
def test_only_so_many_gangsters_are_in_a_game(seats: int, most: int) -> None:
    free = [key for key, facts in pieces.GANGSTER_BY_KEY.items() if facts["fewest_players"] == 2]
    raw = mobs(seats=seats, **dict.fromkeys(free[:most], 0))
    assert violations(raw) == []
    raw["seats"][1]["rounds"]["c"]["gangsters"] = [free[most]]
    detail = {"total": most + 1, "most": most}
    assert found(raw) == [("too_many_gangsters", "seats[1].rounds.c.gangsters", detail)]


@pytest.mark.parametrize("gangster", ["kenneth_mcsnitch", "fergus_macdarkie", "mike_mccastle"])
def test_three_gangsters_need_three_players(gangster: str) -> None:
    detail = {"gangster": gangster, "players": 3}
    path = "seats[1].rounds.b.gangsters"
    assert found(mobs(seats=2, **{gangster: 1})) == [("gangster_needs_players", path, detail)]
    assert found(mobs(seats=3, **{gangster: 1})) == []


def test_a_gangster_has_one_holder() -> None:
    raw = mobs(joe_mcduff=0)
    raw["seats"][1]["rounds"]["b"]["gangsters"] = ["joe_mcduff"]
    assert found(raw) == [("taken", "seats[1].rounds.b.gangsters", {"seat": 0})]


def test_mike_mccastle_stands_on_a_rivals_castle() -> None:
    raw = with_column(mobs(mike_mccastle=0), "mike_mccastle_here", (True, None, None), "c")
    assert found(raw) == [("mike_mccastle_at_home", "seats[0].rounds.c.mike_mccastle_here", {})]


def test_mike_mccastle_needs_a_holder() -> None:
    raw = with_column(mobs(mike_mccastle=0), "mike_mccastle_here", (None, True, None), "a")
    path = "seats[1].rounds.a.mike_mccastle_here"
    assert found(raw) == [("gangster_unheld", path, {"gangster": "mike_mccastle"})]
    assert violations(raw, partial=True) == []


def test_mike_mccastle_stands_on_one_castle() -> None:
    raw = with_column(mobs(mike_mccastle=0), "mike_mccastle_here", (None, True, True), "d")
    assert found(raw) == [("taken", "seats[2].rounds.d.mike_mccastle_here", {"seat": 1})]


def test_john_mcclaim_needs_a_holder() -> None:
    raw = with_column(mobs(), "claimed_landmarks", (None, 1, None), "d")
    path = "seats[1].rounds.d.claimed_landmarks"
    assert found(raw) == [("gangster_unheld", path, {"gangster": "john_mcclaim"})]


def test_john_mcclaim_has_three_tokens() -> None:
    raw = with_column(mobs(john_mcclaim=0), "landmarks", (3, 3, 3), "d")
    assert violations(with_column(raw, "claimed_landmarks", (None, 2, 1), "d")) == []
    raw = with_column(raw, "claimed_landmarks", (1, 1, 2), "d")
    path = "seats[2].rounds.d.claimed_landmarks"
    assert found(raw) == [("too_many_claims", path, {"total": 4, "most": 3})]


def test_john_mcclaims_tokens_lie_on_cards_not_turned() -> None:
    raw = with_column(mobs("dubious_tome", john_mcclaim=0), "landmarks", (1, 3, 1), "d")
    raw = with_column(raw, "event_sides", (0, 2, 0), "d")
    assert violations(with_column(raw, "claimed_landmarks", (None, 1, None), "d")) == []
    raw = with_column(raw, "claimed_landmarks", (None, 2, None), "d")
    path = "seats[1].rounds.d.claimed_landmarks"
    assert found(raw) == [("claims_exceed_landmarks", path, {"claimed": 2, "unturned": 1})]
    assert violations(raw, partial=True) == []
    raw = with_column(
        with_column(raw, "claimed_landmarks", (None, 1, None), "d"), "event_sides", (0, 3, 0), "d"
    )
    assert found(raw) == [("claims_exceed_landmarks", path, {"claimed": 1, "unturned": 0})]


@pytest.mark.parametrize(("seats", "most"), [(2, 14), (3, 21), (4, 28)])
def test_seven_pennies_each(seats: int, most: int) -> None:
    raw = with_column(mobs(seats=seats), "plus_pennies", (most - 3, *[None] * (seats - 1)))
    raw["seats"][1]["minus_pennies"] = 3
    assert violations(raw) == []
    raw["seats"][1]["minus_pennies"] = 4
    assert found(raw) == [("too_many_pennies", "seats[0].plus_pennies", {"total": most + 1, "most": most})]


def test_seven_pennies_of_ones_own_on_the_minus_side() -> None:
    assert violations(with_column(mobs(), "minus_pennies", (7, 7, 7))) == []
    raw = with_column(mobs(), "minus_pennies", (0, 8, 0))
    path = "seats[1].minus_pennies"
    assert found(raw) == [("too_many_minus_pennies", path, {"minus": 8, "most": 7})]
    # Calum McQuack may still be entered, but even he gives no more than another seven.
    assert violations(raw, partial=True) == []
    raw = with_column(raw, "minus_pennies", (0, 15, 0))
    assert violations(raw, partial=True) == [("too_many_minus_pennies", path)]


def test_calum_mcquacks_holder_gives_minus_pennies_away() -> None:
    """Page 33: to whoever passes, or is passed by, the holder's boat."""
    raw = mobs("dragon_boat_races", seats=4, calum_mcquack=0)
    for pennies in ((0, 14, 0, 7), (5, 9, 7, 7), (3, 9, 9, 7)):
        assert violations(with_column(raw, "minus_pennies", pennies)) == []
    too_many = "too_many_minus_pennies"
    for pennies, seat, most in (
        ((5, 10, 0, 7), 1, 9),
        ((5, 8, 9, 0), 2, 8),
        ((7, 0, 8, 0), 2, 7),
        # Nobody gives any to the holder.
        ((8, 0, 0, 0), 0, 7),
    ):
        detail = {"minus": pennies[seat], "most": most}
        changed = with_column(raw, "minus_pennies", pennies)
        assert found(changed) == [(too_many, f"seats[{seat}].minus_pennies", detail)]


def test_all_violations_come_at_once() -> None:
    raw = with_column(
        sheet(4, options=(*RACES, "haggis")), "race_result", ("winner", "winner", "third", "last")
    )
    raw = with_column(raw, "haggis_sum", (1, None, None, None), "b")
    raw = with_column(raw, "david_hume", (True, None, None, None), "a")
    raw = with_column(raw, "david_hume", (None, True, None, None), "c")
    assert sorted(code for code, _ in violations(raw)) == [
        "changed_hands",
        "impossible_haggis",
        "race_place_skipped",
        "taken",
    ]
