"""Rules between fields: what no sheet may hold, and what a person should confirm."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter, le

from scoring.clans_of_caledonia.contracts import CONTRACTS
from scoring.clans_of_caledonia.sheet import Columns, Counts, Sheet
from scoring.clans_of_caledonia.tables import MILESTONE_SLOTS
from scoring.kept import kept
from scoring.types import Violation, params

_PRINTED = {
    "contracts": len(CONTRACTS),
    "hops": sum(contract.hops for contract in CONTRACTS),
    "cotton": sum(contract.cotton for contract in CONTRACTS),
    "tobacco": sum(contract.tobacco for contract in CONTRACTS),
    "sugar_cane": sum(contract.sugar_cane for contract in CONTRACTS),
}
# The columns of the same names
_AMOUNTS: Callable[[Columns], tuple[Counts, ...]] = attrgetter(*_PRINTED)
_MOST_HOPS_ON_A_CONTRACT = max(contract.hops for contract in CONTRACTS)
_MOST_IMPORTS_ON_A_CONTRACT = max(
    contract.cotton + contract.tobacco + contract.sugar_cane for contract in CONTRACTS
)


def violations(sheet: Sheet, *, partial: bool) -> list[Violation]:
    found = _turn_order(sheet)
    if sheet.options["auction"]:
        found += _auction(sheet)
    if sheet.options["train"]:
        found += _milestones(sheet, partial=partial)
    return found


def warnings(sheet: Sheet) -> list[Violation]:
    amounts = _AMOUNTS(sheet.columns)
    return _beyond_the_box(amounts) + _beyond_the_contracts(amounts)


def _turn_order(sheet: Sheet) -> list[Violation]:
    """Turns are numbered up to the number of seats."""
    last = len(sheet.entries.seats)
    turns = sheet.columns.turn_order
    if turns.count(None) == last:
        return []
    return [
        Violation("too_large", f"seats[{index}].turn_order", params(maximum=last))
        for index, turn in enumerate(turns)
        if turn and turn > last
    ]


def _auction(sheet: Sheet) -> list[Violation]:
    """The last one without a clan pays nothing, so one bid is 0; a bid still blank may be that one."""
    return [] if 0 in sheet.people.bid else [Violation("auction_without_zero", "seats")]


def _milestones(sheet: Sheet, *, partial: bool) -> list[Violation]:
    found = _markers(sheet) if sheet.options["train"] == "full" else []
    if not sheet.one_human:
        found += _claim_places(sheet, partial=partial)
    return found


def _markers(sheet: Sheet) -> list[Violation]:
    """With the full train module every milestone takes a marker that a delivery unlocked."""
    claimed = [MILESTONE_SLOTS - claim.count(0) for claim in sheet.claims]
    if all(map(le, claimed, sheet.people.deliveries)):
        return []
    found = []
    for index, number, deliveries in zip(sheet.humans, claimed, sheet.people.deliveries, strict=True):
        # A number of deliveries still blank may yet suffice.
        if number > deliveries and "deliveries" in sheet.entries.seats[index].entered:
            detail = params(milestones=number, deliveries=deliveries)
            path = f"seats[{index}].deliveries"
            found.append(Violation("milestones_exceed_deliveries", path, detail))
    return found


def _claim_places(sheet: Sheet, *, partial: bool) -> list[Violation]:
    """Places go up to the number of people and leave no gap. (That none is shared, the reader checks.)"""
    if all(map(_one_after_the_other, sheet.people.milestones)):
        return []
    people = len(sheet.humans)
    found = []
    for slot, places in enumerate(sheet.people.milestones):
        for index, place in zip(sheet.humans, places, strict=True):
            if place > people:
                found.append(Violation("too_large", _claim_path(index, slot), params(maximum=people)))
            elif place > 1 and place - 1 not in places and not partial:
                detail = params(place=place, before=place - 1)
                found.append(Violation("milestone_gap", _claim_path(index, slot), detail))
    return found


@kept
def _one_after_the_other(places: Counts) -> bool:
    """As many claims as the last place says: with none shared, none is left out."""
    return max(places) == len(places) - places.count(0)


def _claim_path(seat: int, slot: int) -> str:
    return f"seats[{seat}].milestone_{slot + 1}"


def _beyond_the_box(amounts: tuple[Counts, ...]) -> list[Violation]:
    """More than all contracts of the box together give."""
    totals = list(map(sum, amounts))
    if all(map(le, totals, _PRINTED.values())):
        return []
    return [
        Violation("more_than_printed", "seats", params(what=key, total=total, printed=printed))
        for (key, printed), total in zip(_PRINTED.items(), totals, strict=True)
        if total > printed
    ]


def _beyond_the_contracts(amounts: tuple[Counts, ...]) -> list[Violation]:
    """More hops or imports than so many contracts can hold."""
    found = []
    for index, (contracts, hops, cotton, tobacco, sugar_cane) in enumerate(zip(*amounts, strict=True)):
        if hops > contracts * _MOST_HOPS_ON_A_CONTRACT:
            detail = params(contracts=contracts, most=contracts * _MOST_HOPS_ON_A_CONTRACT)
            found.append(Violation("hops_exceed_contracts", f"seats[{index}].hops", detail))
        imports = cotton + tobacco + sugar_cane
        if imports > contracts * _MOST_IMPORTS_ON_A_CONTRACT:
            most = contracts * _MOST_IMPORTS_ON_A_CONTRACT
            detail = params(imports=imports, contracts=contracts, most=most)
            found.append(Violation("imports_exceed_contracts", f"seats[{index}].contracts", detail))
    return found
