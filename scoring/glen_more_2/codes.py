"""Every code this game system answers with, and the parameters of each."""

from __future__ import annotations

from scoring.glen_more_2.constants import RACE_VP
from scoring.vocabulary import Code

# Landmark cards that explanations name.
LANDMARK_LABELS = ("landmark.old_man_of_storr", "landmark.inverness")

_LEAD = {"counted": "number", "lowest": "number", "lead": "number"}
_COUNCIL = {"best": "number", "sharers": "number", "prize": "number"}
_VOTES = {"ayes": "number", "nays": "number"}
_TOO_MANY = {"total": "number", "most": "number"}
_GANGSTER = {"gangster": "label:choice.gangsters"}

CODES = (
    # Scoring rounds
    Code("lead", "explanation", _LEAD),
    Code("lead_castle_moil", "explanation", _LEAD),
    Code(
        "lead_mike_mccastle",
        "explanation",
        {**_LEAD, "gained": "number", "lost": "number", "factor": "number"},
    ),
    Code("lead_event_sides", "explanation", {**_LEAD, "events": "number"}),
    Code(
        "lead_john_mcclaim",
        "explanation",
        {**_LEAD, "events": "number", "gained": "number", "lost": "number"},
    ),
    Code("lead_david_hume", "explanation", _LEAD),
    Code("lead_own_table", "explanation", {**_LEAD, "card": "label:landmark"}),
    Code("haggis", "explanation"),
    Code("sibyl_gives", "explanation", {"to": "seat", "sources": "labels:line", "least": "number"}),
    Code("sibyl_spares", "explanation", {"to": "seat", "least": "number"}),
    Code("sibyl_receives", "explanation", {"least": "number"}),
    # Final scoring
    Code("territory", "explanation", {"smallest": "number", "surplus": "number", "each": "number"}),
    Code("coins", "explanation"),
    Code("coins_last", "explanation"),
    Code("coins_armadale", "explanation", {"doubled": "number", "single": "number"}),
    Code("coins_armadale_last", "explanation", {"doubled": "number", "single": "number"}),
    Code("vp_tokens", "explanation"),
    Code("landmark_vp", "explanation"),
    *(Code(f"race_{result}", "explanation") for result in RACE_VP),
    Code("race_open", "explanation"),
    Code("council_most", "explanation", _COUNCIL),
    Code("council_fewest", "explanation", _COUNCIL),
    Code(
        "council_sets",
        "explanation",
        {**_COUNCIL, "scots": "number", "barrels": "number", "landmarks": "number", "persons": "number"},
    ),
    Code("council_mike_mccastle", "explanation", {**_COUNCIL, "own": "number"}),
    Code("council_voted_out", "explanation", _VOTES),
    Code("council_never_voted", "explanation", _VOTES),
    Code("gangsters", "explanation", {"held": "labels:choice.gangsters", "cost": "number"}),
    Code("pennies", "explanation", {"plus": "number", "minus": "number"}),
    # The whole table
    Code("lead_table", "note", {"points": "numbers"}),
    # Equal totals
    Code("tie_so_far", "tie_break"),
    Code("tie_broken_by_resources", "tie_break", {"resources": "number"}),
    Code("tie_shared", "tie_break", {"resources": "number"}),
    # Rules between fields
    Code("changed_hands", "violation", {"seat": "seat"}),
    Code("fewer_than_named", "violation", {"value": "number", "named": "number"}),
    Code("events_exceed_landmarks", "violation", {"events": "number", "landmarks": "number"}),
    Code("impossible_haggis", "violation", {"tokens": "number", "least": "number", "most": "number"}),
    Code("race_place_skipped", "violation", {"place": "label:choice.race_result"}),
    Code("impossible_votes", "violation", {"votes": "number", "least": "number", "most": "number"}),
    Code("too_many_ayes", "violation", _TOO_MANY),
    Code("too_many_nays", "violation", _TOO_MANY),
    Code("too_many_gangsters", "violation", _TOO_MANY),
    Code("gangster_needs_players", "violation", {**_GANGSTER, "players": "number"}),
    Code("gangster_unheld", "violation", _GANGSTER),
    Code("too_many_claims", "violation", _TOO_MANY),
    Code("claims_exceed_landmarks", "violation", {"claimed": "number", "unturned": "number"}),
    Code("mike_mccastle_at_home", "violation"),
    Code("too_many_pennies", "violation", _TOO_MANY),
    Code("too_many_minus_pennies", "violation", {"minus": "number", "most": "number"}),
    # To be confirmed
    Code("fewer_than_before", "warning", {"value": "number", "before": "number"}),
    Code("early_castle_moil", "warning"),
    Code("early_gangster", "warning", _GANGSTER),
    Code("gangster_without_chronicle", "warning", {**_GANGSTER, "chronicle": "label:option"}),
    Code("more_landmarks_than_cards", "warning", {"total": "number", "cards": "number"}),
    Code("race_without_last", "warning"),
    Code("small_territory", "warning", {"home": "number"}),
    Code("cost_without_gangster", "warning", {"cost": "number"}),
    Code("gangster_without_cost", "warning"),
)
