from django.apps import AppConfig


class SharedConfig(AppConfig):
    """What leagues and events have in common."""

    name = "tournaments.shared"
    label = "competitions"
