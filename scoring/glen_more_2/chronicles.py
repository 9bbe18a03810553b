"""The lines that the chronicles add. A chronicle without lines of its own changes those of `lines.py`."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.glen_more_2.constants import CASTLE_MOIL_FACTOR, COUNCIL_VP, RACE_VP, SIBYL_MACSPONGE_FROM
from scoring.glen_more_2.lines import claims, final_line
from scoring.glen_more_2.sheet import BlankableRow, CouncilCard, Haggis, Round, Row
from scoring.types import Explanation, Param, ScoreLine, params, shared


@shared
def race(result: str | None) -> ScoreLine:
    """Dragon boat races: 15, 10 and 5 VP for the first three boats home."""
    # Only a preview of a half-filled sheet has a blank here.
    vp = RACE_VP[result] if result else 0
    code = f"race_{result}" if result else "race_open"
    return final_line("race", None, None, vp, code)


def haggis(played: str, tokens: Haggis) -> list[ScoreLine]:
    """Haggis: the number of face-up tokens times the sum of their values."""
    return [_haggis(played, number, total) for number, total in zip(*tokens, strict=True)]


@shared
def _haggis(played: str, tokens: int, total: int) -> ScoreLine:
    return ScoreLine("haggis", played, tokens, total, tokens * total, Explanation("haggis"))


def sibyl_macsponge(played: str, holder: int, rows: Sequence[Sequence[ScoreLine]]) -> list[ScoreLine]:
    """Sibyl MacSponge (penny mobs): whoever scores 6 VP or more from one source in a scoring round gives one
    of them to her holder; `rows` are the lines of the round, each of them a source.
    """
    sources = [
        tuple([line.key for line in own if line.vp >= SIBYL_MACSPONGE_FROM]) if seat != holder else ()
        for seat, own in enumerate(zip(*rows, strict=True))
    ]
    given = sum(map(len, sources))
    return [
        _sibyl_receives(played, given) if seat == holder else _sibyl_gives(played, taken_from, holder)
        for seat, taken_from in enumerate(sources)
    ]


@shared
def _sibyl_gives(played: str, sources: tuple[str, ...], holder: int) -> ScoreLine:
    number = len(sources)
    if number:
        named = params(to=holder, sources=sources, least=SIBYL_MACSPONGE_FROM)
        why = Explanation("sibyl_gives", named)
    else:
        why = Explanation("sibyl_spares", params(to=holder, least=SIBYL_MACSPONGE_FROM))
    return ScoreLine("sibyl_macsponge", played, number, -1, -number, why)


@shared
def _sibyl_receives(played: str, given: int) -> ScoreLine:
    named = params(least=SIBYL_MACSPONGE_FROM)
    return ScoreLine("sibyl_macsponge", played, given, 1, given, Explanation("sibyl_receives", named))


# Between a rock and a hard place


def council_card(card: CouncilCard, last: Round, tiles: Row) -> list[ScoreLine]:
    """A council card: 10 VP for the best, split evenly and rounded up when several are.

    It must have been voted in. Everyone at zero is a tie of all. `last` is the last scoring round, `tiles`
    the territories.
    """
    if not card.voted_in:
        return [_voted_out(card.key, card.ayes, card.nays)] * len(tiles)
    if card.key == "complete_sets":
        return _complete_sets(last)
    if card.key == "castles_with_scot":
        return _castles_with_scot(card.typed, last)
    if card.key == "smallest_territory":
        return _compared(card.key, tiles, min(tiles), "council_fewest")
    values = _filled(card.typed)
    return _compared(card.key, values, max(values), "council_most")


def _complete_sets(last: Round) -> list[ScoreLine]:
    """Complete sets of a castle Scot, a barrel, a landmark and a person.

    Castle Moil doubles its owner's Scots, and a card with a token of John McClaim counts for his holder instead of
    its owner. Nothing else changes a count.
    """
    scots = [
        scots * CASTLE_MOIL_FACTOR if seat == last.castle_moil else scots
        for seat, scots in enumerate(last.castle_scots)
    ]
    # Only a preview of a half-filled sheet can have more tokens than cards.
    cards = [
        max(own + gained - lost, 0) for own, (gained, lost) in zip(last.landmarks, claims(last), strict=True)
    ]
    parts = list(zip(scots, last.barrels, cards, last.persons, strict=True))
    sets = [min(part) for part in parts]
    best = max(sets)
    return [_sets(*part, own, best, sets.count(best)) for part, own in zip(parts, sets, strict=True)]


@shared
def _sets(
    scots: int, barrels: int, landmarks: int, persons: int, own: int, best: int, sharers: int
) -> ScoreLine:
    return _council_line(
        "complete_sets",
        own,
        best,
        sharers,
        "council_sets",
        scots=scots,
        barrels=barrels,
        landmarks=landmarks,
        persons=persons,
    )


def _castles_with_scot(typed: BlankableRow, last: Round) -> list[ScoreLine]:
    """Castles with a Scot: Mike McCastle's holder counts the castle he stands on as well."""
    values = _filled(typed)
    mike = last.gangsters.get("mike_mccastle")
    if mike is None or last.mike_host is None:
        return _compared("castles_with_scot", values, max(values), "council_most")
    counted = tuple([own + (seat == mike) for seat, own in enumerate(values)])
    best = max(counted)
    lines = _compared("castles_with_scot", counted, best, "council_most")
    lines[mike] = _council_line(
        "castles_with_scot",
        counted[mike],
        best,
        counted.count(best),
        "council_mike_mccastle",
        own=values[mike],
    )
    return lines


def _filled(typed: BlankableRow) -> Row:
    return tuple([value or 0 for value in typed])


def _compared(card: str, values: Row, best: int, code: str) -> list[ScoreLine]:
    sharers = values.count(best)
    return [_comparison(card, value, best, sharers, code) for value in values]


@shared
def _comparison(card: str, value: int, best: int, sharers: int, code: str) -> ScoreLine:
    return _council_line(card, value, best, sharers, code)


def _council_line(card: str, value: int, best: int, sharers: int, code: str, **named: Param) -> ScoreLine:
    vp = -(-COUNCIL_VP // sharers) if value == best else 0
    named |= {"best": best, "sharers": sharers, "prize": COUNCIL_VP}
    return final_line(f"council_{card}", value, None, vp, code, **named)


@shared
def _voted_out(card: str, ayes: int, nays: int) -> ScoreLine:
    code = "council_voted_out" if nays else "council_never_voted"
    return final_line(f"council_{card}", None, None, 0, code, ayes=ayes, nays=nays)


# Penny mobs


@shared
def gangsters(held: tuple[str, ...], cost: int) -> ScoreLine:
    """Gangsters: each costs the VP printed on it."""
    return final_line("gangsters", len(held), None, -cost, "gangsters", held=held, cost=cost)


@shared
def pennies(plus: int, minus: int) -> ScoreLine:
    """Pennies: 1 VP for each on its plus side, minus 1 VP for each on its minus side."""
    return final_line("pennies", plus + minus, None, plus - minus, "pennies", plus=plus, minus=minus)
