from games.exchange.models.connections import Delivery, FeedKey, Webhook
from games.exchange.models.imports import DimensionAlias, ImportBatch, ImportedGame, ImportName, ImportRow

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
