"""Points that an organiser gives or takes away, beside those of the games: what both families check."""

from fractions import Fraction
from typing import NamedTuple

from caledonia_site.common.errors import UserError


class AdjustmentErrors(NamedTuple):
    """In the words of the family."""

    no_points: type[UserError]
    too_many: type[UserError]
    no_reason: type[UserError]


def check_adjustment(
    points: Fraction | None, reason: str, *, most: Fraction, errors: AdjustmentErrors
) -> None:
    """None are no points that can be read, 0 would change nothing, and without a reason nobody would understand it."""
    if not points:
        raise errors.no_points
    if abs(points) > most:
        raise errors.too_many
    if not reason:
        raise errors.no_reason
