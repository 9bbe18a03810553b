"""Values that are possible, or that the book leaves possible, but should be confirmed."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.glen_more_2.constants import HOME_TILES, RACE_PLACES, ROUNDS
from scoring.glen_more_2.pieces import CASTLE_MOIL_PILE, GANGSTER_BY_KEY, LANDMARK_CARDS
from scoring.glen_more_2.sheet import Ending, Round, Sheet
from scoring.glen_more_2.validation import first_held, round_path
from scoring.types import Violation, params

# What nobody can lose again
_GROWING = ("landmarks", "persons", "event_sides")


def warnings(sheet: Sheet) -> Iterator[Violation]:
    yield from _fewer_than_before(sheet)
    yield from _early_castle_moil(sheet)
    yield from _unlikely_gangsters(sheet)
    for played in sheet.rounds:
        yield from _more_landmarks_than_cards(sheet, played)
    if sheet.ending:
        yield from _race_without_last(sheet.ending)
        yield from _small_territory(sheet, sheet.ending)
        yield from _gangster_costs(sheet, sheet.ending)


def _fewer_than_before(sheet: Sheet) -> Iterator[Violation]:
    """Landmark cards, persons and event sides are kept to the end of the game."""
    for seat, values in enumerate(sheet.values.seats):
        for key in _GROWING:
            before = 0
            for played in sheet.rounds:
                value = values.entered_rounds.get(played.key, {}).get(key)
                if isinstance(value, int):
                    if value < before:
                        detail = params(value=value, before=before)
                        yield Violation("fewer_than_before", round_path(seat, played.key, key), detail)
                    before = value


def _early_castle_moil(sheet: Sheet) -> Iterator[Violation]:
    """Castle Moil is a tile of the last pile."""
    for played in sheet.rounds:
        if played.castle_moil is not None:
            if played.key != CASTLE_MOIL_PILE:
                yield Violation(
                    "early_castle_moil", round_path(played.castle_moil, played.key, "castle_moil")
                )
            return


def _unlikely_gangsters(sheet: Sheet) -> Iterator[Violation]:
    """Some gangsters come with pile B, some only with another chronicle."""
    for gangster, (seat, played) in first_held(sheet).items():
        facts = GANGSTER_BY_KEY[gangster]
        path = round_path(seat, played, "gangsters")
        if facts["letter"] == "b" and played == ROUNDS[0]:
            yield Violation("early_gangster", path, params(gangster=gangster))
        chronicle = facts["chronicle"]
        if chronicle and chronicle not in sheet.chronicles:
            detail = params(gangster=gangster, chronicle=chronicle)
            yield Violation("gangster_without_chronicle", path, detail)


def _more_landmarks_than_cards(sheet: Sheet, played: Round) -> Iterator[Violation]:
    """Landmark cards come with their piles: so many in all up to each round."""
    available = _cards_available(played.key, sheet.chronicles)
    total = sum(played.landmarks)
    if total > available:
        path = round_path(played.landmarks.index(max(played.landmarks)), played.key, "landmarks")
        yield Violation("more_landmarks_than_cards", path, params(total=total, cards=available))


def _cards_available(played: str, chronicles: frozenset[str]) -> int:
    piles = ROUNDS[: ROUNDS.index(played) + 1]
    sets = [cards for name, cards in LANDMARK_CARDS.items() if name == "base" or name in chronicles]
    return sum([cards[pile] for cards in sets for pile in piles])


def _race_without_last(ending: Ending) -> Iterator[Violation]:
    """The race ends when all but one are home, so somebody has a "last" card."""
    if all(result in RACE_PLACES for result in ending.race_results):
        worst = max(ending.race_results, key=lambda result: RACE_PLACES.index(str(result)))
        yield Violation("race_without_last", f"seats[{ending.race_results.index(worst)}].race_result")


def _small_territory(sheet: Sheet, ending: Ending) -> Iterator[Violation]:
    """Everybody begins with a village and a castle."""
    for seat, values in enumerate(sheet.values.seats):
        if "territory" in values.entered and ending.territory[seat] < HOME_TILES:
            yield Violation("small_territory", f"seats[{seat}].territory", params(home=HOME_TILES))


def _gangster_costs(sheet: Sheet, ending: Ending) -> Iterator[Violation]:
    """Gangsters cost VP, and nothing else does."""
    holders = set(sheet.rounds[-1].gangsters.values())
    for seat, values in enumerate(sheet.values.seats):
        path = f"seats[{seat}].gangster_cost"
        cost = ending.gangster_costs[seat]
        if cost and seat not in holders:
            yield Violation("cost_without_gangster", path, params(cost=cost))
        elif seat in holders and not cost and "gangster_cost" in values.entered:
            yield Violation("gangster_without_cost", path)
