"""Every code this game system answers with, and the parameters of each."""

from __future__ import annotations

from scoring.clans_of_caledonia.constants import SOLO_LOWEST_TITLE, SOLO_TITLES
from scoring.vocabulary import Code

TITLE_LABELS = tuple(f"solo_title.{name}" for name in (SOLO_LOWEST_TITLE, *(name for _, name in SOLO_TITLES)))

# The places that explanations name
PLACE_LABELS = tuple(f"place.{place}" for place in range(1, 5))

# As which of the seats a milestone was claimed
NTH_LABELS = tuple(f"nth.{place}" for place in range(1, 5))

_PLACE = "label:place"
_TIED = {
    "counts": "numbers",
    "first": _PLACE,
    "last": "number",
    "tiers": "numbers",
    "sharers": "number",
    "each": "number",
}
_TOTALS = {"cotton": "number", "tobacco": "number", "sugar_cane": "number"}
_HOPS = {"contracts": "number", "most": "number"}
_IMPORTS = {"imports": "number", "contracts": "number", "most": "number"}

CODES = (
    # Lines
    Code("glory", "explanation"),
    Code("automa_glory", "explanation", {"level": "number"}),
    Code("basic_goods", "explanation"),
    Code("processed_goods", "explanation"),
    Code("money", "explanation", {"per": "number", "left": "number"}),
    Code("money_without_rest", "explanation", {"per": "number", "left": "number"}),
    Code("hops", "explanation"),
    Code("import_static", "explanation"),
    Code("import_rarity", "explanation", _TOTALS),
    Code("import_rarity_tied", "explanation", _TOTALS),
    Code("ranked_alone", "explanation", {"counts": "numbers", "place": _PLACE}),
    Code("ranked_low", "explanation", {"counts": "numbers", "place": _PLACE}),
    Code("ranked_close_second", "explanation", {"counts": "numbers", "behind": "number"}),
    Code("ranked_close_second_automa", "explanation", {"counts": "numbers", "behind": "number"}),
    Code("ranked_tied", "explanation", _TIED),
    Code("ranked_tied_low", "explanation", _TIED),
    Code("solo_threshold", "explanation", {"least": "number"}),
    Code("solo_below_thresholds", "explanation", {"least": "number"}),
    Code("reward_card", "explanation", {"zero_from": "number", "plus_from": "number"}),
    Code("deliveries", "explanation"),
    Code("milestones_by_place", "explanation", {"places": "labels:nth", "points": "numbers"}),
    Code("milestones_without_vp", "explanation", {"places": "labels:nth"}),
    Code("milestones_by_round", "explanation", {"rounds": "numbers", "points": "numbers"}),
    Code("milestones_unclaimed", "explanation"),
    Code("automa_train", "explanation", {"level": "number"}),
    Code("solo_railway", "explanation"),
    Code("bid", "explanation"),
    Code("bid_nothing", "explanation"),
    # The whole table
    Code("import_worth", "note", {"good": "label:line", "worth": "number"}),
    Code("reward_measure", "note", {"measure": "label:choice.reward"}),
    Code("solo_title", "note", {"title": "label:solo_title"}),
    # Equal totals
    Code("tie_broken_by_money", "tie_break", {"left": "number", "money": "number"}),
    Code("tie_stands", "tie_break", {"left": "number", "money": "number"}),
    # Rules between fields
    Code("auction_without_zero", "violation"),
    Code("milestones_exceed_deliveries", "violation", {"milestones": "number", "deliveries": "number"}),
    Code("milestone_gap", "violation", {"place": "label:nth", "before": "label:nth"}),
    Code("paid_for_last_clan", "warning", {"bid": "number"}),
    Code("more_contracts_than_printed", "warning", {"total": "number", "printed": "number"}),
    Code("more_than_printed", "warning", {"what": "label:field", "total": "number", "printed": "number"}),
    Code("hops_exceed_contracts", "warning", _HOPS),
    Code("hops_without_contracts", "warning", _HOPS),
    Code("imports_exceed_contracts", "warning", _IMPORTS),
    Code("imports_without_contracts", "warning", _IMPORTS),
)
