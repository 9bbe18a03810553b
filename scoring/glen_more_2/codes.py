"""Every code this game system answers with, and the parameters of each."""

from __future__ import annotations

from scoring.glen_more_2.constants import RACE_VP
from scoring.vocabulary import Code

# Landmark cards that explanations name.
LANDMARK_LABELS = ("landmark.old_man_of_storr", "landmark.inverness")

_LEAD = {"counted": "number", "lowest": "number", "lead": "number"}
_COUNCIL = {"best": "number", "sharers": "number", "prize": "number"}
_SETS = {**_COUNCIL, "scots": "number", "barrels": "number", "landmarks": "number", "persons": "number"}
_CASTLES = {**_COUNCIL, "own": "number"}
_VOTES = {"ayes": "number", "nays": "number"}
_TERRITORY = {"smallest": "number", "surplus": "number", "each": "number"}
_ARMADALE = {"doubled": "number", "single": "number"}
_GANGSTERS = {"held": "labels:choice.gangsters", "cost": "number"}
_PENNIES = {"plus": "number", "minus": "number"}
_HAGGIS = {"tokens": "number", "least": "number", "most": "number"}
_VOTES_ON_A_CARD = {"votes": "number", "least": "number", "most": "number"}
_TOO_MANY = {"total": "number", "most": "number"}
_GANGSTER = {"gangster": "label:choice.gangsters"}

CODES = (
    # Scoring rounds
    Code("lead", "explanation", _LEAD),
    Code("lead_fewest", "explanation", _LEAD),
    Code("lead_castle_moil", "explanation", _LEAD),
    Code("lead_mike_mccastle", "explanation", _LEAD),
    Code("lead_mike_mccastle_doubled", "explanation", _LEAD),
    Code("lead_mike_mccastle_host", "explanation", _LEAD),
    Code("lead_mike_mccastle_host_doubled", "explanation", _LEAD),
    Code("lead_event_sides", "explanation", {**_LEAD, "events": "number"}),
    Code("lead_john_mcclaim", "explanation", {**_LEAD, "gained": "number"}),
    Code("lead_john_mcclaim_events", "explanation", {**_LEAD, "events": "number", "gained": "number"}),
    Code("lead_john_mcclaim_owner", "explanation", {**_LEAD, "lost": "number"}),
    Code("lead_john_mcclaim_owner_events", "explanation", {**_LEAD, "events": "number", "lost": "number"}),
    Code("lead_david_hume", "explanation", _LEAD),
    Code("lead_own_table", "explanation", {**_LEAD, "card": "label:landmark"}),
    Code("haggis", "explanation"),
    Code("haggis_none", "explanation"),
    Code("sibyl_gives", "explanation", {"to": "seat", "sources": "labels:line", "least": "number"}),
    Code("sibyl_spares", "explanation", {"to": "seat", "least": "number"}),
    Code("sibyl_receives", "explanation", {"least": "number"}),
    Code("sibyl_receives_nothing", "explanation", {"least": "number"}),
    # Final scoring
    Code("territory", "explanation", _TERRITORY),
    Code("territory_smallest", "explanation", _TERRITORY),
    Code("coins", "explanation"),
    Code("coins_last", "explanation"),
    Code("coins_armadale", "explanation", _ARMADALE),
    Code("coins_armadale_more", "explanation", _ARMADALE),
    Code("coins_armadale_last", "explanation", _ARMADALE),
    Code("vp_tokens", "explanation"),
    Code("vp_tokens_none", "explanation"),
    Code("landmark_vp", "explanation"),
    Code("landmark_vp_none", "explanation"),
    *(Code(f"race_{result}", "explanation") for result in RACE_VP),
    Code("race_open", "explanation"),
    # The best alone, one of several, and everybody else
    *(Code(f"council_most{end}", "explanation", _COUNCIL) for end in ("", "_shared", "_beaten")),
    *(Code(f"council_fewest{end}", "explanation", _COUNCIL) for end in ("", "_shared", "_beaten")),
    *(Code(f"council_sets{end}", "explanation", _SETS) for end in ("", "_shared", "_beaten")),
    *(Code(f"council_mike_mccastle{end}", "explanation", _CASTLES) for end in ("", "_shared", "_beaten")),
    Code("council_voted_out", "explanation", _VOTES),
    Code("council_never_voted", "explanation", _VOTES),
    Code("gangsters", "explanation", _GANGSTERS),
    Code("gangsters_unnamed", "explanation", _GANGSTERS),
    Code("gangsters_none", "explanation", _GANGSTERS),
    Code("pennies", "explanation", _PENNIES),
    Code("pennies_plus", "explanation", _PENNIES),
    Code("pennies_minus", "explanation", _PENNIES),
    Code("pennies_none", "explanation", _PENNIES),
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
    Code("impossible_haggis", "violation", _HAGGIS),
    Code("haggis_without_tokens", "violation", _HAGGIS),
    Code("race_place_skipped", "violation", {"place": "label:choice.race_result"}),
    Code("impossible_votes", "violation", _VOTES_ON_A_CARD),
    Code("votes_not_of_all", "violation", _VOTES_ON_A_CARD),
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
