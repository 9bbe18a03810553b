"""Names of points schemes, tie-breakers, records and settings."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.wording import label
from tournaments.configuration import variants_of

Text = str | Promise

SCHEMES: dict[str, Text] = {
    "5-3-2-1": "5 – 3 – 2 – 1",
    "10-6-3-1": "10 – 6 – 3 – 1",
    "4-2-1-0": "4 – 2 – 1 – 0",
    "6-3-2-1": "6 – 3 – 2 – 1",
    "1000-611-403-200": "1000 – 611 – 403 – 200",
    "wins": _("Wins only"),
    "vp_share": _("Share of the table’s VP"),
}

TIE_BREAKERS: dict[str, Text] = {
    "wins": _("Wins"),
    "seconds": _("Second places"),
    "thirds": _("Third places"),
    "vp_share": _("Mean share of the table’s VP"),
    "vp_of_winner": _("Mean VP compared with the winner’s"),
    "vp_margin": _("VP margin"),
    "total_vp": _("Total VP"),
    "opponents": _("Opponents’ mean points"),
    "head_to_head": _("Results against each other"),
    "lot": pgettext_lazy("a tie-breaker", "Lot"),
}

# For the heads of narrow columns.
SHORT_TIE_BREAKERS: dict[str, Text] = {
    "wins": _("Wins"),
    "seconds": _("2nd places"),
    "thirds": _("3rd places"),
    "vp_share": _("VP share"),
    "vp_of_winner": _("VP / winner"),
    "vp_margin": _("Margin"),
    "total_vp": _("VP"),
    "opponents": _("Opponents"),
    "head_to_head": _("Direct"),
    "lot": pgettext_lazy("a tie-breaker", "Lot"),
}

HONOURS: dict[str, Text] = {
    "most_wins": _("Most wins"),
    "longest_streak": _("Longest winning streak"),
    "most_games": _("Most games"),
    "best_average": _("Most points per game"),
    "best_vp": _("Highest score"),
    "best_share": _("Best score compared with the table’s mean"),
    "widest_margin": _("Widest margin"),
}

SHARED_PLACES: dict[str, Text] = {
    "mean": _("The mean of the places they cover"),
    "higher": _("The points of the higher place"),
}

MOVES: dict[str, Text] = {
    "promoted": _("Promoted"),
    "relegated": _("Relegated"),
    "stayed": _("Stays"),
    "spared": _("Spared: a place was free"),
    "filled": _("Moves up into a free place"),
    "displaced": _("Moves down: too many came up"),
    "new": _("New"),
    "withdrawn": _("Withdrawn"),
}

# How somebody new came into groups that were playing.
NEWCOMER_WAYS: dict[str, Text] = {
    "new_schedule": _("The group had not played yet; its schedule was made anew."),
    "takes_over": _("Plays the open games of somebody who withdrew."),
}


def system_name(system: str) -> str:
    return str(label(system, f"system.{system}"))


def variant_name(system: str, variant: str) -> str:
    key, _, value = variant.partition(":")
    name = str(label(system, f"option.{key}"))
    return name if value == "yes" else f"{name}: {label(system, f'choice.{key}.{value}')}"


def variant_choices(system: str) -> list[Any]:
    return [(variant, variant_name(system, variant)) for variant in variants_of(system)]
