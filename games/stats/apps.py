from django.apps import AppConfig


class StatsConfig(AppConfig):
    """Clan and game statistics, derived from the counted games."""

    name = "games.stats"
    label = "stats"
