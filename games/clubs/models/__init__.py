from games.clubs.models.club import Club, ClubQuerySet
from games.clubs.models.invitation import Invitation
from games.clubs.models.join_request import JoinRequest
from games.clubs.models.membership import Membership
from games.clubs.models.player_alias import PlayerAlias

__all__ = ["Club", "ClubQuerySet", "Invitation", "JoinRequest", "Membership", "PlayerAlias"]
