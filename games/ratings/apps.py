from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """How strong players are, derived from the counted games."""

    name = "games.ratings"
    label = "ratings"
