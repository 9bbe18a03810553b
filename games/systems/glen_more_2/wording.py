"""The words of Glen More II: Chronicles, as in its rulebook."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from games.systems.base import Counted, Nouns, Sentences, Texts, Wording

# The printed names of landmarks and gangsters are the same in every language.
GANGSTERS = {
    "peggy_mcwander": "Peggy McWander",
    "joe_mcduff": "Joe McDuff",
    "bruce_mcmail": "Bruce McMail",
    "peggy_mclaird": "Peggy McLaird",
    "kenneth_mcsnitch": "Kenneth McSnitch",
    "sibyl_macsponge": "Sibyl MacSponge",
    "derek_anderson": "Derek Anderson",
    "fergus_macdarkie": "Fergus MacDarkie",
    "mike_mccastle": "Mike McCastle",
    "calum_mcquack": "Calum McQuack",
    "bully_mcmuscle": "Bully McMuscle",
    "fraser_mcstarve": "Fraser McStarve",
    "elspeth_mctrick": "Elspeth McTrick",
    "erin_macmalt": "Erin MacMalt",
    "john_mcclaim": "John McClaim",
    "oonagh_mchagg": "Oonagh McHagg",
}

COUNCIL_CARDS = {
    "sheep_and_cattle": _("Sheep and cattle"),
    "wood_and_stone": _("Wood and stone"),
    "largest_square": _("Largest square"),
    "complete_sets": _("Complete sets"),
    "castles_with_scot": _("Castles with a Scot"),
    "whisky_tiles": _("Tiles with a whisky symbol"),
    "farthest_scot": _("Farthest Scot"),
    "discard_pile": _("Personal discard pile"),
    "smallest_territory": _("Smallest territory"),
    "connected_pastures": _("Connected pastures"),
}
COUNTED_BY_THE_PROGRAM = {"complete_sets", "smallest_territory"}

LABELS: Texts = {
    "system.glen_more_2": "Glen More II: Chronicles",
    "edition.chronicles": _("With chronicles"),
    "round.a": _("Scoring round A"),
    "round.b": _("Scoring round B"),
    "round.c": _("Scoring round C"),
    "round.d": _("Scoring round D and end"),
    "section.chronicles": _("Chronicles"),
    "section.scoring_round": _("Scoring round"),
    "section.haggis": _("Haggis"),
    "section.dubious_tome": _("Dubious tome"),
    "section.penny_mobs": _("Penny mobs"),
    "section.final_scoring": _("Final scoring"),
    "section.dragon_boat_races": _("Dragon boat races"),
    "section.council": _("Council"),
    "option.dragon_boat_races": _("Dragon boat races"),
    "option.highlander": _("Highlander"),
    "option.single_cask_reserve": _("Single cask reserve"),
    "option.hammer_of_the_scots": _("Hammer of the Scots"),
    "option.haggis": _("Haggis"),
    "option.dubious_tome": _("Dubious tome"),
    "option.rock_and_hard_place": _("Between a rock and a hard place"),
    "option.penny_mobs": _("Penny mobs"),
    "field.council_cards": _("Council cards in play"),
    "field.castle_scots": _("Scots on the home castle"),
    "field.landmarks": _("Landmarks"),
    "short.landmarks": pgettext_lazy("short", "Landmarks"),
    "field.barrels": _("Whisky barrels"),
    "field.persons": _("Persons"),
    "field.castle_moil": _("Owns Castle Moil"),
    "field.david_hume": _("Has David Hume"),
    "field.haggis_tokens": _("Face-up haggis tokens"),
    "field.haggis_sum": _("Sum of their values"),
    "field.event_sides": _("Face-up event sides"),
    "field.old_man_of_storr_vp": _("VP by the table of Old Man of Storr"),
    "field.inverness_vp": _("VP by the table of Inverness"),
    "field.gangsters": _("Gangsters"),
    "field.claimed_landmarks": _("Own landmarks with a token of John McClaim"),
    "field.mike_mccastle_here": _("Mike McCastle stands on this castle"),
    "field.vp_tokens": _("VP tokens gained in play (without scoring rounds)"),
    "field.coins": _("Coins"),
    "field.armadale_castle": _("Owns Armadale Castle"),
    "field.landmark_vp": _("Landmarks with VP at the end"),
    "field.territory": _("Tiles of the territory"),
    "field.resources": _("Resources left"),
    "field.race_result": _("Place in the race"),
    "choice.race_result.winner": _("First"),
    "choice.race_result.second": _("Second"),
    "choice.race_result.third": _("Third"),
    "choice.race_result.last": _("“Last” card"),
    "field.gangster_cost": _("VP printed on the gangsters"),
    "field.minus_pennies": _("Pennies on their minus side"),
    "field.plus_pennies": _("Pennies on their plus side"),
    "line.castle_scots": _("Scots on the home castle"),
    "line.landmarks": _("Landmarks"),
    "line.barrels": _("Whisky barrels"),
    "line.persons": _("Persons"),
    "line.haggis": _("Haggis"),
    "line.sibyl_macsponge": "Sibyl MacSponge",
    "line.territory": _("Territory"),
    "line.coins": _("Coins"),
    "line.vp_tokens": _("VP tokens"),
    "line.landmark_vp": _("VP of landmarks"),
    "line.race": _("Boat race"),
    "line.gangsters": _("Gangsters"),
    "line.pennies": _("Pennies"),
    "landmark.old_man_of_storr": "Old Man of Storr",
    "landmark.inverness": "Inverness",
    **{f"choice.gangsters.{key}": name for key, name in GANGSTERS.items()},
    **{f"choice.council_cards.{key}": name for key, name in COUNCIL_CARDS.items()},
    **{
        f"field.ayes_{key}": format_lazy(_("{vote}: {card}"), vote=_("Ayes"), card=name)
        for key, name in COUNCIL_CARDS.items()
    },
    **{
        f"field.nays_{key}": format_lazy(_("{vote}: {card}"), vote=_("Nays"), card=name)
        for key, name in COUNCIL_CARDS.items()
    },
    **{
        f"field.council_{key}": name
        for key, name in COUNCIL_CARDS.items()
        if key not in COUNTED_BY_THE_PROGRAM
    },
    **{f"line.council_{key}": name for key, name in COUNCIL_CARDS.items()},
}

SENTENCES: Sentences = {
    "lead": _("{counted} against {lowest}, the fewest at the table. A lead of {lead} is worth {vp} VP."),
    "lead_fewest": _("{counted} is the fewest at the table: no VP."),
    "lead_castle_moil": _(
        "{quantity:scots}, doubled by Castle Moil: {counted} against {lowest}, the fewest at the table. A lead of "
        "{lead} is worth {vp} VP."
    ),
    "lead_mike_mccastle": _(
        "{quantity:scots}, plus one for Mike McCastle: {counted} against {lowest}, the fewest at the table. A lead of "
        "{lead} is worth {vp} VP."
    ),
    "lead_mike_mccastle_doubled": _(
        "{quantity:scots}, plus one for Mike McCastle, doubled by Castle Moil: {counted} against {lowest}, the fewest "
        "at the table. A lead of {lead} is worth {vp} VP."
    ),
    "lead_mike_mccastle_host": _(
        "{quantity:scots}, minus one because of Mike McCastle: {counted} against {lowest}, the fewest at the table. A "
        "lead of {lead} is worth {vp} VP."
    ),
    "lead_mike_mccastle_host_doubled": _(
        "{quantity:scots}, minus one because of Mike McCastle, doubled by Castle Moil: {counted} against {lowest}, the "
        "fewest at the table. A lead of {lead} is worth {vp} VP."
    ),
    "lead_event_sides": _(
        "{quantity:landmarks} and {events:event_sides}: {counted} against {lowest}, the fewest at the table. A lead of "
        "{lead} is worth {vp} VP."
    ),
    "lead_john_mcclaim": _(
        "{quantity:landmarks}, plus {gained} by the tokens of John McClaim: {counted} against {lowest}, the fewest at "
        "the table. A lead of {lead} is worth {vp} VP."
    ),
    "lead_john_mcclaim_events": _(
        "{quantity:landmarks} and {events:event_sides}, plus {gained} by the tokens of John McClaim: {counted} against "
        "{lowest}, the fewest at the table. A lead of {lead} is worth {vp} VP."
    ),
    "lead_john_mcclaim_owner": _(
        "{quantity:landmarks}, minus {lost} by the tokens of John McClaim: {counted} against {lowest}, the fewest at "
        "the table. A lead of {lead} is worth {vp} VP."
    ),
    "lead_john_mcclaim_owner_events": _(
        "{quantity:landmarks} and {events:event_sides}, minus {lost} by the tokens of John McClaim: {counted} against "
        "{lowest}, the fewest at the table. A lead of {lead} is worth {vp} VP."
    ),
    "lead_david_hume": _(
        "David Hume counts as two persons: {counted} against {lowest}, the fewest at the table. A lead of {lead} is "
        "worth {vp} VP."
    ),
    "lead_own_table": _(
        "{counted} against {lowest}, the fewest at the table. A lead of {lead} is worth {vp} VP by the table printed "
        "on {card}."
    ),
    "haggis": Counted(
        "quantity",
        ngettext_lazy(
            "{quantity} face-up token with the value {unit}: {vp} VP.",
            "{quantity} face-up tokens times the sum of their values, {unit}: {vp} VP.",
        ),
    ),
    "haggis_none": _("No face-up tokens: no VP."),
    "sibyl_gives": _(
        "{to} holds Sibyl MacSponge and takes 1 VP from every source of {least} VP or more: {sources}."
    ),
    "sibyl_spares": _(
        "No source gave {least} VP or more, so nothing goes to {to}, who holds Sibyl MacSponge."
    ),
    "sibyl_receives": _("1 VP for every source that gave a rival {least} VP or more: {quantity:sources}."),
    "sibyl_receives_nothing": _("No source gave a rival {least} VP or more: no VP for Sibyl MacSponge."),
    "territory": Counted(
        "surplus",
        ngettext_lazy(
            "{quantity:tiles}, {surplus} more than the smallest territory ({smallest}): {each} VP lost.",
            "{quantity:tiles}, {surplus} more than the smallest territory ({smallest}): {each} VP lost for each.",
        ),
    ),
    "territory_smallest": _("{quantity:tiles}, the smallest territory: no VP lost."),
    "coins": Counted(
        "quantity", ngettext_lazy("{quantity} coin, worth {unit} VP.", "{quantity} coins, {unit} VP each.")
    ),
    "coins_last": _("{quantity:coins}, but a “last” card of the race: no VP for coins."),
    "coins_armadale": _("Armadale Castle: {doubled:coins} at 2 VP."),
    "coins_armadale_more": _("Armadale Castle: {doubled:coins} at 2 VP, {single:coins} at 1 VP."),
    "coins_armadale_last": _(
        "Armadale Castle: {doubled:coins} at 2 VP; with a “last” card of the race further coins give nothing."
    ),
    "vp_tokens": _("VP tokens worth {quantity} VP were gained in play."),
    "vp_tokens_none": _("No VP tokens were gained in play."),
    "landmark_vp": _("Landmarks give {quantity} VP at the end of the game."),
    "landmark_vp_none": _("No landmark gives VP at the end of the game."),
    "race_winner": _("First home in the race: {vp} VP, and a whisky barrel that counts among the barrels."),
    "race_second": _("Second home in the race: {vp} VP."),
    "race_third": _("Third home in the race: {vp} VP."),
    "race_last": _("A “last” card in the race: no VP."),
    "race_open": _("The place in the race is not entered yet."),
    "council_most": _("{quantity} is the most at the table: {prize} VP."),
    "council_most_shared": _(
        "{quantity} is the most at the table. {prize} VP divided by {sharers} and rounded up: {vp} VP each."
    ),
    "council_most_beaten": _("{quantity}, but the most at the table is {best}: no VP."),
    "council_fewest": _("{quantity} is the fewest at the table: {prize} VP."),
    "council_fewest_shared": _(
        "{quantity} is the fewest at the table. {prize} VP divided by {sharers} and rounded up: {vp} VP each."
    ),
    "council_fewest_beaten": _("{quantity}, but the fewest at the table is {best}: no VP."),
    "council_sets": _(
        "{scots:scots}, {barrels:barrels}, {landmarks:landmarks} and {persons:persons} make {quantity:sets}, the most "
        "at the table: {prize} VP."
    ),
    "council_sets_shared": _(
        "{scots:scots}, {barrels:barrels}, {landmarks:landmarks} and {persons:persons} make {quantity:sets}, the most "
        "at the table. {prize} VP divided by {sharers} and rounded up: {vp} VP each."
    ),
    "council_sets_beaten": _(
        "{scots:scots}, {barrels:barrels}, {landmarks:landmarks} and {persons:persons} make {quantity:sets}, but the "
        "most at the table is {best}: no VP."
    ),
    "council_mike_mccastle": _(
        "{own:castles} and the one Mike McCastle stands on make {quantity}, the most at the table: {prize} VP."
    ),
    "council_mike_mccastle_shared": _(
        "{own:castles} and the one Mike McCastle stands on make {quantity}, the most at the table. {prize} VP divided "
        "by {sharers} and rounded up: {vp} VP each."
    ),
    "council_mike_mccastle_beaten": _(
        "{own:castles} and the one Mike McCastle stands on make {quantity}, but the most at the table is {best}: no VP."
    ),
    "council_voted_out": _("Voted out, {nays:nays} to {ayes:ayes}: no VP."),
    "council_never_voted": _("Never voted on: no VP."),
    "gangsters": _("Gangsters cost the VP printed on them, {cost} in all: {held}."),
    "gangsters_unnamed": _("Gangsters cost the VP printed on them, {cost} in all."),
    "gangsters_none": _("No gangsters: no VP lost."),
    "pennies": _("{plus:pennies} on the plus side, {minus} on the minus side."),
    "pennies_plus": _("{plus:pennies} on the plus side."),
    "pennies_minus": _("{minus:pennies} on the minus side."),
    "pennies_none": _("No pennies: no VP."),
    "lead_table": _("VP for a lead of 0, 1, 2, 3, 4 and 5 or more: {points}"),
    "tie_so_far": _("Equal VP so far: the place is shared until the end of the game."),
    "tie_broken_by_resources": _("Equal VP: the fewer resources decide, {resources} left."),
    "tie_shared": _("Equal VP and equally few resources, {resources} left: the place is shared."),
    "changed_hands": _("In an earlier round {seat} had this, and it never changes hands."),
    "fewer_than_named": Counted(
        "named",
        ngettext_lazy(
            "{value} is too few: {named} is named on this sheet.",
            "{value} is too few: {named} are named on this sheet.",
        ),
    ),
    "events_exceed_landmarks": _(
        "{events:event_sides}, but {landmarks:landmarks}: every event side is that of a landmark."
    ),
    "impossible_haggis": _("{tokens:tokens} can only make a sum from {least} to {most}."),
    "haggis_without_tokens": _("Without face-up tokens the sum is 0."),
    "race_place_skipped": _("Someone must have come in before: “{place}” is missing."),
    "impossible_votes": _("{votes:votes} on one card: it takes from {least} to {most}, or none at all."),
    "votes_not_of_all": _(
        "{votes:votes} on one card: it takes {most}, one from each player, or none at all."
    ),
    "too_many_ayes": _("Too many ayes ({total}): the table has {most}."),
    "too_many_nays": _("Too many nays ({total}): the table has {most}."),
    "too_many_gangsters": _("Too many gangsters ({total}): {most} at most."),
    "gangster_needs_players": _("{gangster} is only in play with {players:players} or more."),
    "gangster_unheld": _("No one holds {gangster} in this round."),
    "too_many_claims": _("Too many tokens ({total}): John McClaim has {most}."),
    "claims_exceed_landmarks": _("{claimed:tokens}, but {unturned:landmarks} without a face-up event side."),
    "mike_mccastle_at_home": _("Mike McCastle stands on a rival’s castle, never on his holder’s."),
    "too_many_pennies": _("Too many pennies ({total}): {most} at most."),
    "too_many_minus_pennies": _(
        "Too many pennies on their minus side ({minus}): {most} at most. Only Calum McQuack’s holder gives some away."
    ),
    "fewer_than_before": _("{value} is fewer than in the round before ({before}). Is that right?"),
    "early_castle_moil": _("Castle Moil is a tile of the last pile. Is that right?"),
    "early_gangster": _("{gangster} comes into play later. Is that right?"),
    "gangster_without_chronicle": _(
        "{gangster} belongs to “{chronicle}”, which is not switched on. Is that right?"
    ),
    "more_landmarks_than_cards": _(
        "The table has {total:landmarks}, but there are only {cards} so far. Is that right?"
    ),
    "race_without_last": _("Someone usually has a “last” card. Is that right?"),
    "small_territory": _("Everyone begins with {home:tiles}. Is that right?"),
    "cost_without_gangster": _("{cost} VP for gangsters, but no gangster is named. Is that right?"),
    "gangster_without_cost": _("A gangster is named, but no VP for it. Is that right?"),
}

NOUNS: Nouns = {
    "ayes": ngettext_lazy("{number} aye", "{number} ayes"),
    "barrels": ngettext_lazy("{number} barrel", "{number} barrels"),
    "castles": ngettext_lazy("{number} castle", "{number} castles"),
    "coins": ngettext_lazy("{number} coin", "{number} coins"),
    "event_sides": ngettext_lazy("{number} face-up event side", "{number} face-up event sides"),
    "landmarks": ngettext_lazy("{number} landmark", "{number} landmarks"),
    "nays": ngettext_lazy("{number} nay", "{number} nays"),
    "pennies": ngettext_lazy("{number} penny", "{number} pennies"),
    "persons": ngettext_lazy("{number} person", "{number} persons"),
    "players": ngettext_lazy("{number} player", "{number} players"),
    "scots": ngettext_lazy("{number} Scot", "{number} Scots"),
    "sets": ngettext_lazy("{number} complete set", "{number} complete sets"),
    "sources": ngettext_lazy("{number} source", "{number} sources"),
    "tiles": ngettext_lazy("{number} tile", "{number} tiles"),
    "tokens": ngettext_lazy("{number} token", "{number} tokens"),
    "votes": ngettext_lazy("{number} vote", "{number} votes"),
}

WORDING = Wording(labels=LABELS, sentences=SENTENCES, nouns=NOUNS)
