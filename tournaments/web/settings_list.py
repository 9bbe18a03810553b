"""The rules of a season in words, for everybody to read."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from caledonia_site.common.dates import written_day
from tournaments.models import Season
from tournaments.wording.reasons import shown_value
from tournaments.wording.terms import SCHEMES, SHARED_PLACES, TIE_BREAKERS, system_name, variant_name


class Setting(NamedTuple):
    name: str
    value: str


def settings_list(season: Season) -> list[Setting]:
    wanted = season.configuration
    rules = wanted.rules
    first, last = written_day(season.starts_on), written_day(season.ends_on)
    found = [
        Setting(_("Game"), system_name(season.league.system)),
        Setting(_("Days"), _("%(first)s to %(last)s") % {"first": first, "last": last}),
        Setting(_("Points"), _points(season)),
        Setting(_("Who share a place get"), str(SHARED_PLACES[rules.shared_places.value])),
        Setting(_("Ties"), " → ".join(str(TIE_BREAKERS[key]) for key in rules.chain)),
        Setting(_("Lot number"), str(season.lot_seed)),
    ]
    if rules.minimum_games:
        found.append(Setting(_("Games needed for a place"), str(rules.minimum_games)))
    if rules.best_games:
        count = ngettext("The best game counts", "The best %(count)s games count", rules.best_games)
        found.append(Setting(_("Best games"), count % {"count": rules.best_games}))
    if rules.games_per_opponent:
        found.append(Setting(_("Games against the same opponent that count"), str(rules.games_per_opponent)))
    return found + (_of_groups(season) if season.has_groups else _of_open(season))


def _points(season: Season) -> str:
    scheme = season.configuration.rules.scheme
    if not scheme.of_places:
        return str(SCHEMES[scheme.key])
    rows = [
        " – ".join(shown_value("points", str(value)) for value in scheme.values[seats]) for seats in (4, 3, 2)
    ]
    return _("%(four)s at tables of four, %(three)s of three, %(two)s of two") % dict(
        zip(("four", "three", "two"), rows, strict=True)
    )


def _of_open(season: Season) -> list[Setting]:
    wanted = season.configuration
    found = [
        Setting(_("Tables that count"), ", ".join(str(seats) for seats in sorted(wanted.seat_counts))),
        Setting(_("League members needed at the table"), str(wanted.least_members)),
    ]
    for name, variants in (
        (_("Only games played with"), wanted.required),
        (_("No games played with"), wanted.excluded),
    ):
        if variants:
            told = ", ".join(variant_name(season.league.system, one) for one in variants)
            found.append(Setting(name, told))
    return found


def _of_groups(season: Season) -> list[Setting]:
    wanted = season.configuration
    return [
        Setting(_("Players at a table"), str(wanted.seats)),
        Setting(_("Go up from each group"), str(wanted.promoted)),
        Setting(_("Go down from each group"), str(wanted.relegated)),
    ]
