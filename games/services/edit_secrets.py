"""What lets a visitor without an account correct the game they entered."""

from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import Game


def hashed(secret: str) -> str:
    return salted_hmac("games.edit_secret", secret, algorithm="sha256").hexdigest()


def opens(stored: str, secret: str) -> bool:
    return bool(stored and secret) and constant_time_compare(stored, hashed(secret))


def opens_nobodys(game: Game, secret: str) -> bool:
    """Once somebody has taken the game over, by account or into a club, it is corrected by right only."""
    return game.recorded_by_id is None and game.club_id is None and opens(game.edit_secret, secret)
