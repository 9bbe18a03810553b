from games.ratings.models.pool import Pool, Standing
from games.ratings.models.storage import Block, ChangedGame, Snapshot

__all__ = ["Block", "ChangedGame", "Pool", "Snapshot", "Standing"]
