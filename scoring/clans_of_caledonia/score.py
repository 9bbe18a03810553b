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
    """The lines of every seat, in the order of the sheet."""
    exports, settlements = _rankings(sheet)
    rewards = iter(_rewards(sheet))
    columns = []
    for seat, export, settlement in zip(sheet.seats, exports, settlements, strict=True):
        shared = [*_contract_lines(seat, worths), export, settlement]
        if seat.is_human:
            columns.append(
                (
                    *_stock_lines(seat),
                    *shared,
                    *_industria_lines(sheet, seat, next(rewards)),
                    *_bid(sheet, seat),
                )
            )
        else:
            columns.append(
                (automa.glory(seat.level), automa.money(seat.money), *shared, *_train(sheet, seat))
            )
    return columns


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


def _contract_lines(seat: Seat, worths: tuple[Worth, ...]) -> list[ScoreLine]:
    """What fulfilled contracts bring; people and the Automa score it alike."""
    cotton, tobacco, sugar_cane = worths
    return [
        lines.hops(seat.hops),
        lines.imported(seat.cotton, cotton),
        lines.imported(seat.tobacco, tobacco),
        lines.imported(seat.sugar_cane, sugar_cane),
    ]


def _rankings(sheet: Sheet) -> tuple[list[ScoreLine], list[ScoreLine]]:
    """Exports and settlements of every seat: thresholds in solo, rankings otherwise."""
    contracts = [seat.contracts for seat in sheet.seats]
    connected = [seat.settlements for seat in sheet.seats]
    if sheet.solo:
        return [solo.exports(*contracts)], [solo.settlements(*connected)]
    options = sheet.options
    return (
        lines.exports(contracts, _close_second(sheet, options["close_second_exports"])),
        lines.settlements(connected, _close_second(sheet, options["close_second_settlements"])),
    )


def _close_second(sheet: Sheet, variant: bool) -> str:
    """The rule by which a close second scores, if any. One person against the Automa always plays with it."""
    if sheet.one_human:
        return lines.CLOSE_SECOND_AUTOMA
    return lines.CLOSE_SECOND_VARIANT if variant else ""


def _rewards(sheet: Sheet) -> list[ScoreLine | None]:
    """The reward of every person: a ranking among them, a card when there is only one."""
    reward = sheet.options["reward"]
    if not reward:
        return [None] * len(sheet.people)
    values = [industria.measure(reward, seat) for seat in sheet.people]
    return [solo.reward_card(reward, *values)] if sheet.one_human else [*industria.reward(values)]


def _industria_lines(sheet: Sheet, seat: Seat, reward: ScoreLine | None) -> list[ScoreLine]:
    """Reward and train: a game of the people alone, by cards and rounds when there is only one."""
    added = [reward] if reward else []
    train = sheet.options["train"]
    if train == "full":
        added.append(industria.deliveries(seat.deliveries))
    if train and sheet.one_human:
        added.append(solo.milestones(seat.claims))
    elif train:
        added.append(industria.milestones(seat.claims, industria.milestone_tiers(len(sheet.people), train)))
    if train and sheet.solo:
        added.append(solo.railway())
    return added


def _bid(sheet: Sheet, seat: Seat) -> list[ScoreLine]:
    return [lines.bid(seat.bid)] if sheet.options["auction"] else []


def _train(sheet: Sheet, seat: Seat) -> list[ScoreLine]:
    return [automa.train(seat.level)] if sheet.options["train"] else []
