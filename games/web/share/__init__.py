"""Sharing a game: by link, picture, code or on paper."""
