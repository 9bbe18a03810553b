from games.clubs.models.club import Club, ClubQuerySet, Membership, PlayerAlias
from games.clubs.models.joining import Invitation, JoinRequest
from games.clubs.models.meeting import ClubEvent, ClubEventQuerySet, EventAnswer, EventMailOptOut

__all__ = [
    "Club",
    "ClubEvent",
    "ClubEventQuerySet",
    "ClubQuerySet",
    "EventAnswer",
    "EventMailOptOut",
    "Invitation",
    "JoinRequest",
    "Membership",
    "PlayerAlias",
]
