"""Who takes part in a season."""

from typing import Any

from django.db.models import QuerySet

from games.clubs.models import Membership
from games.players.models import Player
from tournaments.models import Entry, Season


def people_of(season: Season, viewer: Any) -> QuerySet[Entry]:
    """By group, then in the order they came."""
    return (
        season.entries.select_related("group__division")
        .order_by("group__division__level", "group__number", "withdrawn_on", "joined_at", "pk")
        .shown_to(viewer, named=season.shows_names)
    )


def own_entry(season: Season, viewer: Any) -> Entry | None:
    if not viewer.is_authenticated:
        return None
    return season.entries.filter(player__account=viewer).first()


def players_to_add(season: Season, viewer: Any) -> QuerySet[Player]:
    """Members and guests of the club who are not on the list."""
    members = Membership.objects.filter(club=season.league.club_id).values("player")
    listed = season.entries.filter(withdrawn_on=None).values("player")
    return (
        Player.objects.filter(pk__in=members)
        .exclude(pk__in=listed)
        .shown_to(viewer)
        .order_by("name_key", "pk")
    )
