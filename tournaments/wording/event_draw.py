"""Draws, rounds and stages in words: what is wrong with them, and what they cost."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext_lazy

from scoring.types import Violation
from tournaments.pairing.costs import Costs, Part
from tournaments.wording.mistakes import told_violation
from tournaments.wording.reasons import shown_value
from tournaments.wording.terms import Text

MESSAGES: Mapping[str, Text] = {
    "stage.not_a_table": gettext_lazy("This is no list of settings."),
    "stage.not_a_choice": gettext_lazy("Choose one of what is offered."),
    "stage.not_a_number": gettext_lazy("This is no number."),
    "stage.rounds": gettext_lazy("Choose a number from %(least)s to %(most)s."),
    "stage.table_size": gettext_lazy("Choose a number from %(least)s to %(most)s."),
    "stage.group_size": gettext_lazy("At such tables a group has %(least)s to %(most)s players."),
    "stage.advance": gettext_lazy("The number cannot be negative."),
    "stage.knockout_table": gettext_lazy("A knockout is played at tables of %(wanted)s."),
    "stage.best_games": gettext_lazy("There are only %(most)s heats."),
    "event.no_stage": gettext_lazy("A tournament needs at least one stage."),
    "event.nobody_advances": gettext_lazy("A stage follows: at least %(least)s must go on to it."),
    "event.all_advance": gettext_lazy("Fewer must go on than came in: at most %(most)s."),
    "event.final_too_large": gettext_lazy("A final has one table: at most %(most)s go on to it."),
    "draw.player_twice": gettext_lazy("%(player)s stands there twice."),
    "draw.too_few": gettext_lazy("At least %(least)s players are needed."),
    "draw.table_size": gettext_lazy("Tables have %(least)s to %(most)s seats."),
    "draw.win": gettext_lazy("A first place must be worth points."),
    "draw.negative_weight": gettext_lazy("What a draw avoids cannot cost less than nothing."),
    "draw.same_player": gettext_lazy("%(player)s cannot be wished together with themselves."),
    "draw.not_present": gettext_lazy("%(player)s does not play in this round."),
    "draw.circle_too_large": gettext_lazy("More must sit together than a table has seats: %(players)s."),
    "draw.contradiction": gettext_lazy("%(one)s and %(other)s must sit together and apart at once."),
    "draw.wishes_impossible": gettext_lazy("No draw keeps all wishes. These cannot be kept together:"),
    "draw.wish_together": gettext_lazy("%(one)s and %(other)s at the same table."),
    "draw.wish_apart": gettext_lazy("%(one)s and %(other)s never at the same table."),
    "draw.other_version": gettext_lazy("The site was renewed before this round was drawn. Draw it again."),
    "round.not_present": gettext_lazy("%(player)s does not play in this round."),
    "round.missing": gettext_lazy("%(player)s has no seat."),
    "round.player_twice": gettext_lazy("%(player)s sits in two places."),
    "round.table_size": gettext_lazy("A table has two to %(most)s players; this one has %(seats)s."),
    "round.not_together": gettext_lazy("%(one)s and %(other)s wished to sit together."),
    "round.not_apart": gettext_lazy("%(one)s and %(other)s should not sit together."),
    "unknown_setup": gettext_lazy("This game has no such set-up."),
}

# A wish may be overruled by hand; everything else keeps tables from being played.
OVERRULED = {"round.not_together", "round.not_apart"}

PARTS: Mapping[Part, Text] = {
    Part.REPEATS: gettext_lazy("Meetings again"),
    Part.SCORES: gettext_lazy("Different scores at a table"),
    Part.SHORT: gettext_lazy("Short tables and byes"),
    Part.CLUB: gettext_lazy("Same club or team"),
    Part.FAMILY: gettext_lazy("Same family"),
    Part.SEEDING: gettext_lazy("Equally strong"),
    Part.WISHES: gettext_lazy("Broken wishes"),
}


def told_mistake(violation: Violation, names: Mapping[str, str]) -> str:
    """`names`: the players by their entry's public id, as the viewer may see them."""
    if violation.code not in MESSAGES:
        return told_violation(violation)
    named = {key: _named(value, names) for key, value in violation.params.items()}
    return str(MESSAGES[violation.code]) % named


def _named(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, list | tuple):
        return ", ".join(str(_named(one, names)) for one in value)
    return names.get(value, value) if isinstance(value, str) else value


def told_costs(costs: Costs) -> list[tuple[str, str]]:
    """What is not nothing, part by part; the dearest first."""
    rows = sorted(costs.parts.items(), key=lambda row: -abs(row[1]))
    return [(str(PARTS[part]), told_cost(cost)) for part, cost in rows if cost]


def told_cost(cost: Fraction) -> str:
    return shown_value("points", str(cost))
