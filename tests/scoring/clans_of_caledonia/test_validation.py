"""What no sheet may hold, and what a person is asked to confirm."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scoring.clans_of_caledonia.sheets import CLANS, automa, human, raw_sheet, violations, warnings


def found(code: str, path: str, *seats: dict[str, Any], **options: Any) -> dict[str, Any]:
    """The parameters of the one violation expected, which must be the only one."""
    (violation,) = CLANS.check(raw_sheet(*seats, **options)).violations
    assert (violation.code, violation.path) == (code, path)
    return dict(violation.params)


@pytest.mark.parametrize(
    "key", ["glory", "money", "hops", "settlements", "contracts", "cotton", "basic_goods"]
)
def test_counts_are_whole_and_not_negative(key: str) -> None:
    assert found("too_small", f"seats[1].{key}", human(), human(**{key: -1})) == {"minimum": 0}
    for wrong in (1.0, 1.5, "1", True, float("nan"), [1], {}):
        assert violations(raw_sheet(human(), human(**{key: wrong}))) >= {
            ("not_a_whole_number", f"seats[1].{key}")
        }
    assert found("too_large", f"seats[1].{key}", human(), human(**{key: 10_000})) == {"maximum": 9_999}


@pytest.mark.parametrize(
    "key", ["glory", "money", "hops", "tobacco", "sugar_cane", "settlements", "processed_goods"]
)
def test_a_finished_sheet_has_no_blanks(key: str) -> None:
    found("required", f"seats[0].{key}", human(**{key: None}), human())


def test_all_violations_come_at_once() -> None:
    raw = raw_sheet(human(glory=-1, clan="gordon"), human(money="x", clan="gordon"), colour="red")
    assert violations(raw) == {
        ("unknown_field", "options.colour"),
        ("too_small", "seats[0].glory"),
        ("not_a_whole_number", "seats[1].money"),
        ("taken", "seats[1].clan"),
    }


def test_seats() -> None:
    assert violations({"seats": []}) == {("too_few_seats", "seats")}
    assert violations(raw_sheet(*[human()] * 5)) == {("too_many_seats", "seats")}
    assert violations(raw_sheet(automa())) == {("too_few_of_kind", "seats")}
    assert violations(raw_sheet(human(), automa(), automa())) == {("too_many_of_kind", "seats")}
    assert violations(raw_sheet(human(), human() | {"kind": "ghost"})) == {("not_a_choice", "seats[1].kind")}


def test_a_clan_a_player_a_colour_and_a_turn_are_taken_once() -> None:
    for key, value in (("clan", "gordon"), ("player", "Isla"), ("colour", "red"), ("turn_order", 2)):
        seats = (human(**{key: value}), human(), human(**{key: value}))
        assert found("taken", f"seats[2].{key}", *seats) == {"seat": 0}


def test_turns_go_up_to_the_number_of_seats() -> None:
    assert found("too_large", "seats[0].turn_order", human(turn_order=3), human()) == {"maximum": 2}
    assert violations(raw_sheet(human(turn_order=2), human(turn_order=1))) == set()


def test_bids() -> None:
    def auction(*bids: Any) -> set[tuple[str, str]]:
        return violations(raw_sheet(*(human(bid=bid) for bid in bids), auction=True))

    assert auction(0, 30) == set()
    assert auction(0, 0, 4) == set()
    assert auction(0, 31) >= {("too_large", "seats[1].bid")}
    assert auction(0, -1) >= {("too_small", "seats[1].bid")}
    assert auction(3, 4, 1) == {("auction_without_zero", "seats")}
    assert auction(3, None) == {("required", "seats[1].bid")}
    assert violations(raw_sheet(human(bid=3), human())) == {("not_applicable", "seats[0].bid")}
    assert violations(raw_sheet(human(bid=0), human())) == set()


def test_auctions_need_two_people_and_clans() -> None:
    not_applicable = ("not_applicable", "options.auction")
    assert violations(raw_sheet(human(bid=1), auction=True)) == {
        not_applicable,
        ("not_applicable", "seats[0].bid"),
    }
    assert violations(raw_sheet(human(), automa(), auction=True)) == {not_applicable}
    assert violations(raw_sheet(human(), human(), auction=True, without_clans=True)) == {not_applicable}
    assert violations(raw_sheet(human(bid=0), human(bid=1), automa(), auction=True)) == set()


def test_without_clans_nobody_has_one() -> None:
    found("not_applicable", "seats[0].clan", human(clan="gordon"), human(), without_clans=True)


def test_variants_of_two_players_and_of_small_tables() -> None:
    three = (human(), human(), human())
    for option in ("close_second_exports", "close_second_settlements"):
        found("not_applicable", f"options.{option}", *three, **{option: True})
        assert violations(raw_sheet(human(), human(), **{option: True})) == set()
    assert violations(raw_sheet(*three, tighter_map=True)) == set()
    assert violations(raw_sheet(human(), human(), tighter_map=True)) == set()
    found("not_applicable", "options.tighter_map", *three, human(), tighter_map=True)
    found("not_applicable", "options.tighter_map", human(), tighter_map=True)


@pytest.mark.parametrize("train", ["milestones_only", "simplified"])
def test_milestones_without_full_trains_are_for_people_alone(train: str) -> None:
    assert violations(raw_sheet(human(), human(), train=train)) == set()
    found("not_applicable", "options.train", human(), train=train)
    found("not_applicable", "options.train", human(), automa(), train=train)
    found("not_applicable", "options.train", human(), human(), automa(), train=train)
    found("not_applicable", "seats[0].deliveries", human(deliveries=1), human(), train=train)


def test_deliveries_are_five_at_most() -> None:
    seats = (human(deliveries=6), human(deliveries=5))
    assert violations(raw_sheet(*seats, train="full")) >= {("too_large", "seats[0].deliveries")}
    found("not_applicable", "seats[1].deliveries", human(), human(deliveries=1))


def test_a_reward_value_is_needed_only_where_it_cannot_be_read_off() -> None:
    assert violations(raw_sheet(human(), human(), reward="units")) == {
        ("required", "seats[0].reward_value"),
        ("required", "seats[1].reward_value"),
    }
    found("not_applicable", "seats[0].reward_value", human(reward_value=3), human(), reward="glory")


def test_milestone_places_are_not_shared() -> None:
    seats = (human(milestone_2=1), human(milestone_2=1), human())
    assert found("taken", "seats[1].milestone_2", *seats, train="simplified") == {"seat": 0}


def test_milestone_places_leave_no_gap() -> None:
    seats = (human(milestone_2=1), human(milestone_2=3), human())
    params = found("milestone_gap", "seats[1].milestone_2", *seats, train="simplified")
    assert params == {"place": 3, "before": 2}
    found("milestone_gap", "seats[0].milestone_4", human(milestone_4=2), human(), train="simplified")
    shared = (human(milestone_4=3), human(milestone_4=1), human(milestone_4=3))
    assert violations(raw_sheet(*shared, train="simplified")) == {
        ("taken", "seats[2].milestone_4"),
        ("milestone_gap", "seats[0].milestone_4"),
        ("milestone_gap", "seats[2].milestone_4"),
    }


def test_milestone_places_go_up_to_the_number_of_people() -> None:
    seats = (human(deliveries=1, milestone_1=1), human(deliveries=1, milestone_1=3), automa())
    assert found("too_large", "seats[1].milestone_1", *seats, train="full") == {"maximum": 2}


def test_milestones_need_deliveries_with_full_trains_only() -> None:
    claims = {"milestone_1": 1, "milestone_2": 1}
    params = found(
        "milestones_exceed_deliveries",
        "seats[0].deliveries",
        human(deliveries=1, **claims),
        human(deliveries=0),
        train="full",
    )
    assert params == {"milestones": 2, "deliveries": 1}
    assert violations(raw_sheet(human(deliveries=2, **claims), human(deliveries=0), train="full")) == set()
    assert violations(raw_sheet(human(**claims), human(), train="simplified")) == set()


def test_rounds_of_milestones_are_for_one_person() -> None:
    found(
        "milestones_exceed_deliveries",
        "seats[0].deliveries",
        human(deliveries=0, milestone_3_round=2),
        train="full",
    )
    found("not_applicable", "seats[0].milestone_3", human(deliveries=1, milestone_3=1), train="full")
    two = (human(deliveries=1, milestone_3_round=1), human(deliveries=0))
    found("not_applicable", "seats[0].milestone_3_round", *two, train="full")


def test_a_contract_exists_once() -> None:
    tiles = {"contracts": None, "hops": None, "cotton": None, "tobacco": None, "sugar_cane": None}
    seats = (human(**tiles, contract_tiles=[3, 7]), human(**tiles, contract_tiles=[7, 8, 3]))
    assert [(one.path, dict(one.params)) for one in CLANS.check(raw_sheet(*seats)).violations] == [
        ("seats[1].contract_tiles", {"seat": 0})
    ] * 2
    twice = violations(raw_sheet(human(**tiles, contract_tiles=[3, 3]), human()))
    assert ("listed_twice", "seats[0].contract_tiles[1]") in twice
    for wrong in (0, 51, "3", True, 3.0, None):
        bad = violations(raw_sheet(human(**tiles, contract_tiles=[1, wrong]), human()))
        assert ("not_a_choice", "seats[0].contract_tiles[1]") in bad


def test_typed_totals_must_agree_with_the_tiles() -> None:
    # Contracts 1 and 2 give 3 hops, 2 cotton, 3 tobacco.
    good = {"contract_tiles": [1, 2], "contracts": 2, "hops": 3, "cotton": 2, "tobacco": 3, "sugar_cane": 0}
    assert violations(raw_sheet(human(**good), human())) == set()
    params = found("tiles_disagree", "seats[0].cotton", human(**good | {"cotton": 3}), human())
    assert params == {"typed": 3, "counted": 2}


def test_typed_totals_must_agree_with_their_parts() -> None:
    params = found("parts_disagree", "seats[0].basic_goods", human(basic_goods=4, wool=1, milk=2), human())
    assert params == {"typed": 4, "counted": 3}


def test_kilts_are_frasers_and_two_at_most() -> None:
    kilts = {"processed_goods": None, "kilts": 2}
    assert violations(raw_sheet(human(clan="fraser", **kilts), human())) == set()
    assert ("not_applicable", "seats[0].kilts") in violations(
        raw_sheet(human(clan="gordon", **kilts), human())
    )
    assert ("too_large", "seats[0].kilts") in violations(raw_sheet(human(clan="fraser", kilts=3), human()))


def test_the_automa_has_no_clan_goods_or_glory_but_a_level() -> None:
    for key, value in (
        ("clan", "gordon"),
        ("glory", 3),
        ("basic_goods", 1),
        ("reward_value", 2),
        ("deliveries", 1),
    ):
        found("not_applicable", f"seats[1].{key}", human(), automa(**{key: value}))
    found("required", "seats[1].level", human(), automa(level=None))
    assert violations(raw_sheet(human(), automa(level=6))) >= {("not_a_choice", "seats[1].level")}
    found("not_applicable", "seats[0].level", human(level=2), automa())


def test_unusual_values_are_accepted_with_a_warning() -> None:
    usual = human(glory=120, money=300, contracts=15, settlements=20)
    assert warnings(raw_sheet(usual, human())) == set()
    unusual = human(glory=121, money=301, contracts=16, settlements=21)
    assert CLANS.check(raw_sheet(unusual, human())).sheet is not None
    assert warnings(raw_sheet(unusual, human())) == {
        ("unusual", f"seats[0].{key}") for key in ("glory", "money", "contracts", "settlements")
    }


def test_more_than_the_box_holds_is_worth_a_warning() -> None:
    all_there_is = human(contracts=15, hops=111, cotton=53)
    assert warnings(raw_sheet(all_there_is, human())) == set()
    (warning,) = CLANS.check(raw_sheet(all_there_is, human(contracts=1, hops=1))).warnings
    assert (warning.code, warning.path) == ("more_than_printed", "seats")
    assert dict(warning.params) == {"what": "hops", "total": 112, "printed": 111}
    many = [human(contracts=13) for _ in range(4)]
    assert warnings(raw_sheet(*many)) == {("more_than_printed", "seats")}


def test_imports_need_contracts() -> None:
    assert (
        warnings(raw_sheet(human(contracts=2, hops=18, cotton=3, tobacco=3, sugar_cane=2), human())) == set()
    )
    checked = CLANS.check(raw_sheet(human(contracts=2, hops=19, cotton=4, tobacco=3, sugar_cane=2), human()))
    hops, imports = checked.warnings
    assert (hops.code, hops.path) == ("hops_exceed_contracts", "seats[0].hops")
    assert dict(hops.params) == {"contracts": 2, "most": 18}
    assert (imports.code, imports.path) == ("imports_exceed_contracts", "seats[0].contracts")
    assert dict(imports.params) == {"imports": 9, "contracts": 2, "most": 8}


def test_the_last_in_turn_order_has_paid_nothing_for_the_clan() -> None:
    def auction(*seats: tuple[int | None, int | None], bot: dict[str, Any] | None = None) -> Any:
        people = [human(bid=bid, turn_order=turn) for bid, turn in seats]
        return CLANS.check(raw_sheet(*people, *([bot] if bot else []), auction=True)).warnings

    # Clans may go for nothing and bids may rise from one auction to the next; only the last clan is always free.
    assert auction((4, 1), (9, 2), (0, 3)) == ()
    assert auction((0, 1), (0, 2), (0, 3)) == ()
    (warning,) = auction((0, 1), (7, 3), (4, 2))
    assert (warning.code, warning.path) == ("paid_for_last_clan", "seats[1].bid")
    assert dict(warning.params) == {"bid": 7}
    # Somebody whose turn is blank may be the last one.
    assert auction((0, 1), (7, 2), (4, None)) == ()
    # The Automa bids for no clan, whenever its turn is.
    assert auction((0, 2), (5, 1), bot=automa(turn_order=3)) == ()
    assert auction((0, 3), (5, 2), bot=automa(turn_order=1)) == ()
    (warning,) = auction((0, 1), (5, 2), bot=automa(turn_order=3))
    assert (warning.code, warning.path) == ("paid_for_last_clan", "seats[1].bid")
    # Nobody for nothing is a violation and needs no second word; a bid still blank may be the free one.
    assert auction((3, 1), (5, 2)) == ()
    assert auction((3, 1), (None, 2)) == ()


def test_turn_order_is_free_without_an_auction() -> None:
    assert warnings(raw_sheet(human(turn_order=1), human(turn_order=2))) == set()


def test_many_tiles_are_as_unusual_as_a_typed_number() -> None:
    tiles = {"contracts": None, "hops": None, "cotton": None, "tobacco": None, "sugar_cane": None}
    raw = raw_sheet(human(**tiles, contract_tiles=list(range(1, 17))), human())
    assert warnings(raw) == {("unusual", "seats[0].contracts")}


def test_there_are_no_rounds_to_enter() -> None:
    found("unknown_field", "seats[0].rounds", human(rounds={"final": {}}), human())
