"""A game's page and everything that can happen to a game."""
