from games.exchange.models.dimension_alias import DimensionAlias
from games.exchange.models.feed_key import FeedKey
from games.exchange.models.import_batch import ImportBatch
from games.exchange.models.import_name import ImportName
from games.exchange.models.import_row import ImportRow
from games.exchange.models.imported_game import ImportedGame
from games.exchange.models.webhook import Delivery, Webhook

__all__ = [
    "Delivery",
    "DimensionAlias",
    "FeedKey",
    "ImportBatch",
    "ImportName",
    "ImportRow",
    "ImportedGame",
    "Webhook",
]
