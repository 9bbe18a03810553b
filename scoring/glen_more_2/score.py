"""Putting a score together: which lines each seat gets, totals, places and the tie-break."""

from __future__ import annotations

from typing import NamedTuple

from scoring.glen_more_2 import chronicles, lines
from scoring.glen_more_2.pieces import GANGSTER_BY_KEY
from scoring.glen_more_2.sheet import Ending, Round, Sheet
from scoring.ranking import places
from scoring.types import Explanation, ScoreLine, params


class Game(NamedTuple):
    """A sheet with the lines of each seat, which checking (is there a tie to break?) and scoring both need."""

    sheet: Sheet
    lines: list[tuple[ScoreLine, ...]]
    totals: list[int]


def score_sheet(sheet: Sheet) -> Game:
    lines_of_seats = seat_lines(sheet)
    return Game(sheet, lines_of_seats, [sum([line.vp for line in own]) for own in lines_of_seats])


def seat_lines(sheet: Sheet) -> list[tuple[ScoreLine, ...]]:
    """For each seat its lines: the scoring rounds in order, then the final scoring.

    A row is one line of every seat, as on paper, so the seats are the columns.
    """
    rows: list[list[ScoreLine]] = []
    for played in sheet.rounds:
        rows += _round_rows(played)
    if sheet.ending:
        rows += _final_rows(sheet, sheet.ending)
    return list(zip(*rows, strict=True))


def rank_seats(game: Game) -> tuple[tuple[int, ...], list[Explanation | None]]:
    """Places by total, at the end of the game equal totals by fewest resources; and how ties were settled."""
    totals = game.totals
    if len(set(totals)) == len(totals):
        return places([(total,) for total in totals]), [None] * len(totals)
    if not game.sheet.ending:
        tied = Explanation("tie_so_far")
        breaks = [tied if totals.count(total) > 1 else None for total in totals]
        return places([(total,) for total in totals]), breaks
    resources = [own or 0 for own in game.sheet.resources]
    order = [(total, -own) for total, own in zip(totals, resources, strict=True)]
    settled = [
        _tie_break(order.count(rank) > 1, -rank[1]) if totals.count(rank[0]) > 1 else None for rank in order
    ]
    return places(order), settled


def _tie_break(stands: bool, resources: int) -> Explanation:
    code = "tie_shared" if stands else "tie_broken_by_resources"
    return Explanation(code, params(resources=resources))


def _round_rows(played: Round) -> list[list[ScoreLine]]:
    rows = [lines.castle_scots(played), lines.landmarks(played), lines.barrels(played), lines.persons(played)]
    if played.haggis:
        rows.append(chronicles.haggis(played.key, played.haggis))
    sibyl = played.gangsters.get("sibyl_macsponge")
    if sibyl is not None:
        rows.append(chronicles.sibyl_macsponge(played.key, sibyl, rows))
    return rows


def _final_rows(sheet: Sheet, ending: Ending) -> list[list[ScoreLine]]:
    rows = [
        lines.territory(ending.territory),
        [
            lines.coins(owned, seat == ending.armadale_castle, ending.race_results[seat])
            for seat, owned in enumerate(ending.coins)
        ],
        [lines.vp_tokens(points) for points in ending.vp_tokens],
    ]
    if any(ending.landmark_vp):
        rows.append([lines.landmark_vp(points) for points in ending.landmark_vp])
    if "dragon_boat_races" in sheet.chronicles:
        rows.append([chronicles.race(result) for result in ending.race_results])
    last = sheet.rounds[-1]
    rows += [chronicles.council_card(card, last, ending.territory) for card in ending.council]
    if "penny_mobs" in sheet.chronicles:
        held = _held(last, sheet.seats)
        rows.append([chronicles.gangsters(*own) for own in zip(held, ending.gangster_costs, strict=True)])
        pennies = zip(ending.plus_pennies, ending.minus_pennies, strict=True)
        rows.append([chronicles.pennies(plus, minus) for plus, minus in pennies])
    return rows


def _held(last: Round, seats: int) -> list[tuple[str, ...]]:
    """The gangsters of each seat, in the order of the catalogue."""
    return [
        tuple([gangster for gangster in GANGSTER_BY_KEY if last.gangsters.get(gangster) == seat])
        for seat in range(seats)
    ]
