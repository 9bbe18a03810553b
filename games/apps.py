from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Played games, their seats and score sheets."""

    name = "games"
    label = "games"

    def ready(self) -> None:
        from caledonia_site.common.jobs.topics import register
        from games import merging, receivers  # noqa: F401  (receivers connect themselves)
        from games.services.refresh_site_figures import SiteFiguresTopic
        from games.services.rescore_games import ScoresTopic
        from games.services.tally_clubs import ClubTalliesTopic

        merging.register()
        register(SiteFiguresTopic())
        register(ScoresTopic())
        register(ClubTalliesTopic())
