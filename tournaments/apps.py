from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Leagues, seasons and events."""

    name = "tournaments"
    label = "tournaments"
