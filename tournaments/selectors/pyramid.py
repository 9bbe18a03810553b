"""How the groups of a season ended, for the one that follows."""

from collections.abc import Collection, Iterable
from fractions import Fraction

from tournaments.enums import SeasonKind, SeasonState
from tournaments.models import Season, StandingsRow


def season_before(season: Season) -> Season | None:
    """The last one of the league that was closed and had groups, by which promotion and relegation go."""
    closed = Season.objects.filter(
        league=season.league_id,
        kind=SeasonKind.GROUPS,
        state=SeasonState.CLOSED,
        ends_on__lt=season.starts_on,
    )
    return closed.order_by("-ends_on", "-pk").first()


def final_groups(season: Season) -> list[list[list[int]]]:
    """Divisions from the top, their groups, and each group's players in the order of the final standings."""
    rows = (
        StandingsRow.objects.filter(standings__season=season)
        .order_by("standings__group__division__level", "standings__group__number", "order")
        .values_list("standings__group__division__level", "standings__group__number", "player_id")
    )
    found: dict[int, dict[int, list[int]]] = {}
    for level, number, player in rows:
        found.setdefault(level, {}).setdefault(number, []).append(player)
    return [list(groups.values()) for _, groups in sorted(found.items())]


def newcomers_for(taking_part: Iterable[int], before: Collection[int]) -> list[int]:
    """Who was not there, in the order in which they came onto the list."""
    return [player for player in taking_part if player not in before]


def merit_of(season: Season) -> dict[int, Fraction]:
    """Points a game, by which equal places of groups side by side are ordered."""
    rows = StandingsRow.objects.filter(standings__season=season, games__gt=0)
    return {
        player: Fraction(points) / games
        for player, points, games in rows.values_list("player_id", "points", "games")
    }
