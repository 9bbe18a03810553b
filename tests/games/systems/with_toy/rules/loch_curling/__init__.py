"""Curling on the loch: an invented game with a little of everything a game may have."""
