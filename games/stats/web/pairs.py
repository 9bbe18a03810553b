"""Clan against clan."""

from django.utils.translation import gettext as _

from games.stats.filters import StatsFilter
from games.stats.layout import layout_of
from games.stats.selectors.answers import Ground
from games.stats.selectors.pair_table import pair_table
from games.stats.web import words
from games.stats.web.data_tables import DataTable, ends_of, named
from games.stats.web.faction_plots import FEWEST_MEETINGS
from games.stats.web.plots import Heat


def pair_data(wanted: StatsFilter) -> DataTable:
    header = ["clan", "other", "games", "ahead", *named("share_ahead"), "mean_difference"]
    return DataTable(
        header,
        [
            (key, other, pair.games, pair.ahead, *ends_of(pair.share_ahead), pair.mean_difference)
            for (key, other), pair in pair_table(wanted=wanted).items()
        ],
    )


def pairs_plot(wanted: StatsFilter, ground: Ground | None = None) -> Heat | None:
    """Clans that met no other often enough are left out."""
    pairs = pair_table(wanted=wanted, ground=ground)
    often = {key: pair for key, pair in pairs.items() if pair.games >= FEWEST_MEETINGS}
    met = {key for key, _other in often}
    factions = [key for key in layout_of(wanted.system).factions if key in met]
    if not factions:
        return None
    values = [
        [100 * often[key, other].share_ahead.value if (key, other) in often else None for other in factions]
        for key in factions
    ]
    return Heat(
        values,
        [words.faction_name(wanted.system, key) for key in factions],
        title=_("How often the clan on the left ends ahead of the one above, in percent"),
        middle=50.0,
    )
