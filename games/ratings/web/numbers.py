"""Ratings and chances as people read them."""

from django.utils.translation import gettext as _

from caledonia_site.common.numbers import written

# Nearer to never or always than this no forecast is to be trusted.
LEAST_PERCENT = 1


def points(value: float) -> str:
    """A rating in whole points; thousands stand together, as everywhere with ratings."""
    return f"{value:.0f}"


def change(value: float) -> str:
    """A gain or loss with its sign; what rounds to nothing has none."""
    rounded = round(value)
    sign = "+" if rounded > 0 else "\N{MINUS SIGN}" if rounded < 0 else "±"
    return f"{sign}{abs(rounded)}"


def chance(value: float) -> str:
    """A probability in whole percent, never as certain as 0 or 100."""
    percent = round(100 * value)
    if percent < LEAST_PERCENT:
        return _("under %(percent)s %%") % {"percent": LEAST_PERCENT}
    if percent > 100 - LEAST_PERCENT:
        return _("over %(percent)s %%") % {"percent": 100 - LEAST_PERCENT}
    return _("%(percent)s %%") % {"percent": written(percent)}


def share(value: float) -> str:
    """How often something happened, in whole percent."""
    return _("%(percent)s %%") % {"percent": written(100 * value)}


def plus_minus(rating: float, deviation: float) -> str:
    return f"{points(rating)} ± {points(deviation)}"
