"""Names of points schemes, tie-breakers, records and settings, what is wrong with settings by the code the checks give,
and why one player stands before another in a sentence.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from caledonia_site.common.formatting import format_number
from games.systems import label
from scoring.types import Violation
from tournaments.shared.variants import variants_of

Text = str | Promise

SCHEMES: dict[str, Text] = {
    "5-3-2-1": "5 – 3 – 2 – 1",
    "10-6-3-1": "10 – 6 – 3 – 1",
    "4-2-1-0": "4 – 2 – 1 – 0",
    "6-3-2-1": "6 – 3 – 2 – 1",
    "1000-611-403-200": "1000 – 611 – 403 – 200",
    "wins": gettext_lazy("Wins only"),
    "vp_share": gettext_lazy("Share of the table’s VP"),
}

TIE_BREAKERS: dict[str, Text] = {
    "wins": gettext_lazy("Wins"),
    "seconds": gettext_lazy("Second places"),
    "thirds": gettext_lazy("Third places"),
    "vp_share": gettext_lazy("Mean share of the table’s VP"),
    "vp_of_winner": gettext_lazy("Mean VP compared with the winner’s"),
    "vp_margin": gettext_lazy("VP margin"),
    "total_vp": gettext_lazy("Total VP"),
    "opponents": gettext_lazy("Opponents’ mean points"),
    "head_to_head": gettext_lazy("Results against each other"),
    "lot": pgettext_lazy("a tie-breaker", "Lot"),
}

# For the heads of narrow columns.
SHORT_TIE_BREAKERS: dict[str, Text] = {
    "wins": gettext_lazy("Wins"),
    "seconds": gettext_lazy("2nd places"),
    "thirds": gettext_lazy("3rd places"),
    "vp_share": gettext_lazy("VP share"),
    "vp_of_winner": gettext_lazy("VP / winner"),
    "vp_margin": gettext_lazy("Margin"),
    "total_vp": gettext_lazy("VP"),
    "opponents": gettext_lazy("Opponents"),
    "head_to_head": gettext_lazy("Direct"),
    "lot": pgettext_lazy("a tie-breaker", "Lot"),
}

HONOURS: dict[str, Text] = {
    "most_wins": gettext_lazy("Most wins"),
    "longest_streak": gettext_lazy("Longest winning streak"),
    "most_games": gettext_lazy("Most games"),
    "best_average": gettext_lazy("Most points per game"),
    "best_vp": gettext_lazy("Highest score"),
    "best_share": gettext_lazy("Best score compared with the table’s mean"),
    "widest_margin": gettext_lazy("Widest margin"),
}

SHARED_PLACES: dict[str, Text] = {
    "mean": gettext_lazy("The mean of the places they cover"),
    "higher": gettext_lazy("The points of the higher place"),
}

MOVES: dict[str, Text] = {
    "promoted": gettext_lazy("Promoted"),
    "relegated": gettext_lazy("Relegated"),
    "stayed": gettext_lazy("Stays"),
    "spared": gettext_lazy("Spared: a place was free"),
    "filled": gettext_lazy("Moves up into a free place"),
    "displaced": gettext_lazy("Moves down: too many came up"),
    "new": gettext_lazy("New"),
    "withdrawn": gettext_lazy("Withdrawn"),
}

# How somebody new came into groups that were playing.
NEWCOMER_WAYS: dict[str, Text] = {
    "new_schedule": gettext_lazy("The group had not played yet; its schedule was made anew."),
    "takes_over": gettext_lazy("Plays the open games of somebody who withdrew."),
}


def system_name(system: str) -> str:
    return str(label(system, f"system.{system}"))


def variant_name(system: str, variant: str) -> str:
    key, _, value = variant.partition(":")
    name = str(label(system, f"option.{key}"))
    return name if value == "yes" else f"{name}: {label(system, f'choice.{key}.{value}')}"


def variant_choices(system: str) -> list[Any]:
    return [(variant, variant_name(system, variant)) for variant in variants_of(system)]


MESSAGES: Mapping[str, str | Promise] = {
    "scheme.unknown": gettext_lazy("There is no such points scheme."),
    "scheme.length": gettext_lazy("Enter %(wanted)s numbers, one for each place; there are %(given)s."),
    "scheme.rising": gettext_lazy("A lower place must not bring more points than a higher one."),
    "scheme.negative": gettext_lazy("Points cannot be negative."),
    "scheme.all_zero": gettext_lazy("At least the first place must bring points."),
    "scheme.too_large": gettext_lazy("That is too many points."),
    "rules.not_a_number": gettext_lazy("This is no number."),
    "rules.out_of_range": gettext_lazy("Choose a number from %(least)s to %(most)s."),
    "tie_breakers.unknown": gettext_lazy("There is no such tie-breaker."),
    "tie_breakers.twice": gettext_lazy("“%(key)s” stands there twice."),
    "out_of_range": gettext_lazy("Choose a number from %(minimum)s to %(maximum)s."),
    "seat_counts": gettext_lazy("Choose at least one size of table."),
    "moves_too_many": gettext_lazy("More players would go up and down than a group has (%(size)s)."),
    "unknown_variant": gettext_lazy("This game has no such variant."),
    "variant_twice": gettext_lazy("A variant cannot be required and excluded at once."),
}


def describe_violation(violation: Violation) -> str:
    """A code without a message is a mistake of ours, and said so plainly instead of hidden."""
    message = MESSAGES.get(violation.code)
    if message is None:
        return str(_("This setting cannot be used (%(code)s).")) % {"code": violation.code}
    values: dict[str, Any] = dict(violation.params)
    if violation.code == "tie_breakers.twice":
        values["key"] = TIE_BREAKERS.get(str(values.get("key")), values.get("key"))
    return str(message) % values


# Values between 0 and 1, where two decimals would make different ones look equal.
FINE = {"vp_share", "vp_of_winner"}


def describe_reason(reason: Mapping[str, object] | None, *, ahead: str, behind: str) -> str:
    """From what a row of the standings keeps under "why"; empty for the first row."""
    if not reason:
        return ""
    code = str(reason["code"])
    values: Mapping[str, str] = reason.get("params", {})  # type: ignore[assignment]
    names = {"ahead": ahead, "behind": behind}
    if code == "status.withdrawn":
        return _("%(behind)s has withdrawn.") % names
    if code == "status.too_few_games":
        return _("%(behind)s has played %(games)s of the %(minimum)s games needed for a place.") % (
            names | {"games": values.get("games", ""), "minimum": values.get("minimum", "")}
        )
    if code == "points":
        return _("%(ahead)s has more points than %(behind)s: %(more)s to %(less)s.") % (
            names | _figures("points", values)
        )
    key = code.removeprefix("tie.")
    if key == "lot":
        return _("Level in everything; the lot decided for %(ahead)s before %(behind)s.") % names
    return _("Level on points. %(criterion)s: %(ahead)s %(more)s, %(behind)s %(less)s.") % (
        names | _figures(key, values) | {"criterion": str(TIE_BREAKERS.get(key, key))}
    )


def _figures(key: str, values: Mapping[str, str]) -> dict[str, str]:
    return {
        "more": shown_value(key, values.get("ahead", "0")),
        "less": shown_value(key, values.get("behind", "0")),
    }


def shown_value(key: str, value: str) -> str:
    """A stored fraction as people read it, without needless decimals."""
    return _shown_value(key, value, get_language())


def value_writer() -> Callable[[str, str], str]:
    """The same for the hundreds of values of a table: the language is asked for once."""
    language = get_language()
    return lambda key, value: _shown_value(key, value, language)


@lru_cache(maxsize=5_000)
def _shown_value(key: str, value: str, _language: str | None) -> str:
    """Kept: a table says the same few values again and again."""
    number = Fraction(value)
    most = 3 if key in FINE else 2
    for decimals in range(most):
        if number * 10**decimals == int(number * 10**decimals):
            return format_number(float(number), decimals)
    return format_number(float(number), most)


def signed_points(value: str) -> str:
    """Points given or taken away: "+2", "−1.5"."""
    text = shown_value("points", value)
    return f"+{text}" if Fraction(value) > 0 else text


class AuditLine(NamedTuple):
    """What happened, and what else is known of it, line by line."""

    what: str
    lines: list[str]

    @property
    def more(self) -> str:
        return "; ".join(self.lines)
