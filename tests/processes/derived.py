"""Run with a site's environment: what differs between the site and what it should be, as JSON; empty when all is well.

Games are compared with those that were acknowledged (read from standard input); ratings, statistics, standings and
counters, row by row, with what a rebuild from nothing makes of the same games.
"""

import django

django.setup()

import json  # noqa: E402
import sys  # noqa: E402
from typing import Any  # noqa: E402

from caledonia_site.common.jobs.models import DirtyMark  # noqa: E402
from caledonia_site.common.jobs.rebuild import rebuild_all  # noqa: E402
from games.ratings.models import PlayerRating, Pool, RatingSegment  # noqa: E402
from games.ratings.selectors.games import SegmentReader  # noqa: E402
from games.results.models import ClubTally, Game, SiteFigure  # noqa: E402
from games.stats.models import StatsBlock  # noqa: E402
from tournaments.leagues.models import Standings, StandingsRow  # noqa: E402

TOPICS = ("site_figures", "club_tallies", "ratings", "statistics", "standings")
# Rows by what they say; their own numbers and times of writing are nobody's business.
ROWS: dict[Any, tuple[str, ...]] = {
    SiteFigure: ("key", "value"),
    ClubTally: ("club", "month", "player", "games", "wins"),
    Pool: ("key", "engine", "engine_version", "parameters", "games", "players", "clans", "positions"),
    PlayerRating: ("pool__key", "player", "rating", "deviation", "games", "last_played_on", "recent"),
    StatsBlock: ("system", "number", "layout", "digest", "games"),
    Standings: ("season", "group", "engine", "parameters", "games", "race", "records"),
    StandingsRow: ("standings__season", "player", "order", "place", "points", "games", "wins", "results"),
}


def derived() -> dict[str, list[str]]:
    return {"rated games": _rated_games()} | {
        model.__name__: sorted(
            json.dumps(row, default=str, sort_keys=True)
            for row in model.objects.order_by().values_list(*names)
        )
        for model, names in ROWS.items()
    }


def _rated_games() -> list[str]:
    """What each game did to whom; how segments of games are packed is their own business."""
    readers = [
        (segment.pool.key, SegmentReader(segment.rated_games, segment.outcomes))
        for segment in RatingSegment.objects.select_related("pool")
    ]
    return sorted(f"{pool} {game} {reader.seats(game)}" for pool, reader in readers for game in reader.games)


def main() -> dict[str, Any]:
    acknowledged = json.load(sys.stdin)
    there = list(Game.objects.values_list("public_id", flat=True))
    wrong: dict[str, Any] = {
        "lost": sorted(set(acknowledged) - set(there)),
        "never acknowledged": sorted(set(there) - set(acknowledged)),
        "unfinished": list(DirtyMark.objects.values_list("topic", "key")),
    }
    before = derived()
    wrong["empty"] = [name for name, rows in before.items() if not rows]
    for topic in TOPICS:
        rebuild_all(topic=topic)
    after = derived()
    for name in before:
        wrong[f"{name} before"] = sorted(set(before[name]) - set(after[name]))
        wrong[f"{name} rebuilt"] = sorted(set(after[name]) - set(before[name]))
        if len(before[name]) != len(after[name]):
            wrong[f"{name} counted"] = [len(before[name]), len(after[name])]
    return {name: found for name, found in wrong.items() if found}


print(json.dumps(main()))
