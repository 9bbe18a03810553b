"""News of clubs for whoever follows them."""

from django.dispatch import Signal

# Sent inside the transaction when players came into a club many at a time, which sends no signal of a single row:
# club, players.
guests_added = Signal()
