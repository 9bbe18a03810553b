"""Putting a score together: which lines each seat gets, totals, places and the tie-break."""

from __future__ import annotations

from scoring.clans_of_caledonia import automa, industria, lines, solo
from scoring.clans_of_caledonia.sheet import Seat, Sheet, claimed_places, claimed_rounds
from scoring.clans_of_caledonia.tables import AUTOMA_POUNDS_PER_VP, POUNDS_PER_VP
from scoring.ranking import places
from scoring.types import Explanation, ScoreLine, params


def seat_lines(sheet: Sheet, worths: tuple[lines.Worth, ...]) -> list[list[ScoreLine]]:
    """The lines of every seat, in the order of the sheet."""
    exports, settlements = _rankings(sheet)
    cotton, tobacco, sugar_cane = worths
    columns = []
    for index, seat in enumerate(sheet.seats):
        person = index in sheet.humans
        column = _own_lines(seat) if person else _automa_lines(seat)
        column += [
            lines.hops(seat["hops"]),
            lines.imported(seat["cotton"], cotton),
            lines.imported(seat["tobacco"], tobacco),
            lines.imported(seat["sugar_cane"], sugar_cane),
            exports[index],
            settlements[index],
        ]
        columns.append(column)
    _add_industria(sheet, columns)
    if sheet.options["auction"]:
        for index in sheet.humans:
            columns[index].append(lines.bid(sheet.seats[index]["bid"]))
    return columns


def import_worths(sheet: Sheet) -> tuple[lines.Worth, ...]:
    """The worth of the imports at this table; every seat's imports count, the Automa's too."""
    return lines.import_worths(
        sum([seat["cotton"] for seat in sheet.seats]),
        sum([seat["tobacco"] for seat in sheet.seats]),
        sum([seat["sugar_cane"] for seat in sheet.seats]),
        sheet.options["static_imports"],
    )


def standings(sheet: Sheet, totals: list[int]) -> tuple[tuple[int, ...], list[Explanation | None]]:
    """Places by total, equal totals by leftover money, and how each tie was settled."""
    if len(set(totals)) == len(totals):
        return places([(total,) for total in totals]), [None] * len(totals)
    pounds = [seat["money"] for seat in sheet.seats]
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


def _own_lines(seat: Seat) -> list[ScoreLine]:
    return [
        lines.glory(seat["glory"]),
        lines.basic_goods(seat["basic_goods"]),
        lines.processed_goods(seat["processed_goods"]),
        lines.money(seat["money"], POUNDS_PER_VP),
    ]


def _automa_lines(seat: Seat) -> list[ScoreLine]:
    return [automa.glory(seat["level"] or 0), lines.money(seat["money"], AUTOMA_POUNDS_PER_VP)]


def _rankings(sheet: Sheet) -> tuple[list[ScoreLine], list[ScoreLine]]:
    """Exports and settlements: thresholds in solo, rankings otherwise."""
    contracts = [seat["contracts"] for seat in sheet.seats]
    connected = [seat["settlements"] for seat in sheet.seats]
    if sheet.solo:
        return [solo.exports(*contracts)], [solo.settlements(*connected)]
    # One person against the Automa always plays with the close second.
    options = sheet.options
    return (
        lines.exports(contracts, sheet.one_human or options["close_second_exports"]),
        lines.settlements(connected, sheet.one_human or options["close_second_settlements"]),
    )


def _add_industria(sheet: Sheet, columns: list[list[ScoreLine]]) -> None:
    """Reward and train lines: a game of the people alone, by cards and rounds when there is only one."""
    reward, train = sheet.options["reward"], sheet.options["train"]
    if reward:
        values = industria.measures(reward, [sheet.seats[index] for index in sheet.humans])
        awards = [solo.reward_card(reward, *values)] if sheet.one_human else industria.reward(values)
        for index, award in zip(sheet.humans, awards, strict=True):
            columns[index].append(award)
    if train:
        tiers = industria.milestone_tiers(len(sheet.humans), train)
        for index, seat in enumerate(sheet.seats):
            column = columns[index]
            if index not in sheet.humans:
                column.append(automa.train(seat["level"] or 0))
                continue
            if train == "full":
                column.append(industria.deliveries(seat["deliveries"]))
            if sheet.one_human:
                column.append(solo.milestones(claimed_rounds(seat)))
            else:
                column.append(industria.milestones(claimed_places(seat), tiers))
        if sheet.solo:
            columns[0].append(solo.railway())
