from games.stats.models.block import StatsBlock
from games.stats.models.fit import WorthFit
from games.stats.models.ratings import TableRatingBlock

__all__ = ["StatsBlock", "TableRatingBlock", "WorthFit"]
