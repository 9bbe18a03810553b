"""From which games a worth was made, in words."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.stats.filters import RATING_BANDS
from games.stats.selectors.worth import FitInfo
from games.stats.web import words


@dataclass(frozen=True, slots=True)
class FitWords:
    """`games_of` names the selection of games; `is_exact` is false when it is wider than what was asked for."""

    info: FitInfo
    games_of: str
    is_exact: bool


def fit_words(fit: FitInfo | None, *, is_exact: bool) -> FitWords | None:
    return None if fit is None else FitWords(fit, preset_name(fit.preset), is_exact)


def preset_name(preset: str) -> str:
    kind, _sign, value = preset.partition(":")
    if kind == "seats":
        return ngettext("games of %(number)s player", "games of %(number)s players", int(value)) % {
            "number": value
        }
    if kind == "edition":
        return words.edition_name(value)
    if kind == "band":
        low, high = RATING_BANDS[int(value)]
        if low is None:
            return _("tables with a mean rating below %(rating)s") % {"rating": high}
        if high is None:
            return _("tables with a mean rating from %(rating)s") % {"rating": low}
        return _("tables with a mean rating from %(low)s to %(high)s") % {"low": low, "high": high}
    return _("all games")
