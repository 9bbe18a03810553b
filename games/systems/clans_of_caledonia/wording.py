"""The words of Clans of Caledonia, as in its rulebooks."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from games.systems.base import Counted, Nouns, Sentences, Texts, Wording
from games.systems.clans_of_caledonia.pieces import PIECES

LABELS: Texts = {
    "system.clans_of_caledonia": _("Clans of Caledonia"),
    "edition.industria": _("With Industria"),
    "seat_kind.automa": _("Automa"),
    "section.variants": _("Variants"),
    "section.industria": _("Industria"),
    "section.stock": _("Stock"),
    "section.contracts": _("Contracts"),
    "section.map": _("Map"),
    "option.reward": _("Reward tile"),
    "option.train": _("Train module"),
    "choice.train.full": _("Full"),
    "choice.train.milestones_only": _("Milestones without trains"),
    "choice.train.simplified": _("Milestones with simplified trains"),
    "option.static_imports": _("Static import goods"),
    "option.close_second_exports": _("Close second in exports"),
    "option.close_second_settlements": _("Close second in settlements"),
    "option.without_clans": _("Without clans"),
    "option.auction": _("Clan auction"),
    "option.no_scoring_tiles": _("No scoring tiles"),
    "option.no_port_tiles": _("No port tiles"),
    "option.tighter_map": _("Tighter game map"),
    "option.random_prices": _("Random market prices"),
    "option.farmers_markets": _("Farmers’ markets"),
    "option.future_contracts": _("Future contracts board"),
    "field.map_a": _("Map module A"),
    "field.map_b": _("Map module B"),
    "field.map_c": _("Map module C"),
    "field.map_d": _("Map module D"),
    "field.scoring_tiles": _("Scoring tiles"),
    "field.port_tiles": _("Port bonus tiles"),
    "field.milestone_tiles": _("Milestones in play"),
    "field.clan": _("Clan"),
    "field.colour": _("Colour"),
    "choice.colour.black": _("Black"),
    "choice.colour.blue": _("Blue"),
    "choice.colour.red": _("Red"),
    "choice.colour.white": _("White"),
    "field.turn_order": _("Turn order"),
    "field.starting_tile": _("Starting tile"),
    "field.level": _("Difficulty level"),
    "field.bid": _("Bid"),
    "field.glory": _("Glory"),
    "field.basic_goods": _("Basic goods"),
    "short.basic_goods": pgettext_lazy("short", "Basic goods"),
    "field.wool": _("Wool"),
    "field.milk": _("Milk"),
    "field.grain": _("Grain"),
    "field.processed_goods": _("Processed goods"),
    "short.processed_goods": pgettext_lazy("short", "Processed goods"),
    "field.bread": _("Bread"),
    "field.cheese": _("Cheese"),
    "field.whisky": _("Whisky"),
    "field.kilts": _("Kilts"),
    "field.money": _("Money"),
    "field.contract_tiles": _("Fulfilled contracts"),
    "field.contracts": _("Number of contracts"),
    "field.hops": _("Hops"),
    "field.cotton": _("Cotton"),
    "field.tobacco": _("Tobacco"),
    "field.sugar_cane": _("Sugar cane"),
    "field.meat": _("Meat"),
    "field.settlements": _("Connected settlements"),
    "field.reward_value": _("Count for the reward tile"),
    "field.deliveries": _("Deliveries"),
    "field.milestone_1": _("Milestone 1"),
    "field.milestone_2": _("Milestone 2"),
    "field.milestone_3": _("Milestone 3"),
    "field.milestone_4": _("Milestone 4"),
    "field.milestone_1_round": _("Milestone 1, claimed in round"),
    "field.milestone_2_round": _("Milestone 2, claimed in round"),
    "field.milestone_3_round": _("Milestone 3, claimed in round"),
    "field.milestone_4_round": _("Milestone 4, claimed in round"),
    "line.glory": _("Glory"),
    "line.basic_goods": _("Basic goods"),
    "line.processed_goods": _("Processed goods"),
    "line.money": _("Money"),
    "line.hops": _("Hops"),
    "line.cotton": _("Cotton"),
    "line.tobacco": _("Tobacco"),
    "line.sugar_cane": _("Sugar cane"),
    "line.exports": _("Exports"),
    "line.settlements": _("Settlements"),
    "line.reward": _("Reward"),
    "line.deliveries": _("Deliveries"),
    "line.milestones": _("Milestones"),
    "line.train": _("Train"),
    "line.railway": _("Railway board"),
    "line.bid": _("Bid"),
    "place.1": _("first place"),
    "place.2": _("second place"),
    "place.3": _("third place"),
    "place.4": _("fourth place"),
    "solo_title.newbie": _("Newbie"),
    "solo_title.rookie": _("Rookie"),
    "solo_title.average": _("Average"),
    "solo_title.expert": _("Expert"),
    "solo_title.genius": _("Genius"),
}

SENTENCES: Sentences = {
    "tiles_disagree": _("You entered {typed}, but the chosen contracts add up to {counted}."),
    "glory": Counted(
        "quantity",
        ngettext_lazy(
            "{quantity} step on the glory track, worth {unit} VP.",
            "{quantity} steps on the glory track, {unit} VP each.",
        ),
    ),
    "automa_glory": _("At difficulty level {level} the Automa has {quantity} glory, {unit} VP each."),
    "basic_goods": Counted(
        "quantity",
        ngettext_lazy(
            "{quantity} basic good in stock, worth {unit} VP.",
            "{quantity} basic goods in stock, {unit} VP each.",
        ),
    ),
    "processed_goods": Counted(
        "quantity",
        ngettext_lazy(
            "{quantity} processed good in stock, worth {unit} VP.",
            "{quantity} processed goods in stock, {unit} VP each.",
        ),
    ),
    "money": _("£{quantity}: 1 VP for every full £{per}. £{left} is left over."),
    "money_without_rest": _("£{quantity}: 1 VP for every full £{per}. Nothing is left over."),
    "hops": Counted(
        "quantity",
        ngettext_lazy(
            "{quantity} hop on fulfilled contracts, worth {unit} VP.",
            "{quantity} hops on fulfilled contracts, {unit} VP each.",
        ),
    ),
    "import_static": Counted(
        "quantity",
        ngettext_lazy(
            "{quantity} on fulfilled contracts, worth {unit} VP: with static import goods the value is fixed.",
            "{quantity} on fulfilled contracts, {unit} VP each: with static import goods the value is fixed.",
        ),
    ),
    "import_rarity": Counted(
        "quantity",
        ngettext_lazy(
            "The table imported {cotton} cotton, {tobacco} tobacco and {sugar_cane} sugar cane; the rarer, the more "
            "VP. {quantity} at {unit} VP.",
            "The table imported {cotton} cotton, {tobacco} tobacco and {sugar_cane} sugar cane; the rarer, the more "
            "VP. {quantity} at {unit} VP each.",
        ),
    ),
    "import_rarity_tied": Counted(
        "quantity",
        ngettext_lazy(
            "The table imported {cotton} cotton, {tobacco} tobacco and {sugar_cane} sugar cane; on equal totals "
            "cotton counts as rarer than tobacco, and tobacco as rarer than sugar cane. {quantity} at {unit} VP.",
            "The table imported {cotton} cotton, {tobacco} tobacco and {sugar_cane} sugar cane; on equal totals "
            "cotton counts as rarer than tobacco, and tobacco as rarer than sugar cane. {quantity} at {unit} VP "
            "each.",
        ),
    ),
    "ranked_alone": _("Counts at the table: {counts}. {quantity} takes {place}: {vp} VP."),
    "ranked_low": _("Counts at the table: {counts}. {quantity} takes {place}: no VP."),
    "ranked_close_second": _(
        "Counts at the table: {counts}. {quantity} is a close second, only {behind} behind: {vp} VP in this variant."
    ),
    "ranked_close_second_automa": _(
        "Counts at the table: {counts}. {quantity} is a close second, only {behind} behind: {vp} VP, as always in a "
        "game of one player against the Automa."
    ),
    "ranked_tied": _(
        "Counts at the table: {counts}. {quantity} ties for {first}: {tiers:+} VP divided by {sharers} and "
        "rounded down, {each} VP each."
    ),
    "ranked_tied_low": _("Counts at the table: {counts}. {quantity} ties for {first}: no VP."),
    "solo_threshold": _("Playing solo, {quantity} reaches the threshold of {least}: {vp} VP."),
    "solo_below_thresholds": _("Playing solo, {quantity} is too few: VP begin at {least}."),
    "reward_card": _(
        "The reward card counts {quantity}: −4 VP below {zero_from}, 0 VP from {zero_from}, +4 VP from {plus_from}."
    ),
    "deliveries": Counted(
        "quantity",
        ngettext_lazy("{quantity} delivery is worth {vp} VP.", "{quantity} deliveries are worth {vp} VP."),
    ),
    "milestones_by_place": Counted(
        "quantity",
        ngettext_lazy(
            "{quantity} milestone, claimed {places}: {points:+} VP.",
            "{quantity} milestones, claimed {places}: {points:+} VP.",
        ),
    ),
    "milestones_without_vp": Counted(
        "quantity",
        ngettext_lazy(
            "{quantity} milestone, claimed {places}: no VP.",
            "{quantity} milestones, claimed {places}: no VP.",
        ),
    ),
    "milestones_by_round": Counted(
        "quantity",
        ngettext_lazy(
            "{quantity} milestone, claimed in round {rounds:,}: {points:+} VP.",
            "{quantity} milestones, claimed in rounds {rounds:,}: {points:+} VP.",
        ),
    ),
    "milestones_unclaimed": _("No milestone claimed: no VP."),
    "automa_train": _("With the train module, difficulty level {level} gives the Automa {vp} VP."),
    "solo_railway": _("Playing solo with the railway board costs 30 VP."),
    "bid": _("In the auction the clan cost {quantity} VP."),
    "bid_nothing": _("In the auction the clan cost nothing."),
    "import_worth": _("{good}: {worth} VP each"),
    "reward_measure": _("Reward tile: {measure}"),
    "solo_title": _("Title: {title}"),
    "tie_broken_by_money": _("Equal VP: the money left over decides, £{left} of £{money}."),
    "tie_stands": _("Equal VP and equal money left over (£{left} of £{money}): the place is shared."),
    "auction_without_zero": _("In an auction the last clan costs nothing: one bid must be 0."),
    "milestones_exceed_deliveries": _(
        "{milestones:milestones}, but {deliveries:deliveries}: every milestone needs a delivery of its own."
    ),
    "milestone_gap": _("Nobody claimed this milestone {before}, so nobody can have been {place}."),
    "paid_for_last_clan": _(
        "Whoever is last in turn order gets the last clan of the auction for nothing, but the bid here is {bid}. "
        "Is that right?"
    ),
    "more_contracts_than_printed": _("The table has {total:contracts}, but there are only {printed}."),
    "more_than_printed": _(
        "{what}: the table has {total} in all, but all contracts together show only {printed}."
    ),
    "hops_without_contracts": _("Hops come from fulfilled contracts, but there are none."),
    "hops_exceed_contracts": _("Too many hops: {contracts:contracts} can show {most} at most."),
    "imports_without_contracts": _("Imported goods come from fulfilled contracts, but there are none."),
    "imports_exceed_contracts": _(
        "Too many imported goods ({imports}): {contracts:contracts} can show {most} at most."
    ),
}

NOUNS: Nouns = {
    "contracts": ngettext_lazy("{number} contract", "{number} contracts"),
    "deliveries": ngettext_lazy("{number} delivery", "{number} deliveries"),
    "milestones": ngettext_lazy("{number} milestone", "{number} milestones"),
}

WORDING = Wording(labels={**LABELS, **PIECES}, sentences=SENTENCES, nouns=NOUNS)
