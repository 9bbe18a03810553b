"""The sheet as people fill it in: options, fields of the table, fields of a seat by round and at the end."""

from __future__ import annotations

from scoring.conditions import ALWAYS, Condition, all_of, at_least, contains, is_on
from scoring.description import Field
from scoring.glen_more_2 import pieces
from scoring.glen_more_2.constants import (
    COUNCIL_CARDS_DRAWN,
    GANGSTERS_DRAWN,
    HAGGIS_GREATEST_VALUE,
    HAGGIS_MOST_TOKENS,
    HAGGIS_ROUNDS,
    JOHN_MCCLAIM_TOKENS,
    MOST_PLAYERS,
    MOST_VOTES_ON_A_CARD,
    PENNIES_EACH,
    RACE_VP,
    ROUNDS,
)

HUMAN = "human"

SECTIONS = (
    "chronicles",
    "scoring_round",
    "haggis",
    "dubious_tome",
    "penny_mobs",
    "final_scoring",
    "dragon_boat_races",
    "council",
)

WITH_RACES = is_on("options.dragon_boat_races")
WITH_HAGGIS = is_on("options.haggis")
WITH_TOME = is_on("options.dubious_tome")
WITH_COUNCIL = is_on("options.rock_and_hard_place")
WITH_MOBS = is_on("options.penny_mobs")

_THREE_PLAYERS = at_least("seats", 3)
_MOST_PENNIES = PENNIES_EACH * MOST_PLAYERS


def card_in_play(card: str) -> Condition:
    return contains("game.council_cards", card)


OPTIONS = tuple(
    Field(
        key=chronicle,
        kind="flag",
        section="chronicles",
        when=_THREE_PLAYERS if chronicle == "hammer_of_the_scots" else ALWAYS,
    )
    for chronicle in pieces.CHRONICLES
)

GAME = (
    Field(
        key="council_cards",
        kind="tiles",
        section="council",
        choices=pieces.keys(pieces.COUNCIL_CARDS),
        longest=COUNCIL_CARDS_DRAWN,
        catalogue="council_cards",
        when=WITH_COUNCIL,
    ),
    *(
        Field(
            key=f"{vote}_{card}",
            section="council",
            maximum=max(MOST_VOTES_ON_A_CARD.values()),
            required=True,
            when=card_in_play(card),
        )
        for card in pieces.keys(pieces.COUNCIL_CARDS)
        for vote in ("ayes", "nays")
    ),
)


def _category(key: str, usual: int) -> Field:
    return Field(key=key, section="scoring_round", required=True, rounds=ROUNDS, usual=usual)


# What is compared in each scoring round. More than `usual` is accepted after a second look: a player has ten
# Scots of which one is the pawn.
CATEGORIES = (
    _category("castle_scots", usual=9),
    _category("landmarks", usual=10),
    _category("barrels", usual=15),
    _category("persons", usual=10),
)

# Owners are marked in the first round the piece counts; it stays theirs from then on.
_BY_ROUND = (
    *CATEGORIES,
    Field(key="castle_moil", kind="flag", section="scoring_round", rounds=ROUNDS, unique=True),
    Field(key="david_hume", kind="flag", section="scoring_round", rounds=ROUNDS, unique=True),
    Field(
        key="haggis_tokens",
        section="haggis",
        maximum=HAGGIS_MOST_TOKENS,
        required=True,
        when=WITH_HAGGIS,
        rounds=HAGGIS_ROUNDS,
    ),
    Field(
        key="haggis_sum",
        section="haggis",
        maximum=HAGGIS_MOST_TOKENS * HAGGIS_GREATEST_VALUE,
        required=True,
        when=WITH_HAGGIS,
        rounds=HAGGIS_ROUNDS,
    ),
    Field(key="event_sides", section="dubious_tome", required=True, when=WITH_TOME, rounds=ROUNDS, usual=10),
    # VP by the tables that only these two cards have on their event side; blank: the table of everyone.
    Field(key="old_man_of_storr_vp", section="dubious_tome", when=WITH_TOME, rounds=ROUNDS, usual=20),
    Field(key="inverness_vp", section="dubious_tome", when=WITH_TOME, rounds=ROUNDS, usual=20),
    Field(
        key="gangsters",
        kind="tiles",
        section="penny_mobs",
        choices=pieces.keys(pieces.GANGSTERS),
        longest=max(GANGSTERS_DRAWN.values()),
        catalogue="gangsters",
        when=WITH_MOBS,
        rounds=ROUNDS,
        unique=True,
    ),
    Field(
        key="claimed_landmarks",
        section="penny_mobs",
        maximum=JOHN_MCCLAIM_TOKENS,
        when=WITH_MOBS,
        rounds=ROUNDS,
    ),
    Field(
        key="mike_mccastle_here",
        kind="flag",
        section="penny_mobs",
        when=all_of(WITH_MOBS, _THREE_PLAYERS),
        rounds=ROUNDS,
        unique=True,
    ),
)

_AT_THE_END = (
    Field(key="vp_tokens", section="final_scoring", required=True, usual=150),
    Field(key="coins", section="final_scoring", required=True, usual=40),
    Field(key="armadale_castle", kind="flag", section="final_scoring", unique=True),
    Field(key="landmark_vp", section="final_scoring", usual=20),
    Field(key="territory", section="final_scoring", required=True, usual=30),
    # Only asked for when totals are equal.
    Field(key="resources", section="final_scoring", usual=40),
    Field(
        key="race_result",
        kind="choice",
        section="dragon_boat_races",
        choices=tuple(RACE_VP),
        required=True,
        when=WITH_RACES,
    ),
    *(
        Field(key=f"council_{card}", section="council", usual=20, when=card_in_play(card))
        for card in pieces.TYPED_COUNCIL_CARDS
    ),
    Field(key="gangster_cost", section="penny_mobs", required=True, when=WITH_MOBS, usual=40),
    Field(key="minus_pennies", section="penny_mobs", maximum=_MOST_PENNIES, required=True, when=WITH_MOBS),
    Field(key="plus_pennies", section="penny_mobs", maximum=_MOST_PENNIES, required=True, when=WITH_MOBS),
)

SEAT = (*_BY_ROUND, *_AT_THE_END)
