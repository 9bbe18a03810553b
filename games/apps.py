from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Played games, their seats and score sheets."""

    name = "games"
    label = "games"

    def ready(self) -> None:
        from caledonia_site.common.jobs.topics import register
        from games import merging, receivers  # noqa: F401  (receivers connect themselves)
        from games.services.refresh_site_figures import SiteFiguresTopic

        merging.register()
        register(SiteFiguresTopic())
