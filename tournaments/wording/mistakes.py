"""What is wrong with settings, in words, by the code the checks give."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.types import Violation
from tournaments.wording.terms import TIE_BREAKERS

MESSAGES: Mapping[str, str | Promise] = {
    "scheme.unknown": _("There is no such points scheme."),
    "scheme.length": _("Enter %(wanted)s numbers, one for each place; there are %(given)s."),
    "scheme.rising": _("A lower place must not bring more points than a higher one."),
    "scheme.negative": _("Points cannot be negative."),
    "scheme.all_zero": _("At least the first place must bring points."),
    "scheme.too_large": _("That is too many points."),
    "rules.not_a_number": _("This is no number."),
    "rules.out_of_range": _("Choose a number from %(least)s to %(most)s."),
    "tie_breakers.unknown": _("There is no such tie-breaker."),
    "tie_breakers.twice": _("“%(key)s” stands there twice."),
    "out_of_range": _("Choose a number from %(minimum)s to %(maximum)s."),
    "seat_counts": _("Choose at least one size of table."),
    "moves_too_many": _("More players would go up and down than a group has (%(size)s)."),
    "unknown_variant": _("This game has no such variant."),
    "variant_twice": _("A variant cannot be required and excluded at once."),
}


def told_violation(violation: Violation) -> str:
    """A code without a message is a mistake of ours, and said so plainly instead of hidden."""
    message = MESSAGES.get(violation.code)
    if message is None:
        return str(_("This setting cannot be used (%(code)s).")) % {"code": violation.code}
    values: dict[str, Any] = dict(violation.params)
    if violation.code == "tie_breakers.twice":
        values["key"] = TIE_BREAKERS.get(str(values.get("key")), values.get("key"))
    return str(message) % values
