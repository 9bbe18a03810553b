"""The tables of a clan's page as files."""

from collections.abc import Callable
from typing import Any

from games.stats.filters import StatsFilter
from games.stats.selectors.faction_people import best_players, record_games
from games.stats.selectors.faction_profile import FactionProfile
from games.stats.web.data_tables import DataTable, ends_of, named, split_data


def faction_files(
    profile: FactionProfile, wanted: StatsFilter, faction: str, viewer: Any
) -> dict[str, Callable[[], DataTable]]:
    """By the name in addresses; nothing is asked of the database before a table is wanted."""
    splits = {"seats": profile.by_seats, "time": profile.over_time, **profile.by_facet, **profile.by_setup}
    return {
        "lines": lambda: _lines(profile),
        "scores": lambda: DataTable(
            ["from", "to", "seats"], [(one.low, one.high, one.games) for one in profile.scores]
        ),
        "against": lambda: _against(profile),
        "mastery": lambda: _mastery(profile),
        "best-players": lambda: _best(wanted, faction, viewer),
        "records": lambda: _records(wanted, faction, viewer),
        **{key: lambda found=found: split_data(found) for key, found in splits.items()},  # type: ignore[misc]
    }


def _lines(profile: FactionProfile) -> DataTable:
    return DataTable(
        ["line", "mean", "average", "share"],
        [(one.key, one.mean, one.average, one.share) for one in profile.lines],
    )


def _against(profile: FactionProfile) -> DataTable:
    return DataTable(
        ["other", "games", "ahead", *named("share_ahead"), "mean_difference"],
        [
            (one.other, one.games, one.ahead, *ends_of(one.share_ahead), one.mean_difference)
            for one in profile.against
        ],
    )


def _mastery(profile: FactionProfile) -> DataTable:
    return DataTable(
        ["games_before_from", "games_before_to", "games", *named("vp")],
        [(one.low, one.high, one.games, *ends_of(one.vp)) for one in profile.mastery],
    )


def _best(wanted: StatsFilter, faction: str, viewer: Any) -> DataTable:
    """Names as the reader may know them."""
    return DataTable(
        ["player", "public_id", "games", "wins", *named("win_index"), "mean_vp", "mean_margin"],
        [
            (
                one.shown.name, one.shown.public_id, one.games, one.wins,
                *ends_of(one.win_index), one.mean_vp, one.mean_margin,
            )
            for one in best_players(wanted=wanted, faction=faction, viewer=viewer)
        ],
    )  # fmt: skip


def _records(wanted: StatsFilter, faction: str, viewer: Any) -> DataTable:
    return DataTable(
        ["game", "played_on", "total", "margin", "seat"],
        [
            (one.game.public_id, one.game.played_on, one.total, one.margin, one.seat_index + 1)
            for one in record_games(wanted=wanted, faction=faction, viewer=viewer)
        ],
    )
