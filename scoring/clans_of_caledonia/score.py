"""Putting a score together: which lines each seat gets, totals, places and the tie-break."""

from __future__ import annotations

from scoring.clans_of_caledonia import automa, industria, lines, solo
from scoring.clans_of_caledonia.constants import AUTOMA_POUNDS_PER_VP, POUNDS_PER_VP
from scoring.clans_of_caledonia.lines import Worth
from scoring.clans_of_caledonia.sheet import Seat, Sheet
from scoring.ranking import places
from scoring.types import Explanation, ScoreLine, params


def import_worths(sheet: Sheet) -> tuple[Worth, ...]:
    """The worth of the imports at this table; every seat's imports count, the Automa's too."""
    return lines.import_worths(
        sum([seat.cotton for seat in sheet.seats]),
        sum([seat.tobacco for seat in sheet.seats]),
        sum([seat.sugar_cane for seat in sheet.seats]),
        sheet.options["static_imports"],
    )


def seat_lines(sheet: Sheet, worths: tuple[Worth, ...]) -> list[tuple[ScoreLine, ...]]:
    """For each seat its lines, from glory to the bid as on the sheet. Most come from the seat alone, three from all."""
    exports, settlements, rewards = _exports(sheet), _settlements(sheet), _rewards(sheet)
    lines_of_seats = []
    for index, seat in enumerate(sheet.seats):
        # People and the Automa score these alike.
        common = [*_contract_lines(seat, worths), exports[index], settlements[index]]
        if seat.is_human:
            added = [*rewards[index], *_train_lines(sheet, seat), *_bid_lines(sheet, seat)]
            lines_of_seats.append((*_stock_lines(seat), *common, *added))
        else:
            added = _automa_train_lines(sheet, seat)
            lines_of_seats.append((*_automa_stock_lines(seat), *common, *added))
    return lines_of_seats


def rank_seats(sheet: Sheet, totals: list[int]) -> tuple[tuple[int, ...], list[Explanation | None]]:
    """Places by total, equal totals by leftover money, and how each tie was settled."""
    left = [seat.money % (POUNDS_PER_VP if seat.is_human else AUTOMA_POUNDS_PER_VP) for seat in sheet.seats]
    order = list(zip(totals, left, strict=True))
    tie_breaks: list[Explanation | None] = []
    for seat, rank in zip(sheet.seats, order, strict=True):
        total, pounds = rank
        if totals.count(total) == 1:
            tie_breaks.append(None)
        else:
            code = "tie_stands" if order.count(rank) > 1 else "tie_broken_by_money"
            tie_breaks.append(Explanation(code, params(left=pounds, money=seat.money)))
    return places(order), tie_breaks


def _stock_lines(seat: Seat) -> list[ScoreLine]:
    return [
        lines.glory(seat.glory),
        lines.basic_goods(seat.basic_goods),
        lines.processed_goods(seat.processed_goods),
        lines.money(seat.money),
    ]


def _automa_stock_lines(seat: Seat) -> list[ScoreLine]:
    """The Automa has money and, by its level, glory; it never has goods."""
    return [automa.glory(seat.level), automa.money(seat.money)]


def _contract_lines(seat: Seat, worths: tuple[Worth, ...]) -> list[ScoreLine]:
    """What fulfilled contracts bring."""
    cotton, tobacco, sugar_cane = worths
    return [
        lines.hops(seat.hops),
        lines.imported(seat.cotton, cotton),
        lines.imported(seat.tobacco, tobacco),
        lines.imported(seat.sugar_cane, sugar_cane),
    ]


def _exports(sheet: Sheet) -> list[ScoreLine]:
    """The exports of every seat: thresholds in solo, a ranking otherwise."""
    contracts = [seat.contracts for seat in sheet.seats]
    if sheet.solo:
        return [solo.exports(*contracts)]
    # One person against the Automa always plays with the close second.
    return lines.exports(contracts, sheet.one_human or sheet.options["close_second_exports"])


def _settlements(sheet: Sheet) -> list[ScoreLine]:
    """The settlements of every seat, in the same way."""
    connected = [seat.settlements for seat in sheet.seats]
    if sheet.solo:
        return [solo.settlements(*connected)]
    return lines.settlements(connected, sheet.one_human or sheet.options["close_second_settlements"])


def _rewards(sheet: Sheet) -> list[list[ScoreLine]]:
    """The reward of every seat, none for the Automa: people are ranked among themselves, the only one has a card."""
    rewards: list[list[ScoreLine]] = [[] for _ in sheet.seats]
    reward = sheet.options["reward"]
    if not reward:
        return rewards
    people = [index for index, seat in enumerate(sheet.seats) if seat.is_human]
    values = [industria.measure(reward, sheet.seats[index]) for index in people]
    scored = [solo.reward_card(reward, *values)] if sheet.one_human else industria.reward(values)
    for index, line in zip(people, scored, strict=True):
        rewards[index].append(line)
    return rewards


def _train_lines(sheet: Sheet, seat: Seat) -> list[ScoreLine]:
    """The train module: milestones count by place among people, by round for the only one."""
    train = sheet.options["train"]
    if not train:
        return []
    deliveries = [industria.deliveries(seat.deliveries)] if train == "full" else []
    if sheet.one_human:
        milestones = solo.milestones(seat.claims)
    else:
        tiers = industria.milestone_tiers(len(sheet.people), train)
        milestones = industria.milestones(seat.claims, tiers)
    railway = [solo.railway()] if sheet.solo else []
    return [*deliveries, milestones, *railway]


def _automa_train_lines(sheet: Sheet, seat: Seat) -> list[ScoreLine]:
    return [automa.train(seat.level)] if sheet.options["train"] else []


def _bid_lines(sheet: Sheet, seat: Seat) -> list[ScoreLine]:
    return [lines.bid(seat.bid)] if sheet.options["auction"] else []
