"""Rules between fields: what no finished sheet can have, and what a sheet still needs.

A rule is kept apart as mendable when filling in blanks may still put it right, so that a sheet being filled
is not blamed for what is not there yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from scoring.glen_more_2.constants import (
    AYES_EACH,
    FEWEST_VOTES_ON_A_CARD,
    GANGSTERS_DRAWN,
    HAGGIS_GREATEST_VALUE,
    HAGGIS_LEAST_VALUE,
    JOHN_MCCLAIM_TOKENS,
    LAST_ROUND,
    MOST_VOTES_ON_A_CARD,
    NAYS_EACH,
    PENNIES_EACH,
    RACE_PLACES,
)
from scoring.glen_more_2.pieces import GANGSTER_BY_KEY, TYPED_COUNCIL_CARDS
from scoring.glen_more_2.score import Game
from scoring.glen_more_2.sheet import BlankableRow, CouncilCard, Ending, Round, Row, Sheet
from scoring.types import Violation, params

_DECIDING = frozenset({"vp_tokens", "coins", "territory"})
_KEPT = ("castle_moil", "david_hume", "old_man_of_storr_vp", "inverness_vp", "gangsters")


def violations(sheet: Sheet, *, partial: bool) -> Iterator[Violation]:
    """Everything wrong between fields; of a partial sheet only what more entries cannot mend."""
    yield from _changed_hands(sheet)
    if "dubious_tome" in sheet.chronicles:
        for played in sheet.rounds:
            yield from _event_tables(played)
    if "haggis" in sheet.chronicles:
        yield from _haggis(sheet, partial=partial)
    if sheet.ending:
        yield from _race(sheet.ending.race_results, partial=partial)
        yield from _votes(sheet.seats, sheet.ending.council, partial=partial)
    if "penny_mobs" in sheet.chronicles:
        yield from _penny_mobs(sheet, partial=partial)
    if not partial:
        for played in sheet.rounds:
            yield from _cards_held(sheet, played)


def round_path(seat: int, played: str, key: str) -> str:
    return f"seats[{seat}].rounds.{played}.{key}"


# Owners


def _changed_hands(sheet: Sheet) -> Iterator[Violation]:
    """Landmark cards, David Hume and gangsters stay with whoever has them first."""
    owners: dict[tuple[str, str], int] = {}
    for played in sheet.rounds:
        claims = list(_claimed_pieces(sheet, played))
        for seat, key, piece in claims:
            owner = owners.get((key, piece), seat)
            if owner != seat:
                path = round_path(seat, played.key, key)
                yield Violation("changed_hands", path, params(seat=owner))
        for seat, key, piece in claims:
            owners.setdefault((key, piece), seat)


def _claimed_pieces(sheet: Sheet, played: Round) -> Iterator[tuple[int, str, str]]:
    """Who says to have what in a round: seat, field, and the piece where the field can name several."""
    for seat, values in enumerate(sheet.values.seats):
        entered = values.entered_rounds.get(played.key, {})
        for key in _KEPT:
            value = entered.get(key, False)
            if isinstance(value, tuple):
                for gangster in value:
                    yield seat, key, str(gangster)
            elif value is not False:
                yield seat, key, ""


def _event_tables(played: Round) -> Iterator[Violation]:
    """The tables of Old Man of Storr and Inverness are their owner's alone."""
    for key, row in played.card_tables:
        users = [seat for seat, vp in enumerate(row) if vp is not None]
        for seat in users[1:]:
            yield Violation("taken", round_path(seat, played.key, key), params(seat=users[0]))


def _cards_held(sheet: Sheet, played: Round) -> Iterator[Violation]:
    """Nobody has fewer landmarks, event sides or persons than the pieces named elsewhere on the sheet."""
    ending = sheet.ending if played.key == LAST_ROUND else None
    armadale = ending.armadale_castle if ending else None
    for seat in range(sheet.seats):
        tables = (played.storr_vp[seat] is not None) + (played.inverness_vp[seat] is not None)
        cards = (played.castle_moil == seat) + (armadale == seat) + tables
        yield from _at_least(seat, played.key, "landmarks", played.landmarks[seat], cards)
        yield from _at_least(seat, played.key, "event_sides", played.event_sides[seat], tables)
        yield from _at_least(
            seat, played.key, "persons", played.persons[seat], int(played.david_hume == seat)
        )
        if played.event_sides[seat] > played.landmarks[seat]:
            detail = params(events=played.event_sides[seat], landmarks=played.landmarks[seat])
            yield Violation("events_exceed_landmarks", round_path(seat, played.key, "event_sides"), detail)


def _at_least(seat: int, played: str, key: str, value: int, named: int) -> Iterator[Violation]:
    if value < named:
        yield Violation("fewer_than_named", round_path(seat, played, key), params(value=value, named=named))


# Haggis and races


def _haggis(sheet: Sheet, *, partial: bool) -> Iterator[Violation]:
    """Tokens are worth 1 to 3 each, so only some sums are possible."""
    for played in sheet.rounds:
        if not played.haggis:
            continue
        for seat, (tokens, total) in enumerate(zip(*played.haggis, strict=True)):
            least, most = tokens * HAGGIS_LEAST_VALUE, tokens * HAGGIS_GREATEST_VALUE
            unfinished = partial and not (tokens and total)
            if not least <= total <= most and not unfinished:
                path = round_path(seat, played.key, "haggis_sum")
                yield Violation("impossible_haggis", path, params(tokens=tokens, least=least, most=most))


def _race(results: tuple[str | None, ...], *, partial: bool) -> Iterator[Violation]:
    """Each of the three places is taken once, and none is skipped."""
    for place in RACE_PLACES:
        first = results.index(place) if place in results else None
        for seat, result in enumerate(results):
            if result == place and seat != first:
                yield Violation("taken", f"seats[{seat}].race_result", params(seat=first))
    if partial:
        return
    for before, place in pairwise(RACE_PLACES):
        if place in results and before not in results:
            path = f"seats[{results.index(place)}].race_result"
            yield Violation("race_place_skipped", path, params(place=before))


# The council


def _votes(seats: int, cards: tuple[CouncilCard, ...], *, partial: bool) -> Iterator[Violation]:
    """Everybody votes on a card or nobody, with the vote tokens there are."""
    fewest, most = FEWEST_VOTES_ON_A_CARD[seats], MOST_VOTES_ON_A_CARD[seats]
    for card in cards:
        votes = card.ayes + card.nays
        too_few = 0 < votes < fewest and not partial
        if too_few or votes > most:
            detail = params(votes=votes, least=fewest, most=most)
            yield Violation("impossible_votes", f"game.ayes_{card.key}", detail)
    ayes, nays = sum([card.ayes for card in cards]), sum([card.nays for card in cards])
    most_ayes, most_nays = seats * AYES_EACH[seats], seats * NAYS_EACH[seats]
    if ayes > most_ayes:
        yield Violation("too_many_ayes", "game.council_cards", params(total=ayes, most=most_ayes))
    if nays > most_nays:
        yield Violation("too_many_nays", "game.council_cards", params(total=nays, most=most_nays))


# Penny mobs


def _penny_mobs(sheet: Sheet, *, partial: bool) -> Iterator[Violation]:
    yield from _gangsters(sheet)
    for played in sheet.rounds:
        yield from _claims(played)
        yield from _mike_mccastle(played)
        if not partial:
            yield from _unheld(played)
    if sheet.ending:
        yield from _pennies(sheet.ending)
        yield from _minus_pennies(sheet, sheet.ending, partial=partial)


def _gangsters(sheet: Sheet) -> Iterator[Violation]:
    """Only so many gangsters are in a game, and three of them need three players."""
    held = first_held(sheet)
    most = GANGSTERS_DRAWN[sheet.seats]
    for number, (gangster, (seat, played)) in enumerate(held.items(), start=1):
        path = round_path(seat, played, "gangsters")
        if number == most + 1:
            yield Violation("too_many_gangsters", path, params(total=len(held), most=most))
        fewest = int(GANGSTER_BY_KEY[gangster]["fewest_players"])
        if sheet.seats < fewest:
            yield Violation("gangster_needs_players", path, params(gangster=gangster, players=fewest))


def first_held(sheet: Sheet) -> dict[str, tuple[int, str]]:
    """Every gangster taken so far with its holder and the first round it counts."""
    held: dict[str, tuple[int, str]] = {}
    for played in sheet.rounds:
        for gangster, seat in played.gangsters.items():
            held.setdefault(gangster, (seat, played.key))
    return held


def _claims(played: Round) -> Iterator[Violation]:
    """John McClaim has three tokens."""
    total = sum(played.claimed_landmarks)
    if total > JOHN_MCCLAIM_TOKENS:
        path = round_path(_greatest(played.claimed_landmarks), played.key, "claimed_landmarks")
        yield Violation("too_many_claims", path, params(total=total, most=JOHN_MCCLAIM_TOKENS))


def _mike_mccastle(played: Round) -> Iterator[Violation]:
    """Mike McCastle stands on a rival's castle."""
    host = played.mike_host
    if host is not None and host == played.gangsters.get("mike_mccastle"):
        yield Violation("mike_mccastle_at_home", round_path(host, played.key, "mike_mccastle_here"))


def _unheld(played: Round) -> Iterator[Violation]:
    """John McClaim's tokens and Mike McCastle work for a holder; tokens lie on cards that are not turned."""
    for seat, claimed in enumerate(played.claimed_landmarks):
        path = round_path(seat, played.key, "claimed_landmarks")
        unturned = max(played.landmarks[seat] - played.event_sides[seat], 0)
        if claimed and "john_mcclaim" not in played.gangsters:
            yield Violation("gangster_unheld", path, params(gangster="john_mcclaim"))
        if claimed > unturned:
            yield Violation("claims_exceed_landmarks", path, params(claimed=claimed, unturned=unturned))
    if played.mike_host is not None and "mike_mccastle" not in played.gangsters:
        path = round_path(played.mike_host, played.key, "mike_mccastle_here")
        yield Violation("gangster_unheld", path, params(gangster="mike_mccastle"))


def _pennies(ending: Ending) -> Iterator[Violation]:
    """Everybody begins with seven pennies, and no more come into the game."""
    pennies = tuple(
        [plus + minus for plus, minus in zip(ending.plus_pennies, ending.minus_pennies, strict=True)]
    )
    total, most = sum(pennies), len(pennies) * PENNIES_EACH
    if total > most:
        path = f"seats[{_greatest(pennies)}].plus_pennies"
        yield Violation("too_many_pennies", path, params(total=total, most=most))


def _minus_pennies(sheet: Sheet, ending: Ending, *, partial: bool) -> Iterator[Violation]:
    """A penny that leaves its owner turns to its plus side for good, so nobody has more than seven on the minus side.

    Only Calum McQuack's holder gives some of their own to others as they are.
    """
    calum = sheet.rounds[-1].gangsters.get("calum_mcquack")
    # As long as he is not entered he may be anybody's.
    given = PENNIES_EACH if partial else 0
    if calum is not None:
        given = max(PENNIES_EACH - ending.minus_pennies[calum], 0)
    for seat, minus in enumerate(ending.minus_pennies):
        most = PENNIES_EACH if seat == calum else PENNIES_EACH + given
        if minus > most:
            path = f"seats[{seat}].minus_pennies"
            yield Violation("too_many_minus_pennies", path, params(minus=minus, most=most))
        elif minus > PENNIES_EACH:
            given -= minus - PENNIES_EACH


# What a sheet needs because of its other values


def needed(game: Game) -> Iterator[str]:
    """Blanks that matter here: card tables in use, measures of council cards voted in, a tie-break's."""
    sheet = game.sheet
    yield from _tables_in_use(sheet)
    if not sheet.ending:
        return
    for card in sheet.ending.council:
        if card.voted_in and card.key in TYPED_COUNCIL_CARDS:
            for seat in _blank(card.typed):
                yield f"seats[{seat}].council_{card.key}"
    # As long as the end is not entered, equal totals are no tie.
    if all(seat.entered.keys() >= _DECIDING for seat in sheet.values.seats):
        for seat in _blank(sheet.resources):
            if game.totals.count(game.totals[seat]) > 1:
                yield f"seats[{seat}].resources"


def _tables_in_use(sheet: Sheet) -> Iterator[str]:
    """Once the event of Old Man of Storr or Inverness is face up, its table holds to the end."""
    users: dict[str, int] = {}
    for played in sheet.rounds:
        for key, row in played.card_tables:
            if key in users and row[users[key]] is None:
                yield round_path(users[key], played.key, key)
            for seat, vp in enumerate(row):
                if vp is not None:
                    users.setdefault(key, seat)


def _blank(row: BlankableRow) -> list[int]:
    return [seat for seat, value in enumerate(row) if value is None]


def _greatest(row: Row) -> int:
    """The seat to look at first when a table has too much of something."""
    return row.index(max(row))
