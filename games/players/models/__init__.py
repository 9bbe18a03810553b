from games.players.models.player import PageVisibility, Player, PlayerMerge, PlayerQuerySet
from games.players.models.user import User

__all__ = ["PageVisibility", "Player", "PlayerMerge", "PlayerQuerySet", "User"]
