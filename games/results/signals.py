"""News about games for whoever derives something from them."""

from django.dispatch import Signal

# Sent inside the transaction of the change, so that receivers mark what must be recomputed in it:
# game, counted_before (bool), counts_now (bool), since (the earliest date of play concerned).
game_changed = Signal()
# Sent inside the transaction as well: game, news ("submitted", "corrected", "confirmed", "disputed", "voided").
game_news = Signal()
# Sent inside the transaction, before a game that was taken out is brought back: game. A receiver that knows why it must
# stay out raises its own UserError.
game_coming_back = Signal()
# Sent instead of both for games recorded many at a time, once for all of them: games, each with its club and its state.
# Whoever listens to one of the others listens to this one too, with work that does not grow by a query a game.
games_recorded = Signal()
