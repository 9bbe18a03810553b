from games.ratings.models.pool import PlayerRating, Pool
from games.ratings.models.storage import ChangedGame, RatingSegment, Snapshot

__all__ = ["ChangedGame", "PlayerRating", "Pool", "RatingSegment", "Snapshot"]
