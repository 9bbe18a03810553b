from django.apps import AppConfig
from django.core.checks import register


class SystemsConfig(AppConfig):
    """What the site knows of each game; every game's own folder is an app besides."""

    name = "games.systems"
    label = "systems"

    def ready(self) -> None:
        from games.systems.checks import TAG, check_systems

        register(check_systems, TAG)
