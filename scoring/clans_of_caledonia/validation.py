"""Rules between fields: what no sheet may hold, and what a person should confirm."""

from __future__ import annotations

from scoring.clans_of_caledonia.contracts import CONTRACTS
from scoring.clans_of_caledonia.sheet import Sheet
from scoring.types import Violation, params

_PRINTED = {
    "contracts": len(CONTRACTS),
    "hops": sum(contract.hops for contract in CONTRACTS),
    "cotton": sum(contract.cotton for contract in CONTRACTS),
    "tobacco": sum(contract.tobacco for contract in CONTRACTS),
    "sugar_cane": sum(contract.sugar_cane for contract in CONTRACTS),
}
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
    found = _auction_order(sheet) if sheet.options["auction"] else []
    return found + _beyond_the_box(sheet) + _beyond_the_contracts(sheet)


def _turn_order(sheet: Sheet) -> list[Violation]:
    """Turns are numbered up to the number of seats."""
    last = len(sheet.seats)
    return [
        Violation("too_large", f"seats[{index}].turn_order", params(maximum=last))
        for index, seat in enumerate(sheet.seats)
        if seat.turn_order and seat.turn_order > last
    ]


def _auction(sheet: Sheet) -> list[Violation]:
    """The last one without a clan pays nothing, so one bid is 0; a bid still blank may be that one."""
    if any(seat.bid == 0 for seat in sheet.people):
        return []
    return [Violation("auction_without_zero", "seats")]


def _auction_order(sheet: Sheet) -> list[Violation]:
    """Turns follow the order in which clans are won, so the last of the people has the clan that costs nothing.

    Whether the Automa comes after them does not matter. That nobody at all pays nothing is a violation already.
    """
    turns = [seat.turn_order or 0 for seat in sheet.people]
    if 0 in turns or _auction(sheet):
        return []
    last = max(turns)
    return [
        Violation("paid_for_last_clan", f"seats[{index}].bid", params(bid=seat.bid))
        for index, seat in enumerate(sheet.seats)
        if seat.is_human and seat.turn_order == last and seat.bid
    ]


def _milestones(sheet: Sheet, *, partial: bool) -> list[Violation]:
    found = _markers(sheet) if sheet.options["train"] == "full" else []
    if not sheet.one_human:
        found += _claim_places(sheet, partial=partial)
    return found


def _markers(sheet: Sheet) -> list[Violation]:
    """With the full train module every milestone takes a marker that a delivery unlocked."""
    found = []
    for index, seat in enumerate(sheet.seats):
        claimed = len(seat.claims) - seat.claims.count(0)
        # A number of deliveries still blank may yet suffice.
        if seat.has_deliveries and claimed > seat.deliveries:
            detail = params(milestones=claimed, deliveries=seat.deliveries)
            found.append(Violation("milestones_exceed_deliveries", f"seats[{index}].deliveries", detail))
    return found


def _claim_places(sheet: Sheet, *, partial: bool) -> list[Violation]:
    """Places go up to the number of people and leave no gap. (That none is shared, the reader checks.)"""
    found = []
    people = len(sheet.people)
    for slot, places in enumerate(zip(*[seat.claims for seat in sheet.seats], strict=True), start=1):
        for index, place in enumerate(places):
            path = f"seats[{index}].milestone_{slot}"
            if place > people:
                found.append(Violation("too_large", path, params(maximum=people)))
            elif place > 1 and place - 1 not in places and not partial:
                found.append(Violation("milestone_gap", path, params(place=place, before=place - 1)))
    return found


def _beyond_the_box(sheet: Sheet) -> list[Violation]:
    """More than all contracts of the box together give."""
    totals = {
        "contracts": sum([seat.contracts for seat in sheet.seats]),
        "hops": sum([seat.hops for seat in sheet.seats]),
        "cotton": sum([seat.cotton for seat in sheet.seats]),
        "tobacco": sum([seat.tobacco for seat in sheet.seats]),
        "sugar_cane": sum([seat.sugar_cane for seat in sheet.seats]),
    }
    return [
        Violation("more_than_printed", "seats", params(what=key, total=total, printed=_PRINTED[key]))
        for key, total in totals.items()
        if total > _PRINTED[key]
    ]


def _beyond_the_contracts(sheet: Sheet) -> list[Violation]:
    """More hops or imports than so many contracts can hold."""
    found = []
    for index, seat in enumerate(sheet.seats):
        most_hops = seat.contracts * _MOST_HOPS_ON_A_CONTRACT
        if seat.hops > most_hops:
            detail = params(contracts=seat.contracts, most=most_hops)
            found.append(Violation("hops_exceed_contracts", f"seats[{index}].hops", detail))
        imports = seat.cotton + seat.tobacco + seat.sugar_cane
        most_imports = seat.contracts * _MOST_IMPORTS_ON_A_CONTRACT
        if imports > most_imports:
            detail = params(imports=imports, contracts=seat.contracts, most=most_imports)
            found.append(Violation("imports_exceed_contracts", f"seats[{index}].contracts", detail))
    return found
