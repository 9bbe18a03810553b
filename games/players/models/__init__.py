from games.players.models.player import PageVisibility, Player, PlayerQuerySet
from games.players.models.player_merge import PlayerMerge
from games.players.models.user import User

__all__ = ["PageVisibility", "Player", "PlayerMerge", "PlayerQuerySet", "User"]
