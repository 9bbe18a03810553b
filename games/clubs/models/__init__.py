from games.clubs.models.admission import Invitation, JoinRequest
from games.clubs.models.club import Club, ClubQuerySet, Membership, PlayerAlias
from games.clubs.models.meeting import Meeting, MeetingAnswer, MeetingMailOptOut, MeetingQuerySet

__all__ = [
    "Club",
    "ClubQuerySet",
    "Invitation",
    "JoinRequest",
    "Meeting",
    "MeetingAnswer",
    "MeetingMailOptOut",
    "MeetingQuerySet",
    "Membership",
    "PlayerAlias",
]
