"""Invented clubs and games, so that every page has something to show."""
