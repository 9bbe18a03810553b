"""News about games for whoever derives something from them."""

from django.dispatch import Signal

# Sent inside the transaction of the change, so that receivers mark what must be recomputed in it:
# game, counted_before (bool), counts_now (bool), since (the earliest date of play concerned).
game_changed = Signal()
# Sent inside the transaction as well: game, news ("submitted", "corrected", "confirmed", "disputed", "voided").
game_news = Signal()
