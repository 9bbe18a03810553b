"""Phones and computers, as one game tells them apart."""

import secrets

from django.utils.crypto import salted_hmac

from games.models import Game


def new_device() -> str:
    return secrets.token_urlsafe(24)


def device_in(game: Game, device: str) -> str:
    """What is stored of a device: another text in each game, so that nobody is followed from game to game."""
    if not device:
        return ""
    return salted_hmac(f"games.device:{game.public_id}", device, algorithm="sha256").hexdigest()
