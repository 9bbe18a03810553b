"""Putting a score together: which lines each seat gets, totals, places and the tie-break."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.clans_of_caledonia import automa, industria, lines, solo
from scoring.clans_of_caledonia.sheet import Sheet
from scoring.clans_of_caledonia.tables import AUTOMA_POUNDS_PER_VP, POUNDS_PER_VP
from scoring.ranking import places
from scoring.types import Explanation, ScoreLine, params


def seat_lines(sheet: Sheet, worths: tuple[lines.Worth, ...]) -> list[tuple[ScoreLine, ...]]:
    """The lines of every seat, in the order of the sheet."""
    people = sheet.people
    shared = _rows_of_all(sheet, worths)
    bids = [map(lines.bid, people.bid)] if sheet.options["auction"] else []
    # Rows of one kind of line each, turned into the columns of the people.
    columns = zip(
        map(lines.glory, people.glory),
        map(lines.basic_goods, people.basic_goods),
        map(lines.processed_goods, people.processed_goods),
        map(lines.money, people.money),
        *([[row[index] for index in sheet.humans] for row in shared] if sheet.with_automa else shared),
        *_industria_rows(sheet),
        *bids,
        strict=True,
    )
    if not sheet.with_automa:
        return list(columns)
    return [
        next(columns)
        if index in sheet.humans
        else _automa_lines(sheet, index, [row[index] for row in shared])
        for index in range(len(sheet.entries.seats))
    ]


def import_worths(sheet: Sheet) -> tuple[lines.Worth, ...]:
    """The worth of the imports at this table; every seat's imports count, the Automa's too."""
    columns = sheet.columns
    return lines.import_worths(
        sum(columns.cotton), sum(columns.tobacco), sum(columns.sugar_cane), sheet.options["static_imports"]
    )


def standings(sheet: Sheet, totals: list[int]) -> tuple[tuple[int, ...], list[Explanation | None]]:
    """Places by total, equal totals by leftover money, and how each tie was settled."""
    if len(set(totals)) == len(totals):
        return places(totals), [None] * len(totals)
    pounds = sheet.columns.money
    left = [
        amount % (POUNDS_PER_VP if index in sheet.humans else AUTOMA_POUNDS_PER_VP)
        for index, amount in enumerate(pounds)
    ]
    order = list(zip(totals, left, strict=True))
    breaks: list[Explanation | None] = []
    for standing, amount in zip(order, pounds, strict=True):
        if totals.count(standing[0]) == 1:
            breaks.append(None)
        else:
            code = "tie_stands" if order.count(standing) > 1 else "tie_broken_by_money"
            breaks.append(Explanation(code, params(left=standing[1], money=amount)))
    return places(order), breaks


def _rows_of_all(sheet: Sheet, worths: tuple[lines.Worth, ...]) -> list[list[ScoreLine]]:
    """The lines that people and the Automa score alike."""
    columns = sheet.columns
    cotton, tobacco, sugar_cane = worths
    return [
        list(map(lines.hops, columns.hops)),
        lines.imported(columns.cotton, cotton),
        lines.imported(columns.tobacco, tobacco),
        lines.imported(columns.sugar_cane, sugar_cane),
        *_rankings(sheet),
    ]


def _automa_lines(sheet: Sheet, seat: int, shared: list[ScoreLine]) -> tuple[ScoreLine, ...]:
    level = sheet.automa_level(seat)
    money = automa.money(sheet.columns.money[seat])
    train = [automa.train(level)] if sheet.options["train"] else []
    return (automa.glory(level), money, *shared, *train)


def _rankings(sheet: Sheet) -> tuple[list[ScoreLine], list[ScoreLine]]:
    """Exports and settlements: thresholds in solo, rankings otherwise."""
    contracts, connected = sheet.columns.contracts, sheet.columns.settlements
    if sheet.solo:
        return [solo.exports(*contracts)], [solo.settlements(*connected)]
    # One person against the Automa always plays with the close second.
    options = sheet.options
    return (
        lines.exports(contracts, sheet.one_human or options["close_second_exports"]),
        lines.settlements(connected, sheet.one_human or options["close_second_settlements"]),
    )


def _industria_rows(sheet: Sheet) -> list[Iterable[ScoreLine]]:
    """Reward and train lines: a game of the people alone, by cards and rounds when there is only one."""
    reward, train = sheet.options["reward"], sheet.options["train"]
    rows: list[Iterable[ScoreLine]] = []
    if reward:
        values = industria.measures(reward, sheet.people)
        rows.append([solo.reward_card(reward, *values)] if sheet.one_human else industria.reward(values))
    if train == "full":
        rows.append(map(industria.deliveries, sheet.people.deliveries))
    if train and sheet.one_human:
        rows.append(map(solo.milestones, sheet.claims))
    elif train:
        tiers = industria.milestone_tiers(len(sheet.humans), train)
        rows.append(map(industria.milestones(tiers), sheet.claims))
    if train and sheet.solo:
        rows.append([solo.railway()])
    return rows
