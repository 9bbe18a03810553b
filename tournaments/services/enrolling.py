"""Putting everybody of a club on the list of its open seasons."""

from collections.abc import Iterable

from games.clubs.models import Membership
from games.players.models import Player
from tournaments.enums import Enrolment, SeasonState
from tournaments.models import Entry, Season


def enrol_club(season: Season) -> None:
    members = Membership.objects.filter(club=season.league.club_id).values_list("player_id", flat=True)
    enrol(season, members)


def enrol(season: Season, player_ids: Iterable[int]) -> None:
    """Whoever is on the list already stays as they are, withdrawn or not."""
    Entry.objects.bulk_create(
        [Entry(season=season, player_id=player_id) for player_id in player_ids], ignore_conflicts=True
    )


def enrol_member(*, club_id: int, player: Player) -> list[Season]:
    """Put a new member on the lists that are open to everybody; gives the seasons concerned."""
    seasons = open_to_everybody(club_id=club_id)
    for season in seasons:
        enrol(season, [player.pk])
    return seasons


def open_to_everybody(*, club_id: int) -> list[Season]:
    """Seasons whose lists take every member of the club, also one who comes now."""
    return list(
        Season.objects.only("public_id")
        .filter(league__club=club_id, enrolment=Enrolment.EVERYBODY)
        .exclude(state=SeasonState.CLOSED)
        .exclude(state=SeasonState.RUNNING, kind="groups")
    )
