from games.clubs.models.club import Club, ClubQuerySet
from games.clubs.models.club_event import ClubEvent, ClubEventQuerySet
from games.clubs.models.event_answer import EventAnswer
from games.clubs.models.event_mail_opt_out import EventMailOptOut
from games.clubs.models.invitation import Invitation
from games.clubs.models.join_request import JoinRequest
from games.clubs.models.membership import Membership
from games.clubs.models.player_alias import PlayerAlias

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
