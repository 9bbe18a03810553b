from games.ratings.models.block import Block
from games.ratings.models.changed_game import ChangedGame
from games.ratings.models.pool import Pool
from games.ratings.models.snapshot import Snapshot
from games.ratings.models.standing import Standing

__all__ = ["Block", "ChangedGame", "Pool", "Snapshot", "Standing"]
